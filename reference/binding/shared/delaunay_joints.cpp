// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/delaunay_joints.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/binding/shared/delaunay_cells.h"
#include "reference/binding/shared/welded_vertices.h"
#include "reference/model/question.h"

namespace bindpose::binding {
namespace {

std::vector<Vec3<double>> rows_of(const ArraySet& question, const char* name) {
  const Array& array = *question.find(name);
  std::vector<Vec3<double>> rows;
  for (std::size_t i = 0; i < array.shape[0]; ++i)
    rows.push_back(read_row<double, 3>(array, i));
  return rows;
}

}  // namespace

Expected<std::vector<ConnectedJoints>> connected_joints(const ArraySet& question) {
  std::vector<Vec3<double>> all = rows_of(question, "positions"), pivots = rows_of(question, "pivots");
  const std::size_t V = all.size();
  all.insert(all.end(), pivots.begin(), pivots.end());
  const std::vector<std::uint32_t> places = places_of(all);
  std::vector<Vec3<double>> points;  // one point at each position
  std::vector<std::uint32_t> point_at(all.size()), from;
  std::vector<std::vector<std::size_t>> joints_at;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (places[i] == i) {
      point_at[i] = static_cast<std::uint32_t>(points.size());
      points.push_back(all[i]);
      joints_at.emplace_back();
    }
    point_at[i] = point_at[places[i]];
    if (i < V) continue;
    if (joints_at[point_at[i]].empty()) from.push_back(point_at[i]);
    joints_at[point_at[i]].push_back(i - V);
  }
  BINDPOSE_TRY(const auto cells, delaunay_cells(points));
  const std::vector<Reached> reached = fewest_edges(joined_points(cells, points.size()), from);
  std::vector<ConnectedJoints> connected(V);
  for (std::size_t v = 0; v < V; ++v) {
    const Reached& there = reached[point_at[v]];
    if (there.from.empty())
      return fail("NO_CELL", fmt::format("positions[{}]", v),
                  "is in no tetrahedron: too close to another point");
    connected[v].edges = there.edges;
    for (const std::uint32_t point : there.from)
      connected[v].joints.insert(connected[v].joints.end(), joints_at[point].begin(), joints_at[point].end());
    std::sort(connected[v].joints.begin(), connected[v].joints.end());
  }
  return connected;
}

}  // namespace bindpose::binding
