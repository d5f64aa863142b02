// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/linear_blend.h"

#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

Mat3<double> inverse_transpose(const Mat3<double>& C) {
  return cofactor(C) / determinant(C);
}

Mat3<double> blended_normal(std::string_view rule, const Mat3<double>& C,
                            const Mat3<double>& inverse_transposes) {
  if (rule == "inverse-transpose-of-blend" || rule == "inverse-transpose") return inverse_transpose(C);
  return rule == "blend-of-inverse-transposes" ? inverse_transposes : C;
}

Vec3<double> row3(const Array* array, std::size_t v, std::size_t width = 3) {
  if (array == nullptr) return Vec3<double>::Zero();
  const double* row = array->reals().data() + v * width;
  return {row[0], row[1], row[2]};
}

}  // namespace

std::vector<Blend> blends_of(const Question& question) {
  const std::string_view id = question.algorithm->id;
  const bool is_linear =
      id == "rigid-parts" || id == "stitching" || id == "lbs" || id == "lbs.batched" || id == "lbs.palette";
  const Affines palette = palette_of(question);
  const Array* joints = question.arrays.find("joints");
  if (!is_linear || palette.empty() || joints == nullptr) return {};
  const Array* weights = question.arrays.find("weights");
  const bool is_rigid = id == "rigid-parts" || id == "stitching";
  const auto rule =
      choice(question.algorithm->implementation.declaration.options, question.options, "normal_rule");
  std::vector<Blend> blends(joints->shape[0]);
  const std::size_t slots = joints->shape[1];
  for (std::size_t v = 0; v < blends.size(); ++v) {
    Mat3<double> inverse_transposes = Mat3<double>::Zero();
    for (std::size_t s = v * slots; s < (v + 1) * slots; ++s) {
      const double w = weights == nullptr || is_rigid ? 1 : weights->reals()[s];
      if (w == 0) continue;
      const Affine<double>& M = palette[static_cast<std::size_t>(joints->integers()[s])];
      blends[v].B += w * M.linear;
      blends[v].t += w * M.translation;
      blends[v].weight += w;
      inverse_transposes += w * inverse_transpose(M.linear);
      blends[v].cofactors += w * std::copysign(1.0, determinant(M.linear)) * cofactor(M.linear);
    }
    blends[v].N = blended_normal(rule ? *rule : "direction", blends[v].B, inverse_transposes);
  }
  return blends;
}

BlendedVertex deform_vertex(const Blend& blend, const BlendedVertex& rest) {
  return {blend.B * rest.x + blend.t, (blend.N * rest.n).normalized(), (blend.B * rest.t).normalized()};
}

Computed deformed_by(const Question& question, DeformVertex deform) {
  const std::vector<Blend> blends = blends_of(question);
  if (blends.empty()) return cannot_be_made();
  const Array *positions = question.arrays.find("positions"), *normals = question.arrays.find("normals"),
              *tangents = question.arrays.find("tangents");
  ResultArray<double> x{"positions", positions->shape, {}}, n{"normals", positions->shape, {}},
      t{"tangents", {blends.size(), 4}, {}};
  for (std::size_t v = 0; v < blends.size(); ++v) {
    const BlendedVertex out = deform(blends[v], {row3(positions, v), row3(normals, v), row3(tangents, v, 4)});
    x.values.insert(x.values.end(), out.x.begin(), out.x.end());
    n.values.insert(n.values.end(), out.n.begin(), out.n.end());
    t.values.insert(t.values.end(), out.t.begin(), out.t.end());
    t.values.push_back(tangents == nullptr ? 0 : tangents->reals()[4 * v + 3]);
  }
  Result<double> result;
  result.arrays.push_back(std::move(x));
  if (normals != nullptr) result.arrays.push_back(std::move(n));
  if (tangents != nullptr) result.arrays.push_back(std::move(t));
  return result;
}

}  // namespace bindpose::conformance
