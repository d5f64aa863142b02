// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for joints with degrees of freedom. Varied: the kinds of joint, the order of their
// rotations, offsets, limits, and the listing order. Axes are skew and angles large, so that no two
// rotations commute.

#include "conformance/cases/shared/pose_case.h"
#include "reference/hierarchy/shared/dof_joint.h"

namespace bindpose::conformance::hierarchy {
namespace {

using bindpose::hierarchy::DofJoint;
using bindpose::hierarchy::JointType;
using scenes::degrees;

Dof turn(double angle, double lower = -360, double upper = 360) {
  return {to_float32(degrees(angle)), to_float32(degrees(lower)), to_float32(degrees(upper))};
}

Dof slide(double metres) {
  return {metres, -2, 2};
}

Vec3<double> axis(double x, double y, double z) {
  return scenes::to_float32(Vec3<double>(Vec3<double>(x, y, z).normalized()));
}

/// A joint about a metre from its parent, its frame rotated by 40 degrees.
DofJoint joint(JointType type, std::vector<Dof> dofs, std::vector<Vec3<double>> axes) {
  Trs<double> offset;
  offset.translation = {0.5, 1, -0.25};
  offset.rotation = Quat<double>(rotation({2, -1, 3}, 40));
  return {type, scenes::to_float32(affine_from_trs(offset)), std::move(dofs), std::move(axes)};
}

ArraySet question_of(const std::vector<int>& parents, const std::vector<DofJoint>& joints) {
  ArraySet question;
  bindpose::hierarchy::add_dof_joints(question, parents, joints);
  return question;
}

ArraySet three_hinges() {
  return question_of({-1, 0, 1}, {joint(JointType::hinge, {turn(50)}, {axis(1, 2, 3)}),
                                  joint(JointType::hinge, {turn(-75)}, {axis(3, 0, -1)}),
                                  joint(JointType::hinge, {turn(200)}, {axis(0, 1, 0)})});
}

ArraySet balls(const std::vector<Vec3<double>>& axes, double middle) {
  return question_of({-1, 0}, {joint(JointType::ball, {turn(70), turn(middle), turn(-130)}, axes),
                               joint(JointType::ball, {turn(-20), turn(35), turn(110)}, axes)});
}

ArraySet universals() {
  return question_of({-1, 0},
                     {joint(JointType::universal, {turn(80), turn(-60)}, {axis(1, 0, 0), axis(0, 1, 0)}),
                      joint(JointType::universal, {turn(25), turn(140)},
                            {axis(1, 1, 0), axis(-1, 2, 1)})});  // not orthogonal
}

ArraySet slides() {
  return question_of({-1, 0, 1}, {joint(JointType::prismatic, {slide(1.25)}, {axis(1, 0, 0)}),
                                  joint(JointType::prismatic, {slide(-0.75)}, {axis(1, -2, 2)}),
                                  joint(JointType::hinge, {turn(45)}, {axis(0, 0, 1)})});
}

std::vector<Vec3<double>> unit_axes(std::size_t count) {
  std::vector<Vec3<double>> axes;
  for (std::size_t k = 0; k < count; ++k)
    axes.emplace_back(Vec3<double>::Unit(static_cast<int>(k % 3)));
  return axes;
}

DofJoint free_joint() {
  return joint(JointType::free, {slide(1), slide(-0.5), slide(0.25), turn(60), turn(-40), turn(100)},
               unit_axes(6));
}

ArraySet free_root() {
  return question_of({-1, 0}, {free_joint(), joint(JointType::hinge, {turn(30)}, {axis(0, 1, 0)})});
}

/// Children before parents, with mixed numbers of DOFs.
ArraySet mixed() {
  return question_of(
      {2, 3, -1, 2, 1, -1},
      {joint(JointType::ball, {turn(10), turn(20), turn(30)}, unit_axes(3)), joint(JointType::fixed, {}, {}),
       free_joint(), joint(JointType::prismatic, {slide(0.5)}, {axis(0, 3, 4)}),
       joint(JointType::hinge, {turn(-65)}, {axis(2, 3, 6)}),
       joint(JointType::universal, {turn(15), turn(-95)}, unit_axes(2))});
}

/// Three joints in a row, the root listed last.
ArraySet backwards() {
  return question_of({1, 2, -1}, {joint(JointType::hinge, {turn(35)}, {axis(0, 2, 1)}),
                                  joint(JointType::universal, {turn(-50), turn(90)}, unit_axes(2)),
                                  joint(JointType::hinge, {turn(120)}, {axis(1, 0, 1)})});
}

/// Two values below their limits, two above, one on a limit, one within; a slide that is too long;
/// a fixed value.
ArraySet beyond_limits() {
  return question_of(
      {-1, 0, 1, 2},
      {joint(JointType::ball, {turn(-100, -45, 45), turn(100, -30, 60), turn(20, -45, 45)}, unit_axes(3)),
       joint(JointType::universal, {turn(145, 0, 140), turn(-1, 0, 90)}, unit_axes(2)),
       joint(JointType::prismatic, {{3, -0.25, 0.75}}, {axis(1, 2, 2)}),
       joint(JointType::universal, {turn(90, 0, 90), turn(70, 25, 25)}, unit_axes(2))});
}

/// A rotation and a slide, each beyond its range by half of the range.
ArraySet far_beyond_limits() {
  return question_of({-1, 0}, {joint(JointType::hinge, {turn(150, -60, 80)}, {axis(2, -1, 2)}),
                               joint(JointType::prismatic, {{-1.5, -0.5, 0.5}}, {axis(0, 1, 1)})});
}

ArraySet within_limits() {
  return question_of(
      {-1, 0},
      {joint(JointType::ball, {turn(-45, -45, 45), turn(60, -30, 60), turn(20, -45, 45)}, unit_axes(3)),
       joint(JointType::hinge, {turn(140, 0, 145)}, {axis(1, 0, 0)})});
}

ArraySet unlimited() {
  return question_of(
      {-1, 0}, {joint(JointType::hinge, {{to_float32(degrees(1000)), -infinity, infinity}}, {axis(1, 2, 3)}),
                joint(JointType::prismatic, {{-25, -infinity, 1}}, {axis(0, 0, 1)})});
}

ArraySet many_turns() {
  return question_of(
      {-1, 0}, {joint(JointType::universal,
                      {{to_float32(degrees(-800)), -infinity, infinity}, {to_float32(degrees(500)), -10, 10}},
                      unit_axes(2)),
                joint(JointType::hinge, {turn(20)}, {axis(0, 0, 1)})});
}

ArraySet short_axes() {
  return question_of({-1, 0}, {joint(JointType::universal, {turn(-70), turn(40)},
                                     {Vec3<double>(0, 0.59375, 0.8125), Vec3<double>(0.9921875, 0, 0)}),
                               joint(JointType::hinge, {turn(95)}, {Vec3<double>(0, 0, 1.0078125)})});
}

ArraySet long_axes() {
  return question_of({-1, 0}, {joint(JointType::hinge, {turn(120)}, {Vec3<double>(0.609375, 0.8125, 0)}),
                               joint(JointType::prismatic, {slide(1.5)}, {Vec3<double>(0, 0.9921875, 0)})});
}

ArraySet chain(std::size_t joints) {
  Random random("conformance.fk_dof.chain");
  std::vector<DofJoint> all;
  for (std::size_t j = 0; j < joints; ++j) {
    all.push_back(joint(JointType::ball, {}, {}));
    for (int k = 0; k < 3; ++k) {
      all.back().dofs.push_back({random.uniform(-1, 1), -1, 1});
      all.back().axes.push_back(random.direction());
    }
  }
  return question_of(in_a_row(joints), all);
}

}  // namespace

void fk_dof_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "fk_dof");
  const Vec3<double> x = axis(1, 0, 0), y = axis(0, 1, 0), z = axis(0, 0, 1);
  add("hinges.skew", "Three hinges with skew axes, one rotated past half a turn.", three_hinges);
  add("balls.zyx", "Axes z, y, x: the rotation about x comes first.", balls, std::vector{z, y, x}, 35);
  add("balls.zxz", "One axis twice: the axes are a sequence, not three named angles.", balls,
      std::vector{z, x, z}, 35);
  add("balls.gimbal-lock", "Gimbal lock: the first and third axis coincide; no special case.", balls,
      std::vector{z, y, x}, 90);
  add("balls.gimbal-lock-back", "Gimbal lock in the other direction.", balls, std::vector{z, y, x}, -90);
  add("universals.skew", "Two orthogonal axes, and two that are not.", universals);
  add("prismatic.turned", "Slides in rotated frames: along the joint's axes, not its parent's.", slides);
  add("free.root", "Six numbers: slides first, along axes that the rotations do not change.", free_root);
  add("mixed.any-order", "All joint types, listed child first: DOFs follow the listing order, not the depth.",
      mixed);
  add("limits.beyond", "Values beyond either limit, on a limit, and with equal limits.", beyond_limits);
  add("hinges.root-last", "Three joints, the root listed last.", backwards);
  add("limits.far-beyond", "A rotation and a slide far beyond their limits.", far_beyond_limits);
  add("limits.within-reject",
      "Values on and within their limits are accepted; values beyond them are errors.", within_limits)
      .options = {{"limits", "reject"}};
  add("limits.infinite", "No limits: nearly three turns, and 25 m.", unlimited);
  add("limits.wide", "More than two turns backwards, and limits of more than one turn.", many_turns);
  add("axes.nearly-unit", "Axes 0.6 and 0.8 % off unit length, on joints with two axes and one.", short_axes);
  add("axes.not-quite-unit", "Axes 1.6 and 0.8 % off unit length: only their direction counts.", long_axes);
  add("chain.joints-60", "60 ball joints in a row: rounding errors add up; nothing else may differ.", chain,
      60);
}

}  // namespace bindpose::conformance::hierarchy
