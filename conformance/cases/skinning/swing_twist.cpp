// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for swing-twist deformers. Varied: the scenes of all blends of rigid motions, with the
// twist distributed by the weights or by endpoint weights; bends and twists near and above 180
// degrees, vertices of one joint whose twist is distributed, several slots of one joint, and the
// entry level.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "conformance/cases/shared/motion_scenes.h"
#include "conformance/cases/shared/slots.h"
#include "reference/samples/bones.h"

namespace bindpose::conformance::skinning {
namespace {

using scenes::Scene;

constexpr const char* stem = "swing_twist";

Expected<void> hinges(ArraySet& question, const Scene& scene) {
  const std::vector<int>& parents = scene.rig.skeleton.parents;
  if (!question.has("parents"))
    question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  samples::add_bones(question, scene.rig.skeleton);
  return {};
}

Expected<void> spread(ArraySet& question, const Scene& scene) {
  BINDPOSE_CHECK(hinges(question, scene));
  samples::add_endpoint_weights(question, scene.rig);
  return {};
}

Expected<void> leaning(ArraySet& question, const Scene& scene) {
  BINDPOSE_CHECK(spread(question, scene));
  samples::lean_bones(question);
  return {};
}

/// Endpoint weights from -0.5 to 1.5.
Expected<void> beyond(ArraySet& question, const Scene& scene) {
  BINDPOSE_CHECK(spread(question, scene));
  for (double& e : std::get<Array::Reals>(question.find("endpoint_weights")->data))
    e = 2 * e - 0.5;
  return {};
}

/// The second joint's rotation is half a turn about an axis orthogonal to its bone.
Expected<void> turned_over(ArraySet& question, const Scene& scene) {
  BINDPOSE_CHECK(hinges(question, scene));
  auto& q = std::get<Array::Reals>(question.find("palette_rotations")->data);
  const double turns[] = {0, 0, 0, 1, 1, 0, 0, 0};
  std::copy(std::begin(turns), std::end(turns), q.begin());
  return {};
}

/// The middle joint is moved away from its parent's end.
Scene bar_apart() {
  Scene scene = scenes::bar();
  scene.pose.locals[1].trs.translation += Vec3<double>(0.25, 0.5, -0.25);
  for (double& x : scene.pose.locals[1].trs.translation)
    x = to_float32(x);
  return scene;
}

void add(std::vector<Case>& cases, const std::string& name, const char* purpose, bool golden,
         const MakeScene& make, const AddInputs& inputs = &spread) {
  add_motion_scene(cases, stem, {name, purpose, golden, make}, {}, inputs);
}

void add_spread_scenes(std::vector<Case>& cases) {
  for (const double twist : {60.0, 150.0, -150.0})
    add(cases, fmt::format("cylinder.spread-bend-60-twist-{}", twist),
        "The twist is spread along the whole forearm, also over vertices with one joint.", true,
        small_cylinder(60, twist));
  add(cases, "bar.spread", "Nothing commutes; swing and twist have separate shares.", true, bar());
  add(cases, "bar.leaning", "No two bones are parallel: the twist is about the child's axis.", true, bar(),
      &leaning);
  add(cases, "bar.leaning-rigid", "Single-joint vertices with weights of 1, no parallel bones.", false,
      bar({.rigid = true}), &leaning);
  add(cases, "bar.apart", "A child that moved away from its parent: vertices rotate about the child.", true,
      &bar_apart);
  add(cases, "bar.beyond", "Endpoint weights from -0.5 to 1.5 are used as given.", true, bar(), &beyond);
  add(cases, "bar.spread-sum-0.98", "Single joints with weights of 0.98: a vertex still gets the full swing.",
      true, bar({.rigid = true, .weight_sum = 0.98}));
  add(cases, "bar.spread-rest", "At rest there is no twist to spread.", false, bar({}, true));
  add(cases, "hose.spread", "Each joint of a long chain spreads its own twist.", false, hose(20, 40));
}

void add_angle_scenes(std::vector<Case>& cases) {
  add(cases, "cylinder.bend-170", "A bend of 170 degrees, near the one whose axis is undefined.", true,
      small_cylinder(170, 30), &hinges);
  add(cases, "cylinder.twist-200", "Beyond half a turn, the short arc is the other one.", true,
      small_cylinder(30, 200));
  add(cases, "bar.halved", "Each influence in two slots: one joint, not two.", false,
      [] { return halved(scenes::bar()); });
  add(cases, "bar.halved-child-first", "Influences in two slots; the child's slots come first.", false,
      [] { return halved(with_slots_reversed(scenes::bar())); });
  add(cases, "hose.halved", "Influences in two slots, in a chain whose joints all twist.", false,
      [] { return halved(scenes::hose(scenes::degrees(20), scenes::degrees(40))); });
  add(
      cases, "bar.halved-rigid", "A single joint, in two slots.", false,
      [] { return halved(scenes::bar({.rigid = true})); }, &leaning);
  add(cases, "bar.slots-reversed", "The child is in an earlier slot than its parent.", false,
      [] { return with_slots_reversed(scenes::bar()); });
  add(cases, "cylinder.twist-240", "A twist beyond half a turn in the other direction.", false,
      small_cylinder(20, 240));
  add_motion_scene_at(
      cases, stem,
      {"cylinder.turned-over", "A swing of half a turn has no axis: vertices of both joints have no result.",
       true, small_cylinder(0, 0)},
      {}, &turned_over, Level::palette);
}

}  // namespace

void swing_twist_cases(std::vector<Case>& cases) {
  const std::size_t first = cases.size();
  add_motion_scenes(cases, stem, {}, &hinges);
  add_spread_scenes(cases);
  add_angle_scenes(cases);
  add_quartered(cases, stem, &hinges);
  keep_few_golden(cases, first);
}

}  // namespace bindpose::conformance::skinning
