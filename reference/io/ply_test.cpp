// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/ply.h"

#include <cstring>

#include <gtest/gtest.h>

namespace bindpose::ply_test {

Mesh triangle(bool with_normals) {
  Mesh mesh;
  mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0.1, -3}};
  if (with_normals) mesh.normals.assign(3, {0, 0, 1});
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

template <class Number>
Number number_at(const std::string& ply, std::size_t offset) {
  Number number;
  std::memcpy(&number, ply.data() + ply.find("end_header\n") + 11 + offset, sizeof(number));
  return number;
}

TEST(PlyTest, two_meshes_are_joined_with_all_digits) {
  const Mesh first = triangle(true), second = triangle(true);
  const std::string ply = to_ply({&first, &second});
  EXPECT_NE(ply.find("element vertex 6\n"), std::string::npos);
  EXPECT_NE(ply.find("element face 2\n"), std::string::npos);
  EXPECT_NE(ply.find("property double nz\n"), std::string::npos);
  EXPECT_EQ(number_at<double>(ply, 8 * (2 * 6 + 1)), 0.1);
  const std::size_t faces = 8 * 6 * 6;
  EXPECT_EQ(number_at<std::uint8_t>(ply, faces), 3);
  EXPECT_EQ(number_at<std::int32_t>(ply, faces + 13 + 1), 3);
  EXPECT_EQ(ply.size(), ply.find("end_header\n") + 11 + faces + 2 * 13);
}

TEST(PlyTest, normals_are_written_only_if_all_meshes_have_them) {
  const Mesh with = triangle(true), without = triangle(false);
  EXPECT_EQ(to_ply({&with, &without}).find("nx"), std::string::npos);
  EXPECT_NE(to_ply({}).find("element vertex 0\n"), std::string::npos);
}

}  // namespace bindpose::ply_test
