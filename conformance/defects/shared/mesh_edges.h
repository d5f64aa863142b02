// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a surface's edges weighed otherwise, its seams torn, and weights of joints made rigid.
#pragma once

#include <vector>

#include "conformance/defects/defect.h"
#include "reference/binding/shared/mesh_with_bones.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance {

enum class Edges { right, uniform, unclamped };

/// By cotangents, or as `edges` says.
Expected<surface::Laplacian<double>> laplacian_by(Edges edges, const std::vector<Vec3<double>>& x,
                                                  const std::vector<Triangle>& triangles);

/// Every vertex becomes its own place.
Expected<void> tear_seams(bindpose::binding::MeshWithBones<double>& mesh, const Inputs<double>& in);

/// The largest number of each row of joint_weights made 1, the others 0.
Damaged strongest_alone(const ArraySet& right);

}  // namespace bindpose::conformance
