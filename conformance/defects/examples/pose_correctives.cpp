// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Correctives driven by other numbers, or added elsewhere.
#include "reference/examples/pose_correctives.h"

#include <algorithm>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

bool has_correctives(const Question& question) {
  return question.algorithm->id == "smpl";
}
bool has_posed_correctives(const Question& question) {
  return has_correctives(question) && question.arrays.has("rest_rotations");
}

/// At palette level, with features changed: change(numbers).
template <class Change>
Changed with_features(const Question& question, Change change) {
  if (!has_correctives(question)) return std::nullopt;
  Changed given =
      question.arrays.has("pose_features") ? Changed(question) : with_palette(question, palette_of(question));
  if (Array::Reals* f = given ? reals_of(given->arrays, "pose_features") : nullptr) {
    change(*f);
    return given;
  }
  return std::nullopt;
}

/// Features of rotations (one for each joint) less those of the rest, for the joints that `counts` says.
template <class Counts>
Changed features_of(const Question& question, const Affines& rotations, bool less_rest, Counts counts) {
  if (!has_posed_correctives(question) || rotations.empty()) return std::nullopt;
  const Array::Reals& rest = question.arrays.find("rest_rotations")->reals();
  Array::Reals features;
  for (std::size_t k = 0; k < rotations.size(); ++k) {
    if (!counts(k)) continue;
    const Mat3<double> R = rotations[k].linear, R_rest = rotation_matrix(quaternion_at(&rest[4 * k]));
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        features.push_back(R(row, column) - (less_rest ? R_rest(row, column) : 0));
  }
  return with_features(question, [&features](Array::Reals& f) {
    features.resize(f.size());
    f = features;
  });
}

Changed without_rest(const Question& question) {
  if (!has_posed_correctives(question)) return std::nullopt;
  const Array::Integers parents = parents_of(question.arrays);
  return features_of(question, locals_of(question), false, [&](std::size_t k) { return parents[k] >= 0; });
}
Changed of_world(const Question& question) {
  if (!has_posed_correctives(question)) return std::nullopt;
  const Array::Integers parents = parents_of(question.arrays);
  return features_of(question, worlds_of(question), true, [&](std::size_t k) { return parents[k] >= 0; });
}
/// The root's first, the last joint's left over.
Changed from_the_root(const Question& question) {
  return features_of(question, has_posed_correctives(question) ? locals_of(question) : Affines{}, true,
                     [](std::size_t) { return true; });
}
Changed rest_taken_for_identity(const Question& question) {
  if (!has_posed_correctives(question)) return std::nullopt;
  return with_rows(question, {"rest_rotations"}, 4, [](double* q, std::size_t) {
    q[0] = q[1] = q[2] = 0;
    q[3] = 1;
  });
}
Changed column_by_column(const Question& question) {
  return with_features(question, [](Array::Reals& f) {
    for (std::size_t k = 0; k + 9 <= f.size(); k += 9)
      for (const auto& [a, b] : {std::pair{1U, 3U}, {2U, 6U}, {5U, 7U}})
        std::swap(f[k + a], f[k + b]);
  });
}
Changed correctives_ignored(const Question& question) {
  return with_features(question, [](Array::Reals& f) { std::fill(f.begin(), f.end(), 0.0); });
}
Changed features_clamped(const Question& question) {
  return with_features(question, [](Array::Reals& f) {
    for (double& x : f)
      x = std::clamp(x, 0.0, 1.0);
  });
}

Changed with_coefficients(const Question& question, double (*change)(double)) {
  if (!has_correctives(question)) return std::nullopt;
  return with_rows(question, {"shape_coefficients"}, 1,
                   [change](double* beta, std::size_t) { *beta = change(*beta); });
}

