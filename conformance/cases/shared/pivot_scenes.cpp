// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/pivot_scenes.h"

#include <algorithm>

#include "conformance/cases/shared/slots.h"
#include "reference/model/mapped.h"
#include "reference/samples/pivot_questions.h"

namespace bindpose::conformance {
namespace {

using scenes::degrees;
using scenes::Scene;

/// Rotates a joint relative to its rest rotation, about axes of its parent.
void turn_joint(Scene& scene, std::size_t j, const Vec3<double>& axis, double angle) {
  Quat<double>& q = scene.pose.locals[j].trs.rotation;
  q = scenes::to_float32(bindpose::quaternion_product(scenes::rotation_about(axis, degrees(angle)), q));
}

/// Gives every vertex slots with the given joints. weights(x): their weights for a vertex at rest
/// position x.
template <class Weights>
void attach(Scene& scene, const std::vector<std::uint32_t>& joints, Weights weights) {
  Influences influences{joints.size(), {}, {}};
  for (const Vec3<double>& x : scene.rig.mesh.positions) {
    influences.joints.insert(influences.joints.end(), joints.begin(), joints.end());
    const std::vector<double> w = weights(x);
    influences.weights.insert(influences.weights.end(), w.begin(), w.end());
  }
  scene.rig.influences = std::move(influences);
}

/// The bar at rest. The tip (joint 2) becomes a second child of the root, at the position of the
/// middle joint.
Scene fork(double right, double left, bool with_parent, const std::vector<std::uint32_t>& slots = {2, 0, 1}) {
  Scene scene = scenes::bar({}, true);
  Skeleton& skeleton = scene.rig.skeleton;
  skeleton.parents[2] = 0;
  skeleton.inverse_binds[2] = skeleton.inverse_binds[1];
  scene.pose.locals[2] = scene.pose.locals[1];
  turn_joint(scene, 0, {1, 0, 0}, 10);
  turn_joint(scene, 1, {1, 2, 3}, right);
  turn_joint(scene, 2, {1, 2, 3.5}, left);
  attach(scene, slots, [&](const Vec3<double>& x) {
    const double below = with_parent ? scenes::dyadic_weight(std::clamp(x[1] / 4, 0.0, 1.0)) : 1;
    const double second_child = below * (x[0] < 0 ? 0.75 : 0.375);
    const double of_joint[] = {1 - below, below - second_child, second_child};
    return mapped<double>(slots, [&](const std::uint32_t j) { return of_joint[j]; });
  });
  return scene;
}

/// Three joints on every vertex, in these slots. Joints that occur twice share their weight.
void attach_all(Scene& scene, const std::vector<std::uint32_t>& slots, double lowest = 0) {
  attach(scene, slots, [&](const Vec3<double>& x) {
    const double tips = scenes::dyadic_weight((x[1] - lowest) / 8);
    const double of_joint[] = {0.75 - tips, 0.25, tips};
    std::vector<double> weights;
    for (const std::uint32_t j : slots)
      weights.push_back(of_joint[j] / static_cast<double>(std::ranges::count(slots, j)));
    return weights;
  });
}

/// The bar with three influences on every vertex. The root is neither first nor last.
Scene chain(const Vec3<double>& middle_axis, double middle, const Vec3<double>& tip_axis, double tip,
            const Vec3<double>& offset = Vec3<double>::Zero(),
            const std::vector<std::uint32_t>& slots = {1, 0, 2}) {
  scenes::BarVariation variation;
  variation.offset = offset;
  Scene scene = scenes::bar(variation, true);
  turn_joint(scene, 0, {1, 0, 0}, 10);
  turn_joint(scene, 1, middle_axis, middle);
  turn_joint(scene, 2, tip_axis, tip);
  attach_all(scene, slots, offset[1]);
  return scene;
}

/// The middle joint and the root have two slots each. On one side of the bar, the first of the two
/// is unused.
Scene in_five_slots() {
  const std::vector<std::uint32_t> slots = {1, 1, 0, 2, 0};
  Scene scene = chain({1, 2, 3}, 60, {0, 0, 1}, -75, Vec3<double>::Zero(), slots);
  for (std::size_t v = 0; v < scene.rig.mesh.vertex_count(); ++v) {
    double* w = scene.rig.influences.weights.data() + v * slots.size();
    if (scene.rig.mesh.positions[v][0] > 0) continue;
    w[1] += std::exchange(w[0], 0);
    w[4] += std::exchange(w[2], 0);
  }
  return scene;
}

/// The scene's roots become children of another joint, which has no vertices.
Scene under_a_root(Scene scene) {
  Skeleton& skeleton = scene.rig.skeleton;
  for (int& parent : skeleton.parents)
    if (parent < 0) parent = static_cast<int>(skeleton.joint_count());
  skeleton.parents.push_back(-1);
  skeleton.inverse_binds.emplace_back();
  scene.pose.locals.emplace_back();
  return scene;
}

/// Three children of one joint at one position, rotated by 120 degrees relative to each other.
Scene three_siblings() {
  Scene scene = scenes::bar({}, true);
  for (const std::size_t j : {1, 2}) {
    scene.rig.skeleton.parents[j] = -1;
    scene.rig.skeleton.inverse_binds[j] = scene.rig.skeleton.inverse_binds[0];
    scene.pose.locals[j] = scene.pose.locals[0];
    turn_joint(scene, j, {1, 2, 3}, 120 * static_cast<double>(j));
  }
  attach_all(scene, {0, 1, 2});
  return under_a_root(std::move(scene));
}

/// The posed bar with one joint moved away from its bind position, and the child listed before the
/// parent.
Scene slipped(std::size_t joint) {
  Scene scene = scenes::bar();
  Vec3<double>& t = scene.pose.locals[joint].trs.translation;
  t = scenes::to_float32(Vec3<double>(t + Vec3<double>(0.25, -0.5, 0.125)));
  return with_slots_reversed(std::move(scene));
}

/// The bar at rest, rotated as a whole. The other joints rotate by an angle relative to their
/// parents and move away from them.
Scene barely_turned(double angle) {
  Scene scene = scenes::bar({}, true);
  turn_joint(scene, 0, {1, 0, 0}, 10);
  for (const std::size_t j : {1, 2}) {
    turn_joint(scene, j, {1, 2, 3}, j == 1 ? angle : -angle);
    Vec3<double>& t = scene.pose.locals[j].trs.translation;
    t = scenes::to_float32(Vec3<double>(t + Vec3<double>(0.5, -0.75, 0.25)));
  }
  return scene;
}

/// The bar's own axis in the frame of a joint with a bind rotation of `angle` degrees about (0.3,
/// 1, 0.2).
Vec3<double> along_the_bar(double angle) {
  const Quat<double> frame = scenes::rotation_about({0.3, 1, 0.2}, degrees(angle));
  return bindpose::rotate(bindpose::conjugate(frame), Vec3<double>(0, 1, 0));
}

}  // namespace

void add_pivot_scenes(std::vector<Case>& cases, const std::string& stem, SceneLists lists) {
  for (const auto& scenes : lists)
    for (const SceneVariation& scene : scenes)
      add_motion_scene(cases, stem, scene, {}, joint_places());
}

AddInputs joint_places() {
  return [](ArraySet& question, const Scene& scene) { return samples::add_joint_places(question, scene); };
}

std::vector<SceneVariation> slipped_scenes() {
  return {
      {"bar.slipped",
       "The middle joint is displaced from its parent; slots list children first: the child decides the "
       "joint's position.",
       true, [] { return slipped(1); }},
      {"bar.slipped-tip", "The last joint is displaced from its parent.", false, [] { return slipped(2); }}};
}

std::vector<SceneVariation> barely_turned_scenes() {
  return {{"bar.slipped-0.2-degrees",
           "Displaced joints with almost equal rotations: the centre is the mean of their positions.", true,
           [] { return barely_turned(0.2); }},
          {"bar.slipped-0.3-degrees",
           "Displaced joints; rotations differ just enough for a centre, which is far away.", true,
           [] { return barely_turned(0.3); }},
          {"bar.slipped-1.5-degrees", "Displaced joints; rotations differ more.", true,
           [] { return barely_turned(1.5); }}};
}

std::vector<SceneVariation> alike_scenes() {
  return {{"bar.turned-alike", "Only the root is rotated: parent and child rotate alike.", false,
           [] {
             Scene scene = scenes::bar({}, true);
             turn_joint(scene, 0, {1, 2, 3}, 70);
             return scene;
           }},
          {"cylinder.opposite-150-small",
           "Rotated by 150 degrees in opposite directions: the quaternions' dot product is negative.", true,
           [] {
             Scene scene = small_cylinder(0, 0)();
             turn_joint(scene, 0, {0, 0, 1}, -150);
             turn_joint(scene, 1, {0, 0, 1}, 300);
             return scene;
           }},
          {"bar.halved", "Each influence in two slots: one joint, not two.", true,
           [] { return halved(scenes::bar()); }},
          {"bar.halved-child-first", "Each influence in two slots; the child's slots come first.", false,
           [] { return halved(with_slots_reversed(scenes::bar())); }}};
}

std::vector<SceneVariation> fork_scenes() {
  return {{"fork.spread-130-parent-first",
           "Two children rotated to opposite sides; the parent is in the first slot.", true,
           [] {
             return fork(130, -130, true, {0, 1, 2});
           }},
          {"fork.spread-130-parent-last",
           "Two children rotated to opposite sides; the parent is in the last slot.", true,
           [] {
             return fork(-130, 130, true, {1, 2, 0});
           }},
          {"fork.spread-130",
           "Two coincident children rotated to opposite sides: more than half a turn apart, each within half "
           "a turn of their parent.",
           true, [] { return fork(130, -130, true); }},
          {"fork.little", "Two coincident children of one joint, slightly rotated.", true,
           [] { return fork(20, -35, true); }},
          {"fork.siblings", "Two children of one joint, without the joint itself.", false,
           [] { return fork(40, -35, false); }}};
}

std::vector<SceneVariation> chain_scenes() {
  const Vec3<double> bar_axis_in_root = along_the_bar(20), bar_axis_in_middle = along_the_bar(40);
  return {
      {"chain.three-axes",
       "Three joints of a chain on every vertex, with different axes: the centre is a compromise of all "
       "pairs.",
       true,
       [] {
         return chain({1, 2, 3}, 60, {0, 0, 1}, -75);
       }},
      {"chain.lead", "The tip rotates so far that the sign depends on which joint leads.", true,
       [] {
         return chain({0, 0, 1}, 130, {0, 0, 1}, 110);
       }},
      {"chain.lead-under-a-root",
       "A chain below a root without influence: the influencing joint nearest to the root leads.", true,
       [] {
         return under_a_root(chain({0, 0, 1}, 130, {0, 0, 1}, 110));
       }},
      {"chain.siblings", "Three children of one joint, 120 degrees apart: the first listed leads.", true,
       &three_siblings},
      {"chain.in-five-slots",
       "Two of three joints have two slots each, one possibly unused: they count as three joints.", true,
       &in_five_slots},
      {"chain.one-axis",
       "A chain twisted about its own axis: the centre is the point of the axis nearest to the joints.", true,
       [=] { return chain(bar_axis_in_root, 50, bar_axis_in_middle, 70); }},
      {"chain.nearly-one-axis",
       "A chain rotated about axes less than two degrees apart: joints nearly agree along them, and the "
       "centre is not solved there.",
       true, [=] { return chain(bar_axis_in_root, 90, bar_axis_in_middle + Vec3<double>(0, 0, 0.028), 90); }},
      {"chain.almost-alike", "Rotations that differ by 0.01 degrees: their centre is noise.", true,
       [] {
         return chain({1, 2, 3}, 0.01, {0, 0, 1}, -0.01);
       }},
      {"chain.few-degrees",
       "Rotations that differ by a few degrees: the centre is uncertain, the surface is not.", false,
       [] {
         return chain({1, 2, 3}, 3, {0, 0, 1}, -2);
       }},
      {"chain.far", "A chain twisted about one axis, a kilometre from the origin.", false, [=] {
         return chain(bar_axis_in_root, 50, bar_axis_in_middle, 70, {1000, 0, 0});
       }}};
}

}  // namespace bindpose::conformance
