// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong normals and tangents with right positions.

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

/// Gram-Schmidt orthogonalisation after skinning.
Damaged tangents_orthogonal(const Question&, const ArraySet& right) {
  const Array *normals = right.find("normals"), *tangents = right.find("tangents");
  if (normals == nullptr || tangents == nullptr) return std::nullopt;
  return with_answer_rows(right, {"tangents"}, 4, [normals](double* row, std::size_t v) {
    const Eigen::Map<const Vec3<double>> n(normals->reals().data() + 3 * v);
    Eigen::Map<Vec3<double>> t(row);
    t -= n.dot(t) * n;
    if (!t.isZero()) t.normalize();
  });
}

Damaged handedness_positive(const Question&, const ArraySet& right) {
  return with_answer_rows(right, {"tangents"}, 4,
                          [](double* row, std::size_t) { row[3] = std::fabs(row[3]); });
}

Damaged keeps_rest(const Question& question, const ArraySet& right) {
  ArraySet damaged = right;
  for (const char* name : {"normals", "tangents"})
    if (const Array* rest = question.arrays.find(name); rest != nullptr && right.has(name))
      damaged.put(*rest);
  return damaged;
}

/// Computes normals and tangents with other weights.
template <class Change>
Damaged directions_of(const Question& question, const ArraySet& right, Change change) {
  if (!right.has("normals") && !right.has("tangents")) return std::nullopt;
  const Changed asked = with_weights(question, change);
  if (!asked) return std::nullopt;
  const auto result = asked->algorithm->implementation.in_double(asked->arrays, asked->options);
  if (!result) return std::nullopt;
  const ArraySet of_others = judged_arrays(*asked, *result);
  ArraySet damaged = right;
  for (const char* name : {"normals", "tangents"})
    if (const Array* array = of_others.find(name); array != nullptr && right.has(name)) damaged.put(*array);
  return damaged;
}

/// A relative error of 1e-4, as with one Newton step too few.
Damaged nearly_normalised(const Question&, const ArraySet& right) {
  const auto stretch = [](double* x, std::size_t) {
    for (int c = 0; c < 3; ++c)
      x[c] *= 1.0001;
  };
  ArraySet damaged = right;
  const bool normals = change_rows(damaged, "normals", 3, stretch);
  const bool tangents = change_rows(damaged, "tangents", 4, stretch);
  return normals || tangents ? Damaged(std::move(damaged)) : std::nullopt;
}

Damaged not_written(const Question&, const ArraySet& right) {
  const auto zero = [](double* x, std::size_t) { *x = 0; };
  return with_answer_rows(right, {"normals", "tangents"}, 1, zero);
}

/// Maps directions, one per vertex [3 V], like tangents.
Expected<Array::Reals> mapped(const Question& question, const Array::Reals& directions) {
  if (question.arrays.has("target_weights"))
    return cannot_be_made();  // targets change the directions themselves
  Question asked = question;
  Array::Reals tangents;
  for (std::size_t i = 0; i + 3 <= directions.size(); i += 3)
    tangents.insert(tangents.end(), {directions[i], directions[i + 1], directions[i + 2], 1});
  asked.arrays.put({"tangents", {directions.size() / 3, 4}, std::move(tangents)});
  BINDPOSE_TRY(const Result<double> result,
               question.algorithm->implementation.in_double(asked.arrays, asked.options));
  const ResultArray<double>* out = result.find("tangents");
  if (out == nullptr) return cannot_be_made();
  Array::Reals rows;
  for (std::size_t i = 0; i + 4 <= out->values.size(); i += 4)
    rows.insert(rows.end(), {out->values[i], out->values[i + 1], out->values[i + 2]});
  return rows;
}

Damaged carried_like_tangents(const Question& question, const ArraySet& right) {
  if (!question.arrays.has("normals") || !right.has("normals")) return std::nullopt;
  if (question.algorithm->id == "morph.then-skin") {
    Options options = question.options;
    if (options.erase("normal_rule") + options.erase("rigid_normal_rule") == 0) return std::nullopt;
    options.erase("tangent_rule");
    const auto result = question.algorithm->implementation.in_double(question.arrays, options);
    return result ? Damaged(judged_arrays(question, *result)) : std::nullopt;
  }
  auto rows = mapped(question, question.arrays.find("normals")->reals());
  if (!rows) return std::nullopt;
  ArraySet damaged = right;
  *reals_of(damaged, "normals") = *std::move(rows);
  return damaged;
}

