// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for driven joints. Varied: the driving joint's rotation (about the axis, across it, of
// either sign, near 180 degrees), angles before, on, between and after keys, the number of drives
// and keys, translations and scales, the listing order, a joint given as a matrix.

#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::hierarchy {
namespace {

struct DriveRow {
  int from, to, what;  ///< what: 0 translation, 1 scale
  Vec3<double> axis;
  std::vector<double> angles;
  std::vector<Vec3<double>> values;
};
using Drives = std::vector<DriveRow>;

ArraySet driven(const std::vector<int>& parents, const Locals& locals, const Drives& drives) {
  ArraySet question = hierarchy_question(parents, locals);
  Array::Integers rows, counts;
  Array::Reals angles;
  std::vector<Vec3<double>> axes, values;
  for (const DriveRow& drive : drives) {
    rows.insert(rows.end(), {drive.from, drive.to, drive.what});
    counts.push_back(static_cast<std::int32_t>(drive.angles.size()));
    axes.push_back(drive.axis.unaryExpr(&to_float32));
    for (const double angle : drive.angles)
      angles.push_back(to_float32(angle));
    values.insert(values.end(), drive.values.begin(), drive.values.end());
  }
  question.add("drives", {drives.size(), 3}, std::move(rows));
  question.add("drive_axes", {drives.size(), 3}, numbers_of(axes));
  question.add("key_counts", {drives.size()}, std::move(counts));
  const std::size_t keys = angles.size();
  question.add("key_angles", {keys}, std::move(angles));
  question.add("key_values", {keys, 3}, numbers_of(values));
  return question;
}

/// Four joints. The second one is rotated by an angle about an axis, then by another angle across
/// it.
Locals elbow_locals(double degrees, double across, double sign) {
  Locals locals = skew_locals(4);
  const Quat<double> turn(rotation({0, 0, 1}, degrees)), swing(rotation({1, 2, 0}, across));
  const Vec4<double> q = sign * (swing * turn).coeffs();
  locals[1].trs.rotation = Quat<double>(Vec4<double>(q.unaryExpr(&to_float32)));
  return locals;
}

/// Parents of joints in a row.
ArraySet elbow(double degrees, double across, double sign, const Drives& drives) {
  return driven(in_a_row(4), elbow_locals(degrees, across, sign), drives);
}

/// The second joint is the root. The first is the child of the second, the third of the first, the
/// fourth of the third.
ArraySet elbow_in_any_order(double degrees, const Drives& drives) {
  return driven({2, -1, 3, 1}, elbow_locals(degrees, 0, 1), drives);
}

ArraySet elbow_on_matrix(double degrees, const Drives& drives) {
  Locals locals = elbow_locals(degrees, 0, 1);
  locals[0].is_matrix = true;
  locals[0].matrix.linear << 1, 0.5, 0, 0, 2, -0.25, 0.125, 0, -1;
  locals[0].matrix.translation = {3, -2, 1};
  return driven(in_a_row(4), locals, drives);
}

DriveRow bulge() {
  return {1, 2, 1, {0, 0, 1}, {0.25, 1, 1.75}, {{1, 1, 1}, {1.5, 0.75, 1.25}, {2, 0.5, 1.75}}};
}

DriveRow slide() {
  return {1,
          3,
          0,
          {0, 0, 1},
          {-1.5, -0.5, 0.5, 2.5},
          {{0.5, 0, 1}, {-1, 0.25, 2}, {0, 1, -0.5}, {0.75, -2, 0.25}}};
}

/// A translation with this many keys from -3 to 3, unevenly spaced.
DriveRow many_steps(std::size_t keys) {
  DriveRow drive{1, 3, 0, {0, 0, 1}, {}, {}};
  const std::vector<double> numbers = many_numbers(3 * keys), times = many_times(keys);
  for (std::size_t k = 0; k < keys; ++k) {
    drive.angles.push_back(-3 + 6 * (times[k] - times.front()) / (times.back() - times.front()));
    drive.values.emplace_back(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]);
  }
  return drive;
}

/// A translation or a scale, driven by the rotations of two joints.
DriveRow push(int from, int to, int what) {
  const double size = 1 + 0.25 * to;
  return {from, to, what, {0, 0, 1}, {-2, 2}, {{size, 0.5, 1.5}, {0.75, 1.25 * size, 1}}};
}

/// Seven of the eight translations and scales of four joints, driven by the rotations of the first
/// and the second joint.
Drives seven_pushes() {
  return {push(0, 0, 1), push(1, 2, 1), push(1, 3, 0), push(0, 1, 1),
          push(1, 2, 0), push(0, 0, 0), push(1, 1, 0)};
}

}  // namespace

