// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/ply.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace bindpose {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

template <class Number>
void append(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void append(std::string& bytes, const Vec3<double>& row) {
  for (const double x : row)
    append(bytes, x);
}

std::string header_of(std::size_t vertices, std::size_t triangles, bool with_normals) {
  const char* normals = "property double nx\nproperty double ny\nproperty double nz\n";
  return fmt::format(
      "ply\nformat binary_little_endian 1.0\nelement vertex {}\n"
      "property double x\nproperty double y\nproperty double z\n{}"
      "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
      vertices, with_normals ? normals : "", triangles);
}

}  // namespace

std::string to_ply(const std::vector<const Mesh*>& meshes) {
  const bool with_normals =
      std::ranges::all_of(meshes, [](const Mesh* mesh) { return !mesh->normals.empty(); });
  std::size_t vertices = 0, triangles = 0;
  std::string rows, faces;
  for (const Mesh* mesh : meshes) {
    for (const Triangle& triangle : mesh->triangles) {
      append(faces, std::uint8_t{3});
      for (const std::uint32_t v : triangle)
        append(faces, static_cast<std::int32_t>(vertices + v));
    }
    for (std::size_t v = 0; v < mesh->vertex_count(); ++v) {
      append(rows, mesh->positions[v]);
      if (with_normals) append(rows, mesh->normals[v]);
    }
    vertices += mesh->vertex_count();
    triangles += mesh->triangles.size();
  }
  return header_of(vertices, triangles, with_normals) + rows + faces;
}

}  // namespace bindpose
