// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a built-in character in one pose, and its inputs.
#pragma once

#include "reference/model/arrays.h"
#include "reference/model/pose.h"
#include "reference/model/rig.h"

namespace bindpose::scenes {

/// Every number is float32-representable.
struct Scene {
  Rig rig;
  Pose<double> pose;
};

/// The input at palette level: mesh, influences and M_j = W_j A_j, computed in double and rounded to
/// float32.
Expected<ArraySet> palette_question(const Scene& scene);

/// The input at pose level: mesh, influences, local transforms and inverse binds.
Expected<ArraySet> pose_question(const Scene& scene);

/// The input for parts stored in their joint's space: each vertex belongs to the joint of its strongest
/// influence, in that joint's space, and the matrices are world transforms.
Expected<ArraySet> parts_palette_question(const Scene& scene);
Expected<ArraySet> parts_pose_question(const Scene& scene);

/// A scene's input with the mesh's triangles added, for methods that read triangles:
/// with_triangles(pose_question(scene), scene).
Expected<ArraySet> with_triangles(Expected<ArraySet> question, const Scene& scene);

/// Gives weight only to the strongest influence of every vertex; among equal ones, to the first.
Influences rigid_influences(const Influences& influences);

/// float32 representations of a direction, a rotation and a transform.
Vec3<double> to_float32(const Vec3<double>& v);
Quat<double> to_float32(const Quat<double>& q);
Affine<double> to_float32(const Affine<double>& map);

/// Weights (w, 1 - w), w rounded to a multiple of 2^-16, so that both are float32-representable and sum to
/// exactly 1.
double dyadic_weight(double w);

/// Rotation about an axis; the angle in radians, the axis need not be unit. float32-representable.
Quat<double> rotation_about(const Vec3<double>& axis, double angle);

/// Sets A_j = (rest world transform of j)^-1, rounded to float32.
Expected<void> bind_at_rest(Rig& rig, const std::vector<LocalTransform<double>>& rest);

constexpr double degrees(double angle) {
  return angle * 3.14159265358979323846 / 180;
}

}  // namespace bindpose::scenes