/// The displacement added to the skinned mesh.
Computed correctives_after_skinning(const Question& question) {
  if (!has_correctives(question)) return cannot_be_made();
  const auto& in_double = question.algorithm->implementation.in_double;
  BINDPOSE_TRY(const Result<double> right, in_double(question.arrays, question.options));
  Changed still = correctives_ignored(question);
  if (still)
    still = question.arrays.has("shape_coefficients") ? with_coefficients(*still, [](double) { return 0.0; })
                                                      : still;
  if (!still) return cannot_be_made();
  BINDPOSE_TRY(Result<double> result, in_double(still->arrays, still->options));
  const Array::Reals& x_0 = question.arrays.find("positions")->reals();
  const std::vector<double>& x = right.find("corrected_positions")->values;
  for (ResultArray<double>& array : result.arrays)
    for (std::size_t i = 0; array.name == "positions" && i < x.size(); ++i)
      array.values[i] += x[i] - x_0[i];
  return result;
}

/// [vertices, features] read from what is [features, vertices].
Changed directions_by_vertex(const Question& question) {
  if (!has_correctives(question)) return std::nullopt;
  const Array* directions = question.arrays.find("pose_directions");
  const std::size_t F = directions->shape[0], V = directions->shape[1];
  const Array::Reals given = directions->reals();
  return with_rows(question, {"pose_directions"}, 3, [&](double* row, std::size_t i) {
    const std::size_t f = i / V, v = i % V;
    std::copy_n(given.begin() + static_cast<std::ptrdiff_t>(3 * (v * F + f)), 3, row);
  });
}

}  // namespace

BINDPOSE_DEFECTS(examples, pose_correctives) {
  return {
      {.id = "correctives-ignored",
       .sentence = "your output equals what one gets without pose correctives",
       .symptom = "elbows and knees collapse",
       .source = "(derived)",
       .question = &correctives_ignored},
      {.id = "correctives-without-rest",
       .sentence =
           "your output equals what one gets when the rotations at rest are not taken off the features",
       .symptom = "the mesh is off at rest",
       .source = "(derived)",
       .question = &without_rest},
      {.id = "correctives-rest-is-identity",
       .sentence = "your output equals what one gets when the identity is taken off the features, whatever "
                   "the rest is",
       .symptom = "the mesh is off at rest where bind frames are turned",
       .source = "(derived)",
       .question = &rest_taken_for_identity},
      {.id = "correctives-of-world",
       .sentence =
           "your output equals what one gets when features are made of the joints' rotations in the world",
       .symptom = "muscles swell as the body turns round",
       .source = "(derived)",
       .question = &of_world},
      {.id = "correctives-from-root",
       .sentence = "your output equals what one gets when the root has features, too, and those of the last "
                   "joint are left over",
       .symptom = "every joint is corrected for its parent",
       .source = "(derived)",
       .question = &from_the_root},
      {.id = "correctives-column-by-column",
       .sentence =
           "your output equals what one gets when the numbers of a rotation are read column by column",
       .symptom = "joints are corrected as if they bent the other way",
       .source = "(derived)",
       .question = &column_by_column},
      {.id = "correctives-clamped",
       .sentence = "your output equals what one gets when features are taken into 0 .. 1, as weights of "
                   "morph targets may be",
       .symptom = "half of the corrections are missing",
       .source = "three.js#23264, godot#36707 (of morph targets)",
       .question = &features_clamped},
      {.id = "correctives-after-skinning",
       .sentence =
           "your output equals what one gets when shape and correctives are added to the skinned mesh",
       .symptom = "corrections point along the world's axes",
       .source = "glTF#1646, three.js#8953 (of morph targets)",
       .formula = &correctives_after_skinning},
      {.id = "correctives-by-vertex",
       .sentence = "your output equals what one gets when directions are read vertex by vertex; they stand "
                   "feature by feature",
       .symptom = "spikes all over the mesh",
       .source = "(derived)",
       .question = &directions_by_vertex},
      {.id = "shape-coefficients-ignored",
       .sentence = "your output equals what one gets without the shape's coefficients",
       .symptom = "everybody has the same body",
       .source = "(derived)",
       .question =
           [](const Question& question) { return with_coefficients(question, [](double) { return 0.0; }); }},
      {.id = "shape-coefficients-clamped",
       .sentence = "your output equals what one gets when the shape's coefficients are taken into 0 .. 1",
       .symptom = "nobody is thin",
       .source = "three.js#23264 (of morph targets)",
       .question =
           [](const Question& question) {
             return with_coefficients(question, [](double beta) { return std::clamp(beta, 0.0, 1.0); });
           }},
  };
}

}  // namespace bindpose::conformance
