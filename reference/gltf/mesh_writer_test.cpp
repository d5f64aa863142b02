// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/mesh_writer.h"

#include <gtest/gtest.h>

#include "reference/gltf/load.h"

namespace bindpose::gltf::mesh_writer_test {

Asset read_back(const std::vector<WrittenMesh>& meshes) {
  const std::string glb = to_glb(meshes);
  auto asset = parse(std::as_bytes(std::span(glb)), "", "written.glb");
  if (asset) return std::move(*asset);
  ADD_FAILURE() << to_string(asset.error());
  return {};
}

TEST(MeshWriterTest, written_files_are_read_back) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.1, -3}};
  mesh.normals.assign(3, {0, 0, 1});
  mesh.tangents.assign(3, {1, 0, 0, -1});
  mesh.triangles = {{0, 1, 2}};
  Mesh points;
  points.positions = {{7, 8, 9}};
  const Asset asset = read_back({written_mesh("first", mesh), written_mesh("points", points)});
  EXPECT_TRUE(asset.warnings.empty());
  ASSERT_EQ(asset.meshes.size(), 2U);
  ASSERT_EQ(asset.nodes.size(), 2U);
  EXPECT_EQ(asset.nodes[0].name, "first");
  const Mesh& read = asset.meshes[0].primitives[0].mesh;
  EXPECT_EQ(read.triangles, mesh.triangles);
  EXPECT_EQ(read.normals, mesh.normals);
  EXPECT_EQ(read.tangents, mesh.tangents);
  EXPECT_EQ(read.positions[2][1], static_cast<double>(0.1F));
  EXPECT_EQ(asset.meshes[1].primitives[0].mesh.positions, points.positions);
  EXPECT_TRUE(asset.meshes[1].primitives[0].mesh.triangles.empty());
}

TEST(MeshWriterTest, a_name_that_is_not_utf8_still_gives_a_valid_file) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}};
  EXPECT_EQ(read_back({written_mesh("\xff\"", mesh)}).meshes.size(), 1U);
}

}  // namespace bindpose::gltf::mesh_writer_test
