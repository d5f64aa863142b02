// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Driven joints: which angle drives, how it is keyed, and what becomes of the value.
#include "reference/hierarchy/driven_joint.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "conformance/defects/shared/change.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

using bindpose::hierarchy::DriveKeys, bindpose::hierarchy::KeyForm;

struct DriveAt {
  Vec3<double> a;
  Quat<double> q;
  DriveKeys<double> keys;
  Vec3<double> own;  ///< what the driven joint has by itself
  bool is_scale = false;

  double right_angle() const { return bindpose::hierarchy::angle_about(a, q); }
  Vec3<double> at(double theta) const {
    return bindpose::hierarchy::driven_value(keys, theta, KeyForm::two_products);
  }
};

/// Forward kinematics with value(DriveAt) in the place of what is driven, drive by drive.
Computed driven_by(const Question& question, const std::function<Vec3<double>(const DriveAt&)>& value,
                   bool first_counts = false) {
  if (question.algorithm->id != "driven-joint") return cannot_be_made();
  Question changed = question;
  const Array::Integers& rows = question.arrays.find("drives")->integers();
  const Array::Integers& counts = question.arrays.find("key_counts")->integers();
  const Array &axes = *question.arrays.find("drive_axes"), &angles = *question.arrays.find("key_angles"),
              &values = *question.arrays.find("key_values");
  std::size_t first = 0;
  std::vector<std::pair<int, int>> done;
  for (std::size_t d = 0; d < counts.size(); ++d) {
    const auto from = static_cast<std::size_t>(rows[3 * d]), to = static_cast<std::size_t>(rows[3 * d + 1]);
    const char* name = rows[3 * d + 2] == 0 ? "local_translations" : "local_scales";
    double* own = reals_of(changed.arrays, name)->data() + 3 * to;
    DriveAt drive{read_row<double, 3>(axes, d).normalized(),
                  quaternion_at(&question.arrays.find("local_rotations")->reals()[4 * from]),
                  {},
                  Vec3<double>(own[0], own[1], own[2]),
                  rows[3 * d + 2] != 0};
    for (const std::size_t end = first + static_cast<std::size_t>(counts[d]); first < end; ++first) {
      drive.keys.angles.push_back(angles.reals()[first]);
      drive.keys.values.push_back(read_row<double, 3>(values, first));
    }
    const std::pair<int, int> what{rows[3 * d + 1], rows[3 * d + 2]};
    if (first_counts && std::find(done.begin(), done.end(), what) != done.end()) continue;
    done.push_back(what);
    const Vec3<double> v = value(drive);
    std::copy(v.begin(), v.end(), own);
  }
  for (const auto& [name, shape] : {std::pair{"drives", Shape{0, 3}}, std::pair{"key_counts", Shape{0}}})
    changed.arrays.put({name, shape, Array::Integers{}});
  for (const auto& [name, shape] : {std::pair{"drive_axes", Shape{0, 3}}, std::pair{"key_angles", Shape{0}},
                                    std::pair{"key_values", Shape{0, 3}}})
    changed.arrays.put({name, shape, Array::Reals{}});
  return changed.algorithm->implementation.in_double(changed.arrays, changed.options);
}

constexpr std::size_t keys_of_a_drive = 8, drives_read = 4;

/// The eighth key is the last.
Vec3<double> by_first_keys(const DriveAt& drive) {
  DriveAt other = drive;
  other.keys.angles.resize(std::min(keys_of_a_drive, drive.keys.angles.size()));
  other.keys.values.resize(other.keys.angles.size());
  return other.at(other.right_angle());
}

Computed by_first_keys_of_each(const Question& question) {
  const Array* counts = question.arrays.find("key_counts");
  if (counts == nullptr || counts->integers().empty() ||
      std::ranges::max(counts->integers()) <= static_cast<std::int32_t>(keys_of_a_drive))
    return cannot_be_made();
  return driven_by(question, &by_first_keys);
}

/// Drives after the fourth are left out.
Computed by_first_drives(const Question& question) {
  const Array* counts = question.arrays.find("key_counts");
  if (counts == nullptr || counts->shape[0] <= drives_read) return cannot_be_made();
  std::size_t done = 0;
  return driven_by(question, [&done](const DriveAt& drive) {
    return ++done > drives_read ? drive.own : drive.at(drive.right_angle());
  });
}

/// Another angle: other(DriveAt).
Computed at_angle(const Question& question, double (*other)(const DriveAt&)) {
  return driven_by(question, [other](const DriveAt& drive) { return drive.at(other(drive)); });
}

double signed_as_it_is(const DriveAt& drive) {
  return 2 * std::atan2(drive.a.dot(drive.q.vec()), drive.q.w());
}

double of_whole_rotation(const DriveAt& drive) {
  return 2 * std::acos(std::clamp(std::fabs(drive.q.w()), 0.0, 1.0));
}

