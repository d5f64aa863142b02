// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for the anatomical face. Varied: the opening of the jaw, the rotation of the head, the
// number, strength and zone width of muscles, the volume stiffness of the tissue, contacts of nodes
// with head or jaw, nodes listed from the skin on, prisms listed clockwise, layers without prisms,
// a skull without spheres.
#include <algorithm>
#include <iterator>

#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"
#include "reference/samples/face_patches.h"

namespace bindpose::conformance::face {
namespace {

using samples::FacePatch, samples::PatchMuscle;

FacePatch with_muscles(std::vector<PatchMuscle> muscles, FacePatch patch = {}) {
  patch.muscles = std::move(muscles);
  return patch;
}
FacePatch opened(double degrees, FacePatch patch = {}) {
  patch.jaw = degrees;
  return patch;
}
FacePatch turned(FacePatch patch) {
  patch.head = {scenes::rotation_about({-1, 2, 0.5}, 1.75), {0.5, 1.25, -0.75}};
  return patch;
}
FacePatch of_volume(double kappa, FacePatch patch) {
  patch.kappa = kappa;
  return patch;
}

/// Pulled onto the skull.
FacePatch pressed(double K) {
  FacePatch patch =
      with_muscles({{{1, 1}, {0, 1}, K, 1.5, 0.3125, 1.5}, {{1, 1}, {2, 2}, K, 1.5, 0.3125, 1.5}});
  patch.clearance = 0.125;
  patch.between = 1;
  patch.contact = 1;
  return patch;
}

/// Springs of many stiffnesses.
void with_uneven_springs(ArraySet& question) {
  change_rows(question, "spring_stiffness", 1,
              [](double* k, std::size_t s) { *k *= 0.5 + 0.25 * static_cast<double>(s % 5); });
}
void without_prisms(ArraySet& question) {
  question.put({"prisms", {0, 6}, Array::Integers{}});
  question.put({"prism_stiffness", {0}, Array::Reals{}});
}
void without_spheres(ArraySet& question) {
  question.put({"skull_centres", {0, 3}, Array::Reals{}});
  question.put({"skull_radii", {0}, Array::Reals{}});
  question.put({"skull_joints", {0}, Array::Integers{}});
}

void with_skull_alone(ArraySet& question) {
  for (std::int32_t& layer : *integers_of(question, "layers"))
    layer = 0;
}

/// Nodes in reverse order: the skin first, the skull last.
void with_nodes_backwards(ArraySet& question) {
  const std::size_t N = question.find("layers")->shape[0];
  const Array positions = *question.find("positions");
  change_rows(question, "positions", 3,
              [&](double* x, std::size_t i) { std::copy_n(&positions.reals()[3 * (N - 1 - i)], 3, x); });
  for (const char* name : {"layers", "node_joints"}) {
    Array::Integers rows = question.find(name)->integers();
    std::ranges::reverse(rows);
    question.put({name, {N}, std::move(rows)});
  }
  for (const char* name : {"springs", "prisms", "muscle_nodes"}) {
    Array nodes = *question.find(name);
    Array::Integers places = nodes.integers();
    for (std::int32_t& i : places)
      i = static_cast<std::int32_t>(N) - 1 - i;
    question.put({name, nodes.shape, std::move(places)});
  }
}

/// Cases stored as files: one of each kind.
bool is_kept(std::string_view name) {
  constexpr std::string_view kept[] = {
      "rest",       "one-muscle",     "three-muscles", "jaw",         "jaw-and-muscles", "jaw-muscle",
      "stiff",      "clockwise",      "pressed.back",  "pressed.jaw", "small",           "small.no-stiffness",
      "small.bare", "small.all-skull"};
  return std::find(std::begin(kept), std::end(kept), name) != std::end(kept);
}

/// Appends cases face.anatomical.patch.<name>.palette.f32.
struct AddFace {
  std::vector<Case>& cases;

