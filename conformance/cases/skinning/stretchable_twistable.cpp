// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for stretchable, twistable bones. Varied: the scenes of all blends of rigid motions,
// with every bone stretched and twisted; only stretch, only twist, neither (linear blending), a
// bone without length, endpoint weights of 0 and beyond the bone, and the entry level.
#include <fmt/format.h>

#include "conformance/cases/shared/motion_scenes.h"
#include "reference/samples/bones.h"
#include "reference/scenes/arm.h"

namespace bindpose::conformance::skinning {
namespace {

using scenes::degrees;
using scenes::Scene;

constexpr const char* stem = "stretchable_twistable";

/// Bones with these stretches and twists, repeated over the joints.
AddInputs bones(std::vector<double> growths, std::vector<double> twists) {
  return [growths = std::move(growths), twists = std::move(twists)](ArraySet& question,
                                                                    const Scene& scene) -> Expected<void> {
    samples::add_bones(question, scene.rig.skeleton);
    samples::add_endpoint_weights(question, scene.rig);
    samples::add_bone_motions(question, scene.rig.skeleton, growths, twists);
    return {};
  };
}

/// The input with a change.
AddInputs changed(AddInputs inputs, std::function<void(ArraySet&)> change) {
  return [inputs = std::move(inputs), change = std::move(change)](ArraySet& question,
                                                                  const Scene& scene) -> Expected<void> {
    BINDPOSE_CHECK(inputs(question, scene));
    change(question);
    return {};
  };
}

Array::Reals& numbers(ArraySet& question, const char* name) {
  return std::get<Array::Reals>(question.find(name)->data);
}

void add_shared_scenes(std::vector<Case>& cases) {
  const std::size_t first = cases.size();
  add_motion_scenes(cases, stem, {}, bones({0.25, -0.25, 0.5}, {0.5, -1.25, 2.5}));
  for (std::size_t i = first; i < cases.size(); ++i) {
    Case& c = cases[i];
    if (c.name.find(".bar.rest.") != std::string::npos)
      c.purpose = "Joints at rest: only stretch and twist move the mesh.";
    if (c.name.find(".bar.rigid.") != std::string::npos)
      c.purpose = "Weights of 1: each vertex follows one bone, its stretch and its twist.";
  }
}

void add(std::vector<Case>& cases, const std::string& name, const char* purpose, bool golden,
         const MakeScene& make, const AddInputs& inputs) {
  add_motion_scene(cases, stem, {name, purpose, golden, make}, {}, inputs);
}

void add_cylinder_scenes(std::vector<Case>& cases) {
  for (const double twist : {90.0, 180.0})
    add(cases, fmt::format("cylinder.forearm-twist-{}", twist),
        "The forearm twists along its length; the elbow is bent.", true, small_cylinder(60, 0),
        bones({0}, {0, degrees(twist), 0}));
  for (const double growth : {-0.5, 1.0})
    add(cases, fmt::format("cylinder.growth-{}", growth),
        "Bones grow lengthwise with a bent elbow: cross-sections keep their shape.", true,
        small_cylinder(60, 0), bones({growth}, {0}));
}

Scene bent_arm() {
  return scenes::arm({degrees(60), 0, degrees(20)});
}

void add_arm_scenes(std::vector<Case>& cases) {
  for (const double twist : {-60.0, 80.0})
    add(cases, fmt::format("arm.elbow-60-twist-{}", twist),
        "The forearm twists from elbow to wrist; three joints influence its vertices.", true, &bent_arm,
        bones({0, 0.125, 0, 0}, {0, degrees(twist), degrees(twist / 2), 0}));
}

/// Changes each endpoint weight e to factor * e + offset.
AddInputs with_endpoints(const AddInputs& inputs, double factor, double offset) {
  return changed(inputs, [=](ArraySet& question) {
    for (double& e : numbers(question, "endpoint_weights"))
      e = factor * e + offset;
  });
}

void add_bar_scenes(std::vector<Case>& cases) {
  const AddInputs moving = bones({0.25, -0.25, 0.5}, {0.5, -1.25, 2.5});
  add(cases, "bar.leaning", "No two bones are parallel, and none passes through the origin.", true, bar(),
      changed(moving, &samples::lean_bones));
  add(cases, "hose.leaning", "A chain in which no two bones are parallel.", false, hose(20, 15),
      changed(moving, &samples::lean_bones));
  add(cases, "bar.still", "No stretch and no twist: linear blending.", true, bar(), bones({0}, {0}));
  add(cases, "bar.turns-3", "Three turns per bone: the angle is spread, not just the final orientation.",
      true, bar(), bones({0}, {6 * degrees(180)}));
  add(cases, "bar.heads", "Endpoint weights of 0: every vertex stays at its bones' heads.", false, bar(),
      with_endpoints(moving, 0, 0));
  add(cases, "bar.beyond", "Endpoint weights from -0.5 to 1.5 are used as given.", true, bar(),
      with_endpoints(moving, 2, -0.5));
  add(cases, "bar.behind", "Endpoint weights from -0.75 to 0.25: most vertices are behind the heads.", false,
      bar(), with_endpoints(moving, 1, -0.75));
  const AddInputs short_bone = changed(bones({0.25}, {0.5, -1.25, 0}), [](ArraySet& question) {
    const std::size_t leaf = 6;  // joint 2
    for (std::size_t c = leaf; c < leaf + 3; ++c)
      numbers(question, "bone_tails")[c] = numbers(question, "bone_heads")[c];
  });
  add(cases, "bar.short-bone",
      "A bone of length 0 that does not twist needs no axis, whatever its endpoint weights.", true, bar(),
      with_endpoints(short_bone, 1, 0.25));
}

}  // namespace

void stretchable_twistable_cases(std::vector<Case>& cases) {
  const std::size_t first = cases.size();
  add_shared_scenes(cases);
  add_many_joints(cases, stem, {}, bones({0.25, -0.25, 0.5}, {0.5, -1.25, 2.5}));
  add_cylinder_scenes(cases);
  add_arm_scenes(cases);
  add_bar_scenes(cases);
  keep_few_golden(cases, first);
}

}  // namespace bindpose::conformance::skinning