/// Reverses normals under a mirroring map, if the rule uses cofactors.
Damaged cofactor_without_sign(const Question& question, const ArraySet& right) {
  const auto rule =
      choice(question.algorithm->implementation.declaration.options, question.options, "normal_rule");
  const Array* positions = question.arrays.find("positions");
  if (!right.has("normals") || positions == nullptr || rule == "direction") return std::nullopt;
  std::array<Array::Reals, 3> axes;  // C e_c of every vertex
  for (std::size_t c = 0; c < 3; ++c) {
    Array::Reals axis(positions->reals().size(), 0.0);
    for (std::size_t i = c; i < axis.size(); i += 3)
      axis[i] = 1;
    const auto image = mapped(question, axis);
    if (!image) return std::nullopt;
    axes[c] = *image;
  }
  return with_answer_rows(right, {"normals"}, 3, [&](double* n, std::size_t v) {
    const auto column = [&](std::size_t c) { return Eigen::Map<const Vec3<double>>(axes[c].data() + 3 * v); };
    const bool mirrors = column(0).dot(column(1).cross(column(2))) < 0;
    for (int c = 0; mirrors && c < 3; ++c)
      n[c] = -n[c];
  });
}

}  // namespace

BINDPOSE_DEFECTS(general, normals) {
  return {
      {.id = "normal-by-M",
       .sentence = "your positions are right, but normals are transformed by the matrix for positions",
       .symptom = "normals lean towards the longer side where joints scale unevenly: shading slides",
       .source = "filament#374, flutter_scene#140, godot#53441, Babylon#2993",
       .leaves_right = "positions",
       .answer = &carried_like_tangents},
      {.id = "normal-cofactor-sign",
       .sentence = "your normals point inwards where a joint mirrors: cofactors need the determinant's sign",
       .symptom = "mirrored limbs are lit from behind",
       .source = "filament#3105, three.js#33725, Babylon#7103",
       .answer = &cofactor_without_sign},
      {.id = "normal-by-one-joint",
       .sentence =
           "your positions are right, but normals and tangents follow the joint with the largest weight "
           "alone",
       .symptom = "shading is stiff and breaks where joints meet",
       .leaves_right = "positions",
       .answer = [](const Question& question,
                    const ArraySet& right) { return directions_of(question, right, keep_largest); }},
      {.id = "normal-by-one-joint",
       .sentence =
           "your positions are right, but normals and tangents follow the joint in the first slot alone",
       .symptom = "shading is stiff and breaks where joints meet",
       .leaves_right = "positions",
       .answer = [](const Question& question,
                    const ArraySet& right) { return directions_of(question, right, keep_first); }},
      {.id = "tangent-made-orthogonal",
       .sentence =
           "your tangents equal what one gets when they are made orthogonal to the normals after skinning",
       .symptom = "normal maps shift where joints bend and scale",
       .answer = &tangents_orthogonal},
      {.id = "handedness-positive",
       .sentence =
           "your tangents are right except for their fourth number, the handedness, which is never negative",
       .symptom = "bumps are dents where texture coordinates are mirrored",
       .source = "glTF-Sample-Models#160, DiligentFX#267, assimp#6322",
       .answer = &handedness_positive},
      {.id = "normal-nearly-normalised",
       .sentence = "your normals and tangents have the right directions, and lengths near 1 that no float32 "
                   "division by the length gives, but an approximate inverse square root does",
       .symptom = "lighting is off by an invisible amount, which differs between devices",
       .answer = &nearly_normalised},
      {.id = "normal-not-skinned",
       .sentence = "your positions are right, but normals or tangents are as in the rest pose",
       .symptom = "the light sticks to the bind pose",
       .source = "panda3d-simplepbr#33, raylib#1052",
       .leaves_right = "positions",
       .answer = &keeps_rest},
      {.id = "normal-not-written",
       .sentence = "your positions are right, but normals or tangents are all 0",
       .symptom = "the mesh is black",
       .source = "three.js#25902",
       .leaves_right = "positions",
       .answer = &not_written},
  };
}

}  // namespace bindpose::conformance
