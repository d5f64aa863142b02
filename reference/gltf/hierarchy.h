// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the tree of nodes: parents, loops, and the lowest common ancestor of two nodes in logarithmic time, so
// that no file makes the check of its skins take hours.
//
// Source: jump pointers after E. W. Myers, "An applicative random-access stack", 1983.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bindpose::gltf {

class Hierarchy {
 public:
  /// `parents` [#nodes]: a node or -1.
  explicit Hierarchy(std::vector<std::int64_t> parents);

  /// Nodes that are their own ancestors, ascending. The queries below need none.
  const std::vector<std::size_t>& looped_nodes() const { return looped_; }

  std::size_t root_of(std::size_t node) const;

  /// The deepest node that is a, b or above both; none if they are in different trees.
  std::optional<std::size_t> lowest_common(std::size_t a, std::size_t b) const;

  /// True if `ancestor` is `node` or above it.
  bool is_above(std::size_t ancestor, std::size_t node) const;

 private:
  void find_loops();
  void measure_depths();
  std::size_t lifted(std::size_t node, std::size_t depth) const;

  std::vector<std::int64_t> parents_;
  std::vector<std::size_t> depth_;  // 0 for roots
  std::vector<std::size_t> jump_;   // an ancestor; the root itself for roots
  std::vector<std::size_t> looped_;
};

}  // namespace bindpose::gltf
