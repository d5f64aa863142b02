// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Distances from other things than a joint's own bones, or weighed otherwise.
#include "reference/binding/point_to_line.h"

#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "reference/binding/shared/bones.h"

namespace bindpose::conformance {
namespace {

using Bones = std::vector<bindpose::binding::Bone<double>>;
using Distance = double (*)(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& x);

bool is_binding(const Question& question) {
  return question.algorithm->id == "bind.point-to-line";
}

bool is_smooth(const Question& question) {
  return question.options.contains("weighing") && question.options.at("weighing") == "inverse-distance";
}

/// From the line through both ends.
double from_line(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& x) {
  const Vec3<double> d = b - a;
  return a == b ? (x - a).norm() : d.cross(x - a).norm() / d.norm();
}
double from_bone(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& x) {
  return (x - bindpose::binding::nearest_point(a, b, x)).norm();
}
double from_pivot(const Vec3<double>& a, const Vec3<double>&, const Vec3<double>& x) {
  return (x - a).norm();
}

/// As they are, bones hang on the joint that they begin at.
Bones as_they_are(const Bones& bones, const Array::Integers&) {
  return bones;
}

/// The bones that come from the parents; a leaf's point stays the leaf's.
Bones of_ends(const Bones& bones, const Array::Integers& parents) {
  Bones hung;
  const auto children = bindpose::binding::children_of(parents);
  std::vector<std::size_t> next(parents.size());
  for (const auto& bone : bones)
    hung.push_back({children[bone.j].empty() ? bone.j : children[bone.j][next[bone.j]++], bone.a, bone.b});
  std::ranges::stable_sort(hung, {}, [](const auto& bone) { return bone.j; });
  return hung;
}

/// The distance from every bone by this measure, the bones hung otherwise.
Computed measured_by(const Question& question, Distance distance,
                     Bones (*hang)(const Bones&, const Array::Integers&) = &as_they_are) {
  if (!is_binding(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    namespace binding = bindpose::binding;
    const auto leaves =
        question.options.contains("leaf_joints") && question.options.at("leaf_joints") == "point"
            ? binding::LeafJoints::point
            : binding::LeafJoints::none;
    BINDPOSE_TRY(const Bones found, binding::bones_of(in.integers("parents"), in.rows<3>("pivots"), leaves));
    const Bones bones = hang(found, in.integers("parents"));
    const std::vector<Vec3<double>> x = in.rows<3>("positions");
    return binding::weigh_vertices<double>(x.size(), in.extent("J"), [&](std::size_t v, std::span<double> w) {
      std::vector<binding::ListedWeight<double>> d;
      for (const auto& bone : bones) {
        const double away = distance(bone.a, bone.b, x[v]);
        if (!d.empty() && d.back().j == bone.j)
          d.back().w = std::min(d.back().w, away);
        else
          d.push_back({bone.j, away});
      }
      if (is_smooth(question))
        binding::weigh_by_inverse_distance(d, in.has("exponent") ? in.integer("exponent") : 1, w);
      else
        binding::weigh_nearest(d, w);
      return "";
    });
  });
}
Computed lines(const Question& question) {
  return measured_by(question, &from_line);
}
Computed pivots(const Question& question) {
  return measured_by(question, &from_pivot);
}

/// The bone from a joint's parent to the joint is the joint's; of joints without a parent none is.
Computed of_child(const Question& question) {
  return measured_by(question, &from_bone, &of_ends);
}

/// Of several children only the first counts: the others hang nowhere.
Changed first_child_only(const Question& question) {
  if (!is_binding(question)) return std::nullopt;
  Changed changed = question;
  Array::Integers& parents = *integers_of(changed->arrays, "parents");
  const Array::Integers given = parents;
  for (std::size_t j = 0; j < given.size(); ++j)
    if (given[j] >= 0 && std::ranges::find(given, given[j]) != given.begin() + static_cast<std::ptrdiff_t>(j))
      parents[j] = -1;
  return changed;
}

Changed with_exponent(const Question& question, int (*change)(int)) {
  if (!is_binding(question) || !is_smooth(question)) return std::nullopt;
  const Array* given = question.arrays.find("exponent");
  Changed changed = question;
  changed->arrays.put(
      {"exponent", {1}, Array::Integers{change(given == nullptr ? 1 : given->integers()[0])}});
  return changed;
}
Changed squared(const Question& question) {
  return with_exponent(question, [](int q) { return std::min(2 * q, 16); });
}
Changed exponent_ignored(const Question& question) {
  return with_exponent(question, [](int) { return 1; });
}

Changed with_binding_option(const Question& question, const char* name, const char* value) {
  if (!is_binding(question)) return std::nullopt;
  Changed changed = question;
  changed->options[name] = value;
  return changed;
}
Changed rigid(const Question& question) {
  return with_binding_option(question, "weighing", "nearest");
}
Changed leaves_otherwise(const Question& question) {
  const bool has_points =
      question.options.contains("leaf_joints") && question.options.at("leaf_joints") == "point";
  return with_binding_option(question, "leaf_joints", has_points ? "none" : "point");
}

constexpr std::string_view huelva = "Universidad de Huelva, Tema 11 Skinning";

}  // namespace

BINDPOSE_DEFECTS(binding, point_to_line) {
  return {
      {.id = "bone-as-line",
       .sentence = "your output equals what one gets when a bone goes on beyond its ends",
       .symptom = "a finger's vertices hang on the upper arm that it points along",
       .source = huelva,
       .formula = &lines},
      {.id = "bone-by-pivot",
       .sentence =
           "your output equals what one gets with the distance from a joint's pivot instead of its bones",
       .symptom = "the far half of every bone hangs on the next joint",
       .source = huelva,
       .formula = &pivots},
      {.id = "bone-of-child",
       .sentence = "your output equals what one gets when a bone belongs to the joint at its end instead of "
                   "the one it begins at",
       .symptom = "the upper arm turns with the elbow",
       .source = huelva,
       .formula = &of_child},
      {.id = "bone-first-child-only",
       .sentence = "your output equals what one gets when a joint has a bone to its first child alone",
       .symptom = "hips and palms hang on a neighbour",
       .source = "(derived)",
       .question = &first_child_only},
      {.id = "bone-squared-distance",
       .sentence = "your output equals what one gets with squared distances in the place of distances",
       .symptom = "bends are sharper",
       .source = "(derived)",
       .question = &squared},
      {.id = "bone-exponent-ignored",
       .sentence = "your output equals what one gets with the inverse distance itself, whatever the exponent",
       .symptom = "far joints pull at everything",
       .source = "(derived)",
       .question = &exponent_ignored},
      {.id = "bone-rigid",
       .sentence = "your output equals what one gets when the nearest joint has all the weight",
       .symptom = "cracks and creases at every joint",
       .source = "(derived)",
       .question = &rigid},
      {.id = "bone-leaves-otherwise",
       .sentence = "your output equals what one gets when joints without a child have a point for a bone and "
                   "should not, or the other way round",
       .symptom = "tips of fingers hang on other joints",
       .source = "(derived)",
       .question = &leaves_otherwise}};
}

}  // namespace bindpose::conformance
