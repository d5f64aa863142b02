// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Displacements taken in another space than they are added in.
#include <string>

#include "conformance/defects/shared/example_meshes.h"
#include "conformance/defects/shared/stages.h"
#include "reference/examples/shared/example_meshes.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

bool is_in_pose_space(const Question& question, const char* space = nullptr) {
  const auto option = question.options.find("space");
  return question.algorithm->id == "psd" &&
         (space == nullptr || (option != question.options.end() && option->second == space));
}

std::uint32_t owner_of(const Question& question, std::size_t v) {
  return static_cast<std::uint32_t>(question.arrays.find("owners")->integers()[v]);
}

/// The posed vertex from which the right formula makes the displacement d, by the joint's space.
template <class Displace>
Changed displaced_by(const Question& question, Displace displace) {
  if (!is_in_pose_space(question, "joint")) return std::nullopt;
  return with_posed(question, [&](const PosedVertex& vertex, const Vec3<double>& x_k, bool) {
    const Vec3<double> blended = examples::blended(vertex.rest, vertex.M) * vertex.rest.x;
    const Mat3<double> C = vertex.M[owner_of(question, vertex.rest.v)].linear;
    return Vec3<double>(blended + C * displace(vertex, x_k, blended));
  });
}

Changed displaced_not_taken_back(const Question& question) {
  return displaced_by(question, [](const PosedVertex&, const Vec3<double>& x_k, const Vec3<double>& blended) {
    return Vec3<double>(x_k - blended);
  });
}
Changed displaced_turned_twice(const Question& question) {
  return displaced_by(
      question, [&](const PosedVertex& vertex, const Vec3<double>& x_k, const Vec3<double>& blended) {
        return Vec3<double>(vertex.M[owner_of(question, vertex.rest.v)].linear * (x_k - blended));
      });
}
Changed displaced_from_rest(const Question& question) {
  return displaced_by(question, [&](const PosedVertex& vertex, const Vec3<double>& x_k, const Vec3<double>&) {
    return Vec3<double>(vertex.M[owner_of(question, vertex.rest.v)].linear.inverse() * (x_k - vertex.rest.x));
  });
}

/// sum_i w_i M_i x + carry(d, M_j): of the right answer and linear blending's.
template <class Carry>
Computed displacement_carried_by(const Question& question, Carry carry) {
  if (!is_in_pose_space(question, "joint")) return cannot_be_made();
  const auto& in_double = question.algorithm->implementation.in_double;
  BINDPOSE_TRY(Result<double> right, in_double(question.arrays, question.options));
  const Affines M = palette_of(question);
  Changed still = with_palette(question, M);
  if (!still) return cannot_be_made();
  change_rows(still->arrays, "example_weights", 1, [](double* a, std::size_t) { *a = 0; });
  BINDPOSE_TRY(const Result<double> blended, in_double(still->arrays, still->options));
  for (ResultArray<double>& array : right.arrays)
    for (std::size_t i = 0; array.name == "positions" && i < array.values.size(); i += 3) {
      Eigen::Map<Vec3<double>> x(&array.values[i]);
      const Vec3<double> y = Eigen::Map<const Vec3<double>>(&blended.find("positions")->values[i]);
      const Affine<double>& M_j = M[owner_of(question, i / 3)];
      x = y + carry(Vec3<double>(M_j.linear.inverse() * (x - y)), M_j);
    }
  return right;
}

Computed displaced_not_turned(const Question& question) {
  return displacement_carried_by(question, [](const Vec3<double>& d, const Affine<double>&) { return d; });
}
Computed displaced_as_point(const Question& question) {
  return displacement_carried_by(
      question, [](const Vec3<double>& d, const Affine<double>& M) { return Vec3<double>(M * d); });
}

