// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes that another angle drives, or that come in elsewhere.
#include "reference/examples/angle_driven_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

bool is_driven(const Question& question) {
  return question.algorithm->id == "angle-driven-shape";
}
bool is_driven_by_pose(const Question& question) {
  return is_driven(question) && question.arrays.has("driver");
}

/// At palette level, driven to `change(theta)`.
template <class Change>
Changed with_theta(const Question& question, Change change) {
  if (!is_driven(question)) return std::nullopt;
  Changed given =
      question.arrays.has("theta") ? Changed(question) : with_palette(question, palette_of(question));
  if (Array::Reals* theta = given ? reals_of(given->arrays, "theta") : nullptr) {
    (*theta)[0] = change((*theta)[0]);
    return given;
  }
  return std::nullopt;
}

/// (phi - phi_0) / (phi_1 - phi_0) of the angle, changed; not taken into 0 .. 1.
template <class Change>
double driven_by(const Question& question, Change change) {
  const auto joint = static_cast<std::size_t>(question.arrays.find("driver")->integers()[0]);
  const auto row = [&](const char* name) { return question.arrays.find(name)->reals().data(); };
  const Quat<double> q(locals_of(question)[joint].linear), r = quaternion_at(row("driver_rest"));
  const double* b = row("driver_axis");
  const double phi = change(examples::joint_angle<double>(q, r, Vec3<double>(b[0], b[1], b[2])));
  return (phi - row("angle_range")[0]) / (row("angle_range")[1] - row("angle_range")[0]);
}

Changed shape_not_clamped(const Question& question) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  return with_theta(question, [&](double) { return driven_by(question, [](double phi) { return phi; }); });
}
Changed shape_clamped_though_given(const Question& question) {
  if (!is_driven(question) || is_driven_by_pose(question)) return std::nullopt;
  return with_theta(question, [](double theta) { return std::clamp(theta, 0.0, 1.0); });
}
Changed driven_without_sign(const Question& question) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  return with_theta(question, [&](double) {
    return std::clamp(driven_by(question, [](double phi) { return std::fabs(phi); }), 0.0, 1.0);
  });
}
/// 2 acos(v): the whole rotation, about whichever axis.
Changed driven_by_whole_rotation(const Question& question) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  const auto joint = static_cast<std::size_t>(question.arrays.find("driver")->integers()[0]);
  const Quat<double> q(locals_of(question)[joint].linear),
      r = quaternion_at(question.arrays.find("driver_rest")->reals().data());
  const double phi = q.angularDistance(r.normalized());
  return with_theta(question, [&](double) {
    return std::clamp(driven_by(question, [phi](double) { return phi; }), 0.0, 1.0);
  });
}

Changed with_angle_range(const Question& question, double factor) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  return with_rows(question, {"angle_range"}, 1, [factor](double* phi, std::size_t) { *phi *= factor; });
}

Changed driver_rest_ignored(const Question& question) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"driver_rest", {4}, Array::Reals{0, 0, 0, 1}});
  return changed;
}

Changed driven_by_last_joint(const Question& question) {
  if (!is_driven_by_pose(question)) return std::nullopt;
  const auto last = static_cast<std::int32_t>(joint_count(question.arrays)) - 1;
  if (question.arrays.find("driver")->integers()[0] == last) return std::nullopt;
  Question changed = question;
  changed.arrays.put({"driver", {1}, Array::Integers{last}});
  return changed;
}

/// The displacement added to the skinned mesh.
Computed shape_after_skinning(const Question& question) {
  const Changed still = with_theta(question, [](double) { return 0; });
  const Changed driven = with_theta(question, [](double theta) { return theta; });
  if (!still) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result,
               still->algorithm->implementation.in_double(still->arrays, still->options));
  const double theta = driven->arrays.find("theta")->reals()[0];
  const Array::Reals& x_0 = question.arrays.find("positions")->reals();
  const Array::Reals& x_1 = question.arrays.find("shape_positions")->reals();
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t i = 0; array.name == "positions" && i < x_0.size(); ++i)
      array.values[i] += theta * (x_1[i] - x_0[i]);
  return result;
}

