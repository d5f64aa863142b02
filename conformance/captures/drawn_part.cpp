// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/drawn_part.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bindpose::captures {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

std::size_t corner_count(const gltf::Primitive& primitive) {
  return primitive.mesh.triangles.empty() ? primitive.mesh.vertex_count()
                                          : 3 * primitive.mesh.triangles.size();
}

/// The file's vertex for each index.
std::vector<std::size_t> corners_of(const gltf::Primitive& primitive) {
  std::vector<std::size_t> corners;
  for (const Triangle& triangle : primitive.mesh.triangles)
    corners.insert(corners.end(), triangle.begin(), triangle.end());
  for (std::size_t v = 0; corners.size() < corner_count(primitive); ++v)
    corners.push_back(v);
  return corners;
}

bool are_same(const DrawnVertices& drawn, std::size_t one, std::size_t other) {
  return one == other || std::ranges::all_of(drawn.outputs, [one, other](const auto& named) {
           const RowView<double> rows = named.second.rows();
           return std::ranges::equal(rows[one], rows[other]);
         });
}

/// Matches by indices; none if two occurrences of a vertex differ.
std::optional<std::vector<std::size_t>> by_corners(const DrawnVertices& drawn,
                                                   const gltf::Primitive& primitive) {
  const std::vector<std::size_t> corners = corners_of(primitive);
  if (corners.size() != drawn.rows.size()) return std::nullopt;
  std::vector<std::size_t> rows(primitive.mesh.vertex_count(), none);
  for (std::size_t c = 0; c < corners.size(); ++c) {
    std::size_t& row = rows[corners[c]];
    if (row == none) row = drawn.rows[c];
    if (!are_same(drawn, row, drawn.rows[c])) return std::nullopt;
  }
  return rows;
}

/// Matches by vertex numbers, from the draw's lowest one; none if the counts differ.
std::optional<std::vector<std::size_t>> by_numbers(const DrawnVertices& drawn,
                                                   const gltf::Primitive& primitive) {
  const auto [low, high] = std::ranges::minmax(drawn.vertices);
  // The difference of two int32 numbers may need 33 bits.
  const std::int64_t first = low;
  const auto count = static_cast<std::size_t>(high - first) + 1;
  if (count != primitive.mesh.vertex_count()) return std::nullopt;
  std::vector<std::size_t> rows(count, none);
  for (std::size_t c = 0; c < drawn.rows.size(); ++c)
    rows[static_cast<std::size_t>(drawn.vertices[c] - first)] = drawn.rows[c];
  return rows;
}

}  // namespace

bool is_as_large(const Draw& draw, const gltf::Primitive& primitive) {
  return draw.corners == corner_count(primitive);
}

Expected<std::vector<std::size_t>> rows_of_vertices(const DrawnVertices& drawn,
                                                    const gltf::Primitive& primitive) {
  if (drawn.rows.empty() || drawn.rows.size() != drawn.vertices.size())
    return fail("CAPTURE_FORMAT", "", "expected one row per vertex, at least one");
  auto rows = by_corners(drawn, primitive);
  if (!rows) rows = by_numbers(drawn, primitive);
  if (!rows)
    return fail(
        "CAPTURE_ORDER", "",
        fmt::format("the draw has neither the file's {} indices in their order nor its {} vertices by number",
                    corner_count(primitive), primitive.mesh.vertex_count()));
  const auto missing = std::ranges::find(*rows, none);
  if (missing != rows->end())
    return fail("CAPTURE_VERTEX", "",
                fmt::format("vertex {} belongs to no triangle, so it is not drawn", missing - rows->begin()));
  return *std::move(rows);
}

}  // namespace bindpose::captures
