// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blending, taken apart for mistakes that are made in it.
#pragma once

#include <vector>

#include "conformance/defects/defect.h"
#include "reference/numeric/transform.h"

namespace bindpose::conformance {

/// What a vertex is moved by: x' = B x + t, n' = normalize(N n), t' = normalize(B t).
struct Blend {
  Mat3<double> B = Mat3<double>::Zero();
  Vec3<double> t = Vec3<double>::Zero();
  Mat3<double> N = Mat3<double>::Zero();          ///< by the question's normal_rule
  Mat3<double> cofactors = Mat3<double>::Zero();  ///< sum_i w_i sign(det C_i) cof(C_i)
  double weight = 0;                              ///< sum_i w_i
};

/// Of rigid-parts, stitching, lbs, lbs.batched and lbs.palette; none of any other question.
std::vector<Blend> blends_of(const Question& question);

/// What each vertex goes to: the rest vertex, changed in place.
struct BlendedVertex {
  Vec3<double> x, n, t;
};
using DeformVertex = BlendedVertex (*)(const Blend& blend, const BlendedVertex& rest);
/// The surface of a question in which every vertex is deformed by another rule; the right one is deform_vertex.
Computed deformed_by(const Question& question, DeformVertex deform);
BlendedVertex deform_vertex(const Blend& blend, const BlendedVertex& rest);

}  // namespace bindpose::conformance
