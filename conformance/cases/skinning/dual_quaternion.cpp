// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for dual quaternion skinning. Varied: the scene, the signs of the quaternions, three
// rotations that fit into one hemisphere under no known pivot, stretches and mirrors before the
// motion, and the entry level.
#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/slots.h"
#include "conformance/cases/shared/trident.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::conformance::skinning {
namespace {

const Options first_influence = {{"pivot", "first-influence"}};

void add_pivot_cases(std::vector<Case>& cases) {
  for (const char* pivot : {"first-influence", "largest-weight", "first-slot", "running-sum"}) {
    add_case(cases, scene_case("dual_quaternion", "trident", {{"pivot", pivot}}, Level::palette),
             "Three rotations 120 degrees apart: each sign convention gives a different result.",
             []() -> Expected<ArraySet> { return trident(); });
  }
  add_case(
      cases, scene_case("dual_quaternion", "trident", {{"pivot", "running-sum-by-joint"}}, Level::palette),
      "The running sum decides the signs, in joint order.", []() -> Expected<ArraySet> { return trident(); })
      .golden = false;
  add_case(
      cases,
      scene_case("dual_quaternion", "trident.equal-weights", {{"pivot", "largest-weight"}}, Level::palette),
      "Two equally large weights: the first one leads.",
      []() -> Expected<ArraySet> { return trident(Tines::alike); });
}

void add_cancelled_case(std::vector<Case>& cases) {
  add_case(cases,
           scene_case("dual_quaternion", "trident.cancelled", {{"pivot", "first-slot"}}, Level::palette),
           "Rotations cancel; a joint without weight decides the signs.",
           []() -> Expected<ArraySet> { return cancelled_trident(); });
}

/// Stretches for the bar's three joints: with shear and z; non-uniform with y; none.
AddInputs stretches(double z, double y = 0.5) {
  return [z, y](ArraySet& question, const scenes::Scene& scene) -> Expected<void> {
    Array::Reals S = {1.25, 0.25, 0, 0, 1, -0.125, 0.0625, 0, z,  //
                      2,    0,    0, 0, y, 0,      0,      0, 1};
    for (std::size_t j = 2; j < scene.rig.skeleton.joint_count(); ++j)
      S.insert(S.end(), {1, 0, 0, 0, 1, 0, 0, 0, 1});
    question.add("palette_stretches", {scene.rig.skeleton.joint_count(), 3, 3}, std::move(S));
    return {};
  };
}

void add_stretch_cases(std::vector<Case>& cases) {
  const auto add = [&](const char* name, const char* purpose, const MakeScene& make, double z,
                       double y = 0.5) {
    add_motion_scene(cases, "dual_quaternion", {name, purpose, true, make}, first_influence, stretches(z, y));
  };
  add("bar.stretched", "Joints that scale and shear: first the stretch, then the rigid blend.", bar(), 0.75);
  add("bar.mirrored", "A mirroring joint with weights of 1: normals still point outwards.",
      bar({.rigid = true}), -0.75);
  add("bar.mirrored-uneven", "A joint that mirrors and scales non-uniformly.", bar({.rigid = true}), -0.5,
      1.5);
  add("bar.flat", "A stretch of 0 along one direction, weights of 1: no inverse transpose for its normals.",
      bar({.rigid = true}), 0.75, 0);
  add("bar.stretched-sum-0.98",
      "Weights that do not sum to 1 are divided out of the motion, not of the stretch.",
      bar({.weight_sum = 0.98}), 0.75);
  add("bar.stretched-sum-1.25", "Weights that sum to more than 1.", bar({.weight_sum = 1.25}), 0.5);
}

/// Weights so small that they count only for a joint that is far away.
void add_tiny_weight_cases(std::vector<Case>& cases) {
  for (const double distance : {1024, 4096})
    cases.push_back(scene_case(
        "dual_quaternion",
        {distance > 1024 ? "bar.weights-tiny-farther" : "bar.weights-tiny-far",
         "Influences below 2^-16 of a distant joint count like any other.", distance <= 1024,
         [] {
           return with_tiny_weights(scenes::bar(), {0x1p-18, 0x1p-21});
         }},
        first_influence, Level::palette,
        [](const scenes::Scene& scene, Level) { return samples::rigid_palette_question(scene); },
        [distance](ArraySet& question) { with_far_joint(question, distance); }));
}

void add_size_case(std::vector<Case>& cases) {
  Case& c = cases.emplace_back(
      scene_case("dual_quaternion", "crowd.vertices-65540", first_influence, Level::palette));
  c.question = [name = c.name]() -> Expected<ArraySet> {
    Random random(name);
    ArraySet question = samples::rigid_crowd_question({65540, 1, 30}, random);
    for (const char* directions : {"normals", "tangents"})
      question.remove(directions);
    return question;
  };
  c.purpose = "More vertices than 16 bits can count.";
}

}  // namespace

void dual_quaternion_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "dual_quaternion", first_influence);
  add_many_joints(cases, "dual_quaternion", first_influence);
  add_pivot_cases(cases);
  add_cancelled_case(cases);
  add_stretch_cases(cases);
  add_tiny_weight_cases(cases);
  add_size_case(cases);
}

}  // namespace bindpose::conformance::skinning