/// The shape taken for a displacement.
Changed shape_as_displacement(const Question& question) {
  if (!is_driven(question)) return std::nullopt;
  const Array::Reals base = question.arrays.find("positions")->reals();
  return with_rows(question, {"shape_positions"}, 1, [&base](double* x, std::size_t i) { *x += base[i]; });
}

Changed shape_directions_kept(const Question& question) {
  if (!is_driven(question) || !question.arrays.has("shape_normals")) return std::nullopt;
  Question changed = question;
  changed.arrays.remove("shape_normals");
  changed.arrays.remove("shape_tangents");
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(examples, angle_driven_shape) {
  return {
      {.id = "shape-ignored",
       .sentence = "your output equals what one gets without the driven shape",
       .symptom = "the arm bends, the biceps stays flat",
       .source = "(derived)",
       .question = [](const Question& question) { return with_theta(question, [](double) { return 0; }); }},
      {.id = "shape-reversed",
       .sentence = "your output equals what one gets when theta and 1 - theta change places",
       .symptom = "the biceps is flexed at rest",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return with_theta(question, [](double theta) { return 1 - theta; });
           }},
      {.id = "shape-after-skinning",
       .sentence =
           "your output equals what one gets when the shape's displacement is added to the skinned mesh",
       .symptom = "the biceps swells along the world's axes",
       .source = "glTF#1646, three.js#8953 (of morph targets)",
       .formula = &shape_after_skinning},
      {.id = "shape-as-displacement",
       .sentence =
           "your output equals what one gets when the shape is taken for a displacement from the base",
       .symptom = "the mesh doubles as the joint bends",
       .source = "three.js#17608 (of morph targets)",
       .question = &shape_as_displacement},
      {.id = "shape-directions-kept",
       .sentence = "your output equals what one gets when the shape's normals and tangents are not looked at",
       .symptom = "the swollen biceps is lit as a flat one",
       .source = "filament#1609 (of morph targets)",
       .question = &shape_directions_kept},
      {.id = "shape-not-clamped",
       .sentence = "your output equals what one gets when angles beyond the range drive the shape further",
       .symptom = "the biceps bursts, or caves in",
       .source = "(derived)",
       .question = &shape_not_clamped},
      {.id = "shape-clamped",
       .sentence = "your output equals what one gets when a theta that is given is taken into 0 .. 1",
       .symptom = "overshoot is lost",
       .source = "three.js#23264 (of morph targets)",
       .question = &shape_clamped_though_given},
      {.id = "shape-half-angle",
       .sentence =
           "your output equals what one gets when the angle is that of the quaternion, half of the joint's",
       .symptom = "the shape comes in half as much",
       .source = "(derived)",
       .question = [](const Question& question) { return with_angle_range(question, 2); }},
      {.id = "shape-degrees",
       .sentence = "your output equals what one gets when the range is taken for degrees",
       .symptom = "the shape is in as soon as the joint moves",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_angle_range(question, std::numbers::pi / 180); }},
      {.id = "shape-rest-ignored",
       .sentence = "your output equals what one gets when the joint's angle is not measured from its rest",
       .symptom = "the shape is half in at rest",
       .source = "(derived)",
       .question = &driver_rest_ignored},
      {.id = "shape-unsigned-angle",
       .sentence =
           "your output equals what one gets when a joint that bends the other way drives the shape, too",
       .symptom = "the biceps swells as the arm overstretches",
       .source = "(derived)",
       .question = &driven_without_sign},
      {.id = "shape-any-axis",
       .sentence = "your output equals what one gets when any turn of the joint drives the shape, about "
                   "whichever axis",
       .symptom = "the biceps swells as the forearm twists",
       .source = "(derived)",
       .question = &driven_by_whole_rotation},
      {.id = "shape-driven-by-last-joint",
       .sentence = "your output equals what one gets when the last joint drives the shape, whichever should",
       .symptom = "the biceps swells as a finger bends",
       .source = "(derived)",
       .question = &driven_by_last_joint},
  };
}

}  // namespace bindpose::conformance