void driven_joint_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "driven_joint");
  add("elbow.bulge", "A scale between its last two keys; the joint rotates only about the drive axis.", elbow,
      80.0, 0.0, 1.0, Drives{bulge()});
  add("elbow.bulge-first-half", "A scale between its first two keys.", elbow, 40.0, 0.0, 1.0,
      Drives{bulge()});
  add("elbow.slide", "A driven translation.", elbow, 70.0, 0.0, 1.0, Drives{slide()});
  add("elbow.swung", "The joint also rotates across the axis, which has no effect.", elbow, 50.0, 40.0, 1.0,
      Drives{bulge(), slide()});
  add("elbow.swung-backwards", "A negative angle, and a rotation across the axis.", elbow, -50.0, 65.0, 1.0,
      Drives{slide()});
  add("elbow.backwards", "A negative angle alone.", elbow, -40.0, 0.0, 1.0, Drives{slide()});
  add("elbow.negative-quaternion", "The same rotation as a negated quaternion.", elbow, 50.0, 40.0, -1.0,
      Drives{bulge(), slide()});
  add("elbow.negative-backwards", "A negative angle as a negated quaternion.", elbow, -70.0, 20.0, -1.0,
      Drives{slide()});
  add("elbow.before", "An angle before the first key: its value holds.", elbow, -120.0, 10.0, 1.0,
      Drives{bulge(), slide()});
  add("elbow.after", "An angle after the last key: its value holds.", elbow, 160.0, 10.0, 1.0,
      Drives{bulge(), slide()});
  add("elbow.nearly-half-a-turn", "An angle near half a turn.", elbow, 179.0, 0.0, 1.0,
      Drives{{1, 2, 0, {0, 0, 1}, {2, 4}, {{0, 1, 2}, {3, -1, 1}}}});
  add("elbow.more-than-half-a-turn", "Beyond half a turn, the angle is negative.", elbow, 200.0, 0.0, 1.0,
      Drives{{1, 2, 0, {0, 0, 1}, {-4, 4}, {{0, 1, 2}, {3, -1, 1}}}});
  add("elbow.one-key", "A single key: its value holds at every angle.", elbow, 50.0, 40.0, 1.0,
      Drives{{1, 2, 1, {0, 0, 1}, {0.5}, {{1.5, 0.75, 2}}}});
  add("elbow.last-counts", "Two drives of one translation: the last one counts.", elbow, 50.0, 40.0, 1.0,
      Drives{slide(), {2, 3, 0, {0.6, 0, 0.8}, {-2, 2}, {{1, 2, 3}, {-1, 0, 2}}}});
  add("elbow.last-of-three", "Three drives of one translation: the last one counts.", elbow, -20.0, 40.0, 1.0,
      Drives{slide(),
             bulge(),
             {0, 3, 0, {0, 0.6, -0.8}, {-3, 3}, {{1, -2, 3}, {-1, 0, 1}}},
             {2, 3, 0, {0.6, 0, 0.8}, {-2, 2}, {{1, 2, 3}, {-1, 0, 2}}}});
  add("elbow.own-scale", "A joint that drives its own scale.", elbow, 60.0, 20.0, 1.0,
      Drives{{1, 1, 1, {0, 0, 1}, {-2, 2}, {{0.5, 1, 1.5}, {2, 1, 0.75}}}});
  add("elbow.long-axis", "An axis 1 % too long is divided by its length.", elbow, 50.0, 40.0, 1.0,
      Drives{{1, 2, 0, 1.01 * Vec3<double>(0.6, 0, 0.8), {-2, 2}, {{1, 2, 3}, {-1, 0, 2}}}});
  add("elbow.matrix-root", "A sheared, mirrored matrix as root; it neither drives nor is driven.",
      elbow_on_matrix, 50.0, Drives{bulge(), slide()});
  for (const double degrees : {50.0, -70.0})
    add(degrees > 0 ? "elbow.any-order" : "elbow.any-order-backwards", "Parents listed after their children.",
        elbow_in_any_order, degrees, Drives{bulge(), slide()});
  add("elbow.keys-300", "300 keys: more than 8, and more than a byte can count.", elbow, 120.0, 20.0, 1.0,
      Drives{many_steps(300)});
  add("elbow.keys-20", "20 keys, and another drive after them.", elbow, 80.0, 20.0, 1.0,
      Drives{many_steps(20), bulge()})
      .golden = false;
  add("elbow.seven-drives", "Seven drives at once.", elbow, 60.0, 30.0, 1.0, seven_pushes());
  add("elbow.seven-drives-backwards", "Seven drives at a negative angle.", elbow, -50.0, 10.0, 1.0,
      seven_pushes())
      .golden = false;
  add("elbow.none", "No drives: plain forward kinematics.", elbow, 50.0, 40.0, 1.0, Drives{});
  add("elbow.none-bent", "No drives, with a joint that is bent further.", elbow, -150.0, 70.0, 1.0, Drives{});
}

}  // namespace bindpose::conformance::hierarchy
