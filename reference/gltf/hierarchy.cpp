// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/hierarchy.h"

#include <utility>

namespace bindpose::gltf {

Hierarchy::Hierarchy(std::vector<std::int64_t> parents) : parents_(std::move(parents)) {
  find_loops();
  if (looped_.empty()) measure_depths();
}

void Hierarchy::find_loops() {
  constexpr std::size_t kUnseen = 0;
  std::vector<std::size_t> seen_from(parents_.size(), kUnseen);  // 1 + the node whose walk visited it first
  std::vector<bool> in_loop(parents_.size(), false);
  for (std::size_t start = 0; start < parents_.size(); ++start) {
    std::int64_t node = static_cast<std::int64_t>(start);
    while (node >= 0 && seen_from[static_cast<std::size_t>(node)] == kUnseen) {
      seen_from[static_cast<std::size_t>(node)] = start + 1;
      node = parents_[static_cast<std::size_t>(node)];
    }
    if (node < 0 || seen_from[static_cast<std::size_t>(node)] != start + 1) continue;
    while (!in_loop[static_cast<std::size_t>(node)]) {
      in_loop[static_cast<std::size_t>(node)] = true;
      node = parents_[static_cast<std::size_t>(node)];
    }
  }
  for (std::size_t node = 0; node < parents_.size(); ++node) {
    if (in_loop[node]) looped_.push_back(node);
  }
}

void Hierarchy::measure_depths() {
  constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
  depth_.assign(parents_.size(), kUnknown);
  jump_.resize(parents_.size());
  std::vector<std::size_t> path;
  for (std::size_t start = 0; start < parents_.size(); ++start) {
    for (std::int64_t node = static_cast<std::int64_t>(start);
         node >= 0 && depth_[static_cast<std::size_t>(node)] == kUnknown;
         node = parents_[static_cast<std::size_t>(node)]) {
      path.push_back(static_cast<std::size_t>(node));
    }
    for (; !path.empty(); path.pop_back()) {
      const std::size_t node = path.back();
      if (parents_[node] < 0) {
        depth_[node] = 0;
        jump_[node] = node;
        continue;
      }
      const auto parent = static_cast<std::size_t>(parents_[node]);
      const std::size_t far = jump_[parent];
      depth_[node] = depth_[parent] + 1;
      const bool equal_jumps = depth_[parent] - depth_[far] == depth_[far] - depth_[jump_[far]];
      jump_[node] = equal_jumps ? jump_[far] : parent;
    }
  }
}

std::size_t Hierarchy::lifted(std::size_t node, std::size_t depth) const {
  while (depth_[node] > depth) {
    node = depth_[jump_[node]] >= depth ? jump_[node] : static_cast<std::size_t>(parents_[node]);
  }
  return node;
}

std::size_t Hierarchy::root_of(std::size_t node) const {
  return lifted(node, 0);
}

std::optional<std::size_t> Hierarchy::lowest_common(std::size_t a, std::size_t b) const {
  if (depth_[a] > depth_[b]) std::swap(a, b);
  b = lifted(b, depth_[a]);
  while (a != b) {
    if (depth_[a] == 0) return std::nullopt;
    const bool jumps_meet = jump_[a] == jump_[b];
    a = jumps_meet ? static_cast<std::size_t>(parents_[a]) : jump_[a];
    b = jumps_meet ? static_cast<std::size_t>(parents_[b]) : jump_[b];
  }
  return a;
}

bool Hierarchy::is_above(std::size_t ancestor, std::size_t node) const {
  return depth_[ancestor] <= depth_[node] && lifted(node, depth_[ancestor]) == ancestor;
}

}  // namespace bindpose::gltf