/// The outermost lines go on.
Vec3<double> beyond(const DriveAt& drive) {
  const auto& [angles, v] = drive.keys;
  const double theta = drive.right_angle();
  const std::size_t last = angles.size() - 1;
  if (last == 0 || (theta >= angles[0] && theta <= angles[last])) return drive.at(theta);
  const std::size_t k = theta < angles[0] ? 0 : last - 1;
  return v[k] + (theta - angles[k]) / (angles[k + 1] - angles[k]) * (v[k + 1] - v[k]);
}

Vec3<double> held(const DriveAt& drive) {
  const auto& [angles, v] = drive.keys;
  const auto after = std::upper_bound(angles.begin(), angles.end(), drive.right_angle()) - angles.begin();
  return v[after == 0 ? 0 : static_cast<std::size_t>(after) - 1];
}

}  // namespace

BINDPOSE_DEFECTS(hierarchy, driven_joint) {
  return {
      {.id = "driver-half-angle",
       .sentence = "your output equals what one gets when half the angle drives: the arctangent of a "
                   "quaternion's parts is to "
                   "be doubled",
       .symptom = "the muscle bulges late and too little",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return at_angle(question, [](const DriveAt& drive) { return drive.right_angle() / 2; });
           }},
      {.id = "driver-degrees",
       .sentence = "your output equals what one gets when keys are in degrees; they are in radians",
       .symptom = "the bulge is there at the slightest bend",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return at_angle(
                 question, [](const DriveAt& drive) { return drive.right_angle() * 180 / std::numbers::pi; });
           }},
      {.id = "driver-whole-angle",
       .sentence = "your output equals what one gets when the angle of the whole rotation drives; only its "
                   "turn about the axis "
                   "counts",
       .symptom = "the muscle bulges when the arm is swung sideways",
       .source = "(derived)",
       .formula = [](const Question& question) { return at_angle(question, &of_whole_rotation); }},
      {.id = "driver-unsigned",
       .sentence = "your output equals what one gets when the angle has no sign",
       .symptom = "the muscle bulges when the arm is bent backwards",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return at_angle(question, [](const DriveAt& drive) { return std::fabs(drive.right_angle()); });
           }},
      {.id = "driver-long-way",
       .sentence = "your output equals what one gets when a quaternion below 0 drives by the angle of the "
                   "long way round",
       .symptom = "the muscle jumps when the quaternion changes its sign",
       .source = "(derived)",
       .formula = [](const Question& question) { return at_angle(question, &signed_as_it_is); }},
      {.id = "driver-beyond-keys",
       .sentence = "your output equals what one gets when values go on beyond the first and the last key; "
                   "they are held",
       .symptom = "the muscle turns inside out when the arm is bent backwards",
       .source = "(derived)",
       .formula = [](const Question& question) { return driven_by(question, &beyond); }},
      {.id = "driver-stepped",
       .sentence = "your output equals what one gets when values change at keys alone",
       .symptom = "the muscle jumps",
       .source = "(derived)",
       .formula = [](const Question& question) { return driven_by(question, &held); }},
      {.id = "driver-ignored",
       .sentence = "your output equals what one gets when nothing is driven",
       .symptom = "the muscle does not bulge",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return driven_by(question, [](const DriveAt& drive) { return drive.own; });
           }},
      {.id = "driver-added",
       .sentence = "your output equals what one gets when a driven translation is added to the joint's own; "
                   "it takes its place",
       .symptom = "the bulge sits too far from the bone",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return driven_by(question, [](const DriveAt& drive) {
               const Vec3<double> v = drive.at(drive.right_angle());
               return drive.is_scale ? v : Vec3<double>(drive.own + v);
             });
           }},
      {.id = "driver-multiplied",
       .sentence = "your output equals what one gets when a driven scale multiplies the joint's own; it "
                   "takes its place",
       .symptom = "the bulge is too large",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return driven_by(question, [](const DriveAt& drive) {
               const Vec3<double> v = drive.at(drive.right_angle());
               return drive.is_scale ? Vec3<double>(drive.own.cwiseProduct(v)) : v;
             });
           }},
      {.id = "driver-first-counts",
       .sentence = "your output equals what one gets when of several drives of one translation or scale the "
                   "first counts; the "
                   "last does",
       .symptom = "a corrective drive has no effect",
       .source = "(derived)",
       .formula =
           [](const Question& question) {
             return driven_by(
                 question, [](const DriveAt& drive) { return drive.at(drive.right_angle()); }, true);
           }},
      {.id = "driver-first-eight-keys",
       .sentence = "your output equals what one gets when the first eight keys of a drive are read and no "
                   "more; the eighth "
                   "holds beyond them",
       .symptom = "a finely keyed muscle stops halfway",
       .source = "(derived)",
       .formula = &by_first_keys_of_each},
      {.id = "driver-first-four-drives",
       .sentence = "your output equals what one gets when the first four drives are read and no more",
       .symptom = "of many muscles a few move",
       .source = "(derived)",
       .formula = &by_first_drives},
  };
}

}  // namespace bindpose::conformance
