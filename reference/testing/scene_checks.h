// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests: properties of every scene.
#pragma once

#include <map>

#include <gtest/gtest.h>

#include "reference/numeric/scalar.h"
#include "reference/scenes/scene.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::test {

using namespace scenes;

/// Every real number is finite and float32-representable.
inline void expect_representable(const ArraySet& question) {
  for (const Array& array : question) {
    if (!array.is_real()) continue;
    for (const double x : array.reals())
      ASSERT_TRUE(std::isfinite(x) && x == bindpose::to_float32(x)) << array.name << " holds " << x;
  }
}

/// The mesh, its influences and the skeleton are valid, directions are unit, and weights of every vertex sum to
/// exactly `sum`.
inline void expect_sound(const Mesh& mesh, const Influences& influences, std::size_t joint_count,
                         double sum = 1) {
  const auto valid = validate(mesh, influences, joint_count);
  ASSERT_TRUE(valid) << to_string(valid.error());
  for (const Vec3<double>& n : mesh.normals)
    ASSERT_NEAR(n.norm(), 1, 0x1p-23);
  for (const Vec4<double>& t : mesh.tangents) {
    ASSERT_NEAR(t.head<3>().norm(), 1, 0x1p-23);
    ASSERT_EQ(std::fabs(t[3]), 1);
  }
  for (std::size_t row = 0; row < influences.weights.size(); row += influences.width) {
    double total = 0;
    for (std::size_t i = 0; i < influences.width; ++i)
      total += influences.weights[row + i];
    ASSERT_EQ(total, sum) << "vertex " << row / influences.width;
  }
}

/// Every edge of the mesh has one triangle on either side, and the triangles face outward.
inline void expect_closed(const Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const Triangle& t : mesh.triangles)
    for (std::size_t corner = 0; corner < 3; ++corner)
      ++edges[{t[corner], t[(corner + 1) % 3]}];
  for (const auto& [edge, count] : edges) {
    ASSERT_EQ(count, 1) << edge.first << " to " << edge.second;
    ASSERT_EQ(edges.count({edge.second, edge.first}), 1U) << edge.first << " to " << edge.second;
  }
  ASSERT_GT(six_volumes(mesh), 0);
}

/// Checks a scene and all its inputs.
inline void expect_sound(const Scene& scene, double sum = 1) {
  const Rig& rig = scene.rig;
  expect_sound(rig.mesh, rig.influences, rig.skeleton.joint_count(), sum);
  ASSERT_TRUE(validate(rig.skeleton));
  ASSERT_EQ(rig.skeleton.inverse_binds.size(), rig.skeleton.joint_count());
  ASSERT_EQ(scene.pose.locals.size(), rig.skeleton.joint_count());
  for (const auto ask : {palette_question, pose_question, parts_palette_question, parts_pose_question}) {
    const auto question = ask(scene);
    ASSERT_TRUE(question) << to_string(question.error());
    expect_representable(*question);
  }
  // add_affines would hide an inverse bind that is not representable.
  for (const Affine<double>& A : rig.skeleton.inverse_binds) {
    ASSERT_EQ(A.linear, to_float32(A).linear);
    ASSERT_EQ(A.translation, to_float32(A).translation);
  }
}

}  // namespace bindpose::test