  void operator()(const char* name, const char* purpose, const FacePatch& patch,
                  const ChangeQuestion& change = nullptr) const {
    add_case(
        cases, scene_case("anatomical", std::string("patch.") + name, {}, Level::palette), purpose,
        [=] { return samples::face_question(patch); }, change)
        .golden = is_kept(name);
  }
};

}  // namespace

void anatomical_cases(std::vector<Case>& cases) {
  const AddFace add{cases};
  const PatchMuscle left{{0, 0}, {2, 1}, 0.25}, right{{0, 2}, {2, 1}, 0.1875, 0.75, 0.625, 1.25},
      across{{1, 0}, {1, 2}, 0.25, 1.25, 0.5, 1.75};
  add("rest", "No pull and no movement: the face stays at rest.", {});
  add("head", "The head moves with everything on it.", turned({}));
  add("one-muscle", "A muscle from the corner of the patch.", with_muscles({left}));
  add("three-muscles", "Muscles with overlapping zones.", with_muscles({left, right, across}));
  add("jaw", "The jaw opens: its nodes move along, and the tissue between stretches.", opened(10));
  add("jaw-and-muscles", "An open jaw on a rotated head, with muscles.",
      turned(opened(8, with_muscles({left, {{2, 1}, {1, 1}, 0.25, 1.5, 0.5, 1.5}}))));
  add("jaw-muscle", "A muscle on the jaw: its attachment moves.",
      opened(12, with_muscles({{{2, 2}, {0, 1}, 0.3125, 1.25, 0.5, 1.5}})));
  add("soft", "Prisms that hardly preserve their volume.", of_volume(0.25, with_muscles({left, across})));
  add("stiff", "Prisms that preserve almost all of their volume.",
      of_volume(16, with_muscles({left, across})));
  add("stiff.jaw", "Stiff prisms with an open jaw.", of_volume(16, opened(10, with_muscles({right}))));
  add("no-stiffness", "Prisms without stiffness; their volume ratios are still output.",
      of_volume(0, with_muscles({across})));
  FacePatch clockwise = of_volume(16, with_muscles({left, across}));
  clockwise.is_clockwise = true;
  add("clockwise", "Clockwise prisms give the same result as counter-clockwise ones.", clockwise);
  add("clockwise.jaw", "Clockwise prisms with an open jaw.", opened(8, clockwise));
  add("pressed", "Tissue pulled onto the skull, which resists.", pressed(0.5));
  FacePatch back = pressed(0.5);
  back.head.rotation = quaternion_xyzw<double>(0, 1, 0, 0);
  add("pressed.back", "Tissue pulled onto the skull of a head that looks back.", back);
  add("pressed.jaw", "The open jaw presses against the tissue.", opened(16, pressed(0.25)));
  add("pressed.jaw-and-head", "The open jaw, and muscles that pull onto the head.", opened(16, pressed(0.5)));
  add("uneven", "Springs of different stiffness.", opened(6, with_muscles({left})), &with_uneven_springs);
  add("no-prisms", "Springs without prisms.", with_muscles({left, right}), &without_prisms);
  add("no-spheres", "A skull without spheres.", opened(10, with_muscles({across})), &without_spheres);
  FacePatch small = opened(9, with_muscles({{{0, 0}, {1, 1}, 0.375, 1.25, 0.5, 1.25}}));
  small.rows = small.columns = 2;
  add("small", "A patch of one cell.", small);
  add("small.no-stiffness", "One cell; prisms without stiffness still output volume ratios.",
      of_volume(0, small));
  add("small.bare", "One cell with springs only: no muscles, prisms or spheres.", with_muscles({}, small),
      [](ArraySet& question) {
        without_prisms(question);
        without_spheres(question);
      });
  add("small.all-skull", "One cell without free nodes: its springs and prisms join skull nodes only.",
      with_muscles({}, small), &with_skull_alone);
  add("small.backwards", "One cell whose nodes are listed from skin to skull.", small, &with_nodes_backwards);
  FacePatch wide =
      turned(opened(7, with_muscles({left, {{0, 3}, {2, 2}, 0.25}, {{1, 0}, {1, 3}, 0.125, 1.25}})));
  wide.columns = 4;
  add("wide", "A wider patch.", wide);
}

}  // namespace bindpose::conformance::face