Changed asked_in_pose_space(const Question& question, const char* option, const char* asked,
                            const char* answered) {
  const auto given = question.options.find(option);
  if (!is_in_pose_space(question) || given == question.options.end() || given->second != asked)
    return std::nullopt;
  Question changed = question;
  changed.options[option] = answered;
  return changed;
}

Changed displaced_by_first_joint(const Question& question) {
  if (!is_in_pose_space(question)) return std::nullopt;
  Question changed = question;
  for (std::int32_t& j : *integers_of(changed.arrays, "owners"))
    j = 0;
  return changed;
}

Changed displacements_ignored(const Question& question) {
  if (!is_in_pose_space(question)) return std::nullopt;
  Changed still = with_palette(question, palette_of(question));
  if (still) change_rows(still->arrays, "example_weights", 1, [](double* a, std::size_t) { *a = 0; });
  return still;
}

}  // namespace

BINDPOSE_DEFECTS(examples, pose_space) {
  return {
      {.id = "displacement-ignored",
       .sentence = "your output equals linear blending, without the examples' displacements",
       .symptom = "the elbow collapses as if nobody had corrected it",
       .source = "(derived)",
       .question = &displacements_ignored},
      {.id = "displacement-not-turned",
       .sentence = "your output equals what one gets when displacements, taken in the joint's space, are "
                   "added in the mesh's",
       .symptom = "corrections point elsewhere as the limb turns",
       .source = "glTF#1646 (of morph targets)",
       .formula = &displaced_not_turned},
      {.id = "displacement-not-taken-back",
       .sentence = "your output equals what one gets when displacements are not taken back into the joint's "
                   "space before it carries "
                   "them",
       .symptom = "corrections are turned twice",
       .source = "(derived)",
       .question = &displaced_not_taken_back},
      {.id = "displacement-turned-on",
       .sentence = "your output equals what one gets when the joint's matrix takes displacements back, not "
                   "its inverse",
       .symptom = "corrections are turned three times",
       .source = "(derived)",
       .question = &displaced_turned_twice},
      {.id = "displacement-carried-as-point",
       .sentence = "your output equals what one gets when the joint translates displacements, too",
       .symptom = "parts are off by where their joints are",
       .source = "three.js#33350, glTF-Transform#700 (of morph targets)",
       .formula = &displaced_as_point},
      {.id = "displacement-from-rest",
       .sentence = "your output equals what one gets when displacements are measured from the mesh at rest, "
                   "not from what linear "
                   "blending gives",
       .symptom = "bends are doubled",
       .source = "(derived)",
       .question = &displaced_from_rest},
      {.id = "displacement-of-first-joint",
       .sentence = "your output equals what one gets when all vertices belong to the first joint",
       .symptom = "corrections lean away from the limb",
       .source = "(derived)",
       .question = &displaced_by_first_joint},
      {.id = "displacement-before-skinning",
       .sentence = "your output equals what one gets when displacements are added before skinning",
       .symptom = "corrections fade around the joints",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return asked_in_pose_space(question, "space", "joint", "pre-skinning");
           }},
      {.id = "displacement-after-skinning",
       .sentence = "your output equals what one gets when displacements are added after skinning, in the "
                   "joint's space",
       .symptom = "corrections stand out around the joints",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return asked_in_pose_space(question, "space", "pre-skinning", "joint");
           }},
      {.id = "pose-distance-of-all-joints",
       .sentence = "your output equals what one gets when all joints count in the distance of poses, "
                   "whatever their weights are",
       .symptom = "a finger's shape depends on the other hand",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return asked_in_pose_space(question, "pose_distance", "by-influence", "whole");
           }},
      {.id = "pose-distance-weighted",
       .sentence = "your output equals what one gets when joints count in the distance of poses by their "
                   "weights at the vertex",
       .symptom = "neighbours are corrected unevenly",
       .source = "(derived)",
       .question =
           [](const Question& question) {
             return asked_in_pose_space(question, "pose_distance", "whole", "by-influence");
           }},
  };
}

}  // namespace bindpose::conformance
