// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/posed_mesh.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/testing/sample_asset.h"

namespace bindpose::conformance::posed_mesh_test {

Expected<std::vector<PosedMesh>> posed(const gltf::Asset& asset, const PoseChoice& choice) {
  return posed_meshes(std::make_shared<const gltf::Asset>(asset), choice);
}

const PosedMesh& named(const std::vector<PosedMesh>& meshes, std::string_view name) {
  return *std::ranges::find(meshes, name, &PosedMesh::name);
}

TEST(PosedMeshTest, pose_methods_need_only_a_file) {
  const auto methods = pose_methods();
  const auto has = [&methods](std::string_view id) {
    return std::ranges::find(methods, id) != methods.end();
  };
  for (const char* id : {"lbs", "dqs", "log-blend", "sjb"})
    EXPECT_TRUE(has(id)) << id;
  for (const char* id : {"mwe", "smpl", "morph.then-skin", "fk.matrix", "rigid-parts", "ddm"})
    EXPECT_FALSE(has(id)) << id;
}

/// Error of a few dozen operations on numbers below 4 in double precision.
constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();

/// In the sample, all joints have the same motion: half a turn about z, then a shift by (1, 2, 3).
TEST(PosedMeshTest, all_methods_agree_if_all_joints_move_equally) {
  for (const std::string_view method : pose_methods()) {
    if (method == "stitching" || method == "volume-preserving")
      continue;  // these need one influence per vertex, or closed meshes
    const auto meshes = posed(sample_asset(), {0, 0.75, std::string(method)});
    ASSERT_TRUE(meshes) << method << ": " << to_string(meshes.error());
    ASSERT_EQ(meshes->size(), 2U) << method;
    const Mesh& skin = named(*meshes, "skin0-no-tangents").mesh;
    ASSERT_EQ(skin.positions.size(), 6U);
    for (const std::size_t v : {0U, 1U, 2U}) {
      const Vec3<double> x = triangle_primitive(true).mesh.positions[v];
      const Vec3<double> expected{1 - x[0], 2 - x[1], 3 + x[2]};
      EXPECT_LE((skin.positions[v] - expected).norm(), rounding) << method << " " << v;
      EXPECT_LE((skin.normals[v] - Vec3<double>(0, 0, 1)).norm(), rounding) << method << " " << v;
    }
    EXPECT_EQ(skin.triangles.size(), 2U);
  }
}

TEST(PosedMeshTest, errors_of_a_method_name_the_mesh) {
  const auto meshes = posed(sample_asset(), {0, 0.75, "volume-preserving"});
  ASSERT_FALSE(meshes);
  EXPECT_EQ(meshes.error().code, "OPEN_MESH");
  EXPECT_EQ(meshes.error().where.find("skin0-no-tangents: "), 0U) << meshes.error().where;
}

TEST(PosedMeshTest, posed_meshes_equal_the_expected_output_of_the_case) {
  const auto asset = std::make_shared<const gltf::Asset>(morphing_asset());
  const std::vector<Case> cases = *asset_cases(asset, "sample");
  for (const Case& c : cases) {
    if (c.level != Level::asset || c.asset->clip != 0U) continue;
    const auto meshes = posed_meshes(asset, {c.asset->clip, c.asset->seconds, "lbs"});
    ASSERT_TRUE(meshes) << to_string(meshes.error());
    const auto result = c.algorithm->implementation.in_double(*c.question(), c.options);
    ASSERT_TRUE(result) << c.name;
    const std::vector<double>& expected = result->find("positions")->values;
    const auto is_same = [&expected](const PosedMesh& mesh) {
      return mesh.mesh.positions.size() * 3 == expected.size() &&
             std::equal(expected.begin(), expected.end(), mesh.mesh.positions.front().data());
    };
    EXPECT_TRUE(std::ranges::any_of(*meshes, is_same)) << c.name;
  }
}

TEST(PosedMeshTest, files_that_cannot_be_posed_have_an_error_code) {
  const auto code_of = [](const gltf::Asset& asset, const PoseChoice& choice) {
    const auto meshes = posed(asset, choice);
    return meshes ? std::string("posed") : meshes.error().code;
  };
  EXPECT_EQ(code_of(sample_asset(), {{}, 0, "no-such"}), "METHOD_UNKNOWN");
  EXPECT_EQ(code_of(sample_asset(), {{}, 0, "mwe"}), "METHOD_UNKNOWN");
  EXPECT_EQ(code_of({}, {}), "NO_MESH");
  gltf::Asset scaled = sample_asset();
  scaled.skins[0].inverse_binds[0].linear *= 2;
  EXPECT_EQ(code_of(scaled, {{}, 0, "dqs"}), "NOT_RIGID");
  EXPECT_EQ(code_of(scaled, {{}, 0, "lbs"}), "posed");
}

}  // namespace bindpose::conformance::posed_mesh_test
