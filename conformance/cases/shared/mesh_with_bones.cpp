// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/mesh_with_bones.h"

#include <algorithm>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/numeric/random.h"
#include "reference/scenes/scene.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::conformance {
namespace {

/// The mesh with every vertex moved slightly.
Mesh roughened(Mesh mesh, const char* name, double by) {
  Random random(name);
  for (Vec3<double>& x : mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(by)));
  return mesh;
}

/// A tube with a duplicate of the first vertex of every ring. Triangles between the duplicate and
/// the ring's last vertex use the duplicate.
Mesh cut_open(Mesh tube, std::uint32_t sections, std::uint32_t sides) {
  const auto is_last_of_ring = [&](std::uint32_t v) {
    return v < sections * sides && v % sides == sides - 1;
  };
  for (std::uint32_t v = 0; v < sections * sides; v += sides) {
    const auto copy = static_cast<std::uint32_t>(tube.vertex_count());
    tube.positions.push_back(Vec3<double>(tube.positions[v]));
    for (Triangle& t : tube.triangles)
      if (std::ranges::any_of(t, is_last_of_ring)) std::ranges::replace(t, v, copy);
  }
  return tube;
}

}  // namespace

Mesh uneven_tube_mesh(std::size_t sections, std::size_t sides, const Vec3<double>& centre, double radius) {
  Mesh mesh;
  const scenes::Stop first{centre, radius, 0.875 * radius},
      last{centre + Vec3<double>(0, 4, 0), 0.75 * radius, 0.875 * radius};
  scenes::append_tube(mesh, scenes::sections_along({first, last}, {0, 0, 1}, sections),
                      scenes::even_turns(sides));
  return roughened(std::move(mesh), "uneven tube", 0.0625);
}

Mesh uneven_sheet(double slant) {
  constexpr std::uint32_t columns = 5, rows = 4;
  Mesh mesh;
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t c = 0; c < columns; ++c)
      mesh.positions.emplace_back(c + 0.5 * r, r * slant, 0.125 * ((r + c) % 2));
  for (std::uint32_t r = 0; r + 1 < rows; ++r)
    for (std::uint32_t c = 0; c + 1 < columns; ++c) {
      const std::uint32_t v = r * columns + c;
      mesh.triangles.push_back({v, v + 1, v + columns + 1});
      mesh.triangles.push_back({v, v + columns + 1, v + columns});
    }
  return roughened(std::move(mesh), "uneven sheet", 0.03125);
}

Mesh both(Mesh first, const Mesh& second) {
  const auto from = static_cast<std::uint32_t>(first.vertex_count());
  first.positions.insert(first.positions.end(), second.positions.begin(), second.positions.end());
  for (const Triangle& t : second.triangles)
    first.triangles.push_back({t[0] + from, t[1] + from, t[2] + from});
  return first;
}

MeshWithBones tube_with_bones(std::size_t sections, std::size_t sides, const Vec3<double>& off) {
  return {uneven_tube_mesh(sections, sides),
          {-1, 0, 1},
          {Vec3<double>(0.0625, 0.25, 0), Vec3<double>(0, 2, 0.0625) + off, Vec3<double>(0, 3.625, 0)}};
}

MeshWithBones tube_with_seam() {
  MeshWithBones all = tube_with_bones(4, 4);
  all.mesh = cut_open(std::move(all.mesh), 4, 4);
  return all;
}

MeshWithBones with_copies_first(MeshWithBones all, std::uint32_t copies) {
  const std::vector<Vec3<double>> own = all.mesh.positions;
  std::vector<Vec3<double>> x;
  for (std::uint32_t i = 0; i < copies; ++i)
    x.push_back(own[(i + 1) % own.size()]);
  x.insert(x.end(), own.begin(), own.end());
  all.mesh.positions = std::move(x);
  for (Triangle& t : all.mesh.triangles)
    for (std::uint32_t& v : t)
      v += copies;
  return all;
}

ArraySet mesh_question(const MeshWithBones& all) {
  ArraySet question;
  std::vector<Vec3<double>> pivots;
  for (const Vec3<double>& pivot : all.pivots)
    pivots.push_back(scenes::to_float32(pivot));
  add_mesh(question, all.mesh);
  add_triangles(question, all.mesh.triangles);
  question.add("parents", {pivots.size()}, Array::Integers(all.parents.begin(), all.parents.end()));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::conformance
