// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/triangle_tree.h"

#include <algorithm>
#include <numeric>

namespace bindpose::binding {
namespace {

constexpr std::size_t few = 4;  // largest number of triangles in a leaf

}  // namespace

TriangleTree::TriangleTree(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles)
    : order_(triangles.size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  if (!triangles.empty()) grow({x, triangles}, 0, triangles.size());
}

TriangleTree::Box TriangleTree::box_of(const Mesh& mesh, std::size_t begin, std::size_t end) const {
  const Vec3<double>& first = mesh.x[mesh.triangles[order_[begin]][0]];
  Box box{first, first};
  for (std::size_t i = begin; i < end; ++i)
    for (const std::uint32_t v : mesh.triangles[order_[i]]) {
      box.low = box.low.cwiseMin(mesh.x[v]);
      box.high = box.high.cwiseMax(mesh.x[v]);
    }
  const double rounding = 0x1p-20 * std::max(box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff());
  return {box.low.array() - rounding, box.high.array() + rounding};
}

/// The node of these triangles, and all below it.
void TriangleTree::grow(const Mesh& mesh, std::size_t begin, std::size_t end) {
  const std::size_t node = nodes_.size();
  nodes_.push_back({box_of(mesh, begin, end), begin, end});
  if (end - begin <= few) return;
  Eigen::Index side = 0;
  (nodes_[node].box.high - nodes_[node].box.low).maxCoeff(&side);
  const auto middle = [&](std::uint32_t t) {
    const Triangle& corners = mesh.triangles[t];
    return mesh.x[corners[0]][side] + mesh.x[corners[1]][side] + mesh.x[corners[2]][side];
  };
  const std::size_t half = begin + (end - begin) / 2;
  const auto at = [this](std::size_t i) { return order_.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(half), at(end),
                   [&](std::uint32_t a, std::uint32_t b) { return middle(a) < middle(b); });
  grow(mesh, begin, half);
  nodes_[node].second = nodes_.size();
  grow(mesh, half, end);
}

/// True if the segment passes the box (slab test).
bool TriangleTree::passes(const Vec3<double>& from, const Vec3<double>& to, const Box& box) {
  double first = 0, last = 1;  // range on the segment
  for (int side = 0; side < 3; ++side) {
    const double along = to[side] - from[side];
    if (along == 0) {
      if (from[side] < box.low[side] || from[side] > box.high[side]) return false;
      continue;
    }
    const double low = (box.low[side] - from[side]) / along, high = (box.high[side] - from[side]) / along;
    first = std::max(first, std::min(low, high));
    last = std::min(last, std::max(low, high));
  }
  return first <= last;
}

std::vector<std::uint32_t> TriangleTree::along(const Vec3<double>& from, const Vec3<double>& to) const {
  std::vector<std::uint32_t> found;
  std::vector<std::size_t> open;
  if (!nodes_.empty()) open.push_back(0);
  while (!open.empty()) {
    const std::size_t at = open.back();
    const Node& node = nodes_[at];
    open.pop_back();
    if (!passes(from, to, node.box)) continue;
    if (node.second == 0) {
      for (std::size_t i = node.begin; i < node.end; ++i)
        found.push_back(order_[i]);
      continue;
    }
    open.push_back(node.second);
    open.push_back(at + 1);
  }
  return found;
}

}  // namespace bindpose::binding
