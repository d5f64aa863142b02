// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the rows of each joint in a palette with links.
//
// The joints come first. Then come the links of each joint except roots, joint by joint: twists
// 1 .. k, then swings 1 .. n - 1. Twist 0 and swing 0 are the parent itself, swing n is the joint.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "reference/numeric/scalar.h"

namespace bindpose {

struct LinkCount {
  int twists = 0;  ///< k
  int swings = 1;  ///< n
};

/// n for a joint that may rotate by this angle in radians: each swing is at most 60 degrees. Computed from the
/// exact angle, with a margin for rounding.
inline int swings_within(double range) {
  constexpr double sixty_degrees = 1.0471975511965976;
  const auto n = static_cast<int>(std::ceil(range / sixty_degrees - 0x1p-16));
  return n < 1 ? 1 : n;
}

class LinkRows {
 public:
  LinkRows(std::vector<int> parents, std::vector<LinkCount> counts)
      : parents_(std::move(parents)), counts_(std::move(counts)), size_(parents_.size()) {
    for (std::size_t j = 0; j < parents_.size(); ++j) {
      if (parents_[j] < 0) counts_[j] = {};
      first_.push_back(size_);
      size_ += static_cast<std::size_t>(counts_[j].twists + counts_[j].swings - 1);
    }
  }

  std::size_t size() const { return size_; }
  std::size_t joints() const { return parents_.size(); }
  bool is_root(std::size_t j) const { return parents_[j] < 0; }
  std::size_t parent(std::size_t j) const { return static_cast<std::size_t>(parents_[j]); }
  const LinkCount& count(std::size_t j) const { return counts_[j]; }
  /// Row of twist i, 0 .. k, of swing l, 0 .. n.
  std::size_t twist(std::size_t j, int i) const {
    return i == 0 ? parent(j) : first_[j] + static_cast<std::size_t>(i - 1);
  }
  std::size_t swing(std::size_t j, int l) const {
    if (l == 0) return parent(j);
    if (l == counts_[j].swings) return j;
    return first_[j] + static_cast<std::size_t>(counts_[j].twists + l - 1);
  }
  /// Children that influence a vertex together with their parents.
  template <class T>
  std::vector<std::size_t> pairs(const std::vector<T>& w) const {
    std::vector<std::size_t> pairs;
    for (std::size_t j = 0; j < w.size(); ++j)
      if (!is_root(j) && w[j] != T(0) && w[parent(j)] != T(0)) pairs.push_back(j);
    return pairs;
  }

 private:
  std::vector<int> parents_;
  std::vector<LinkCount> counts_;
  std::vector<std::size_t> first_ = {};
  std::size_t size_ = 0;
};

/// Weights around each joint at a vertex [#joints].
template <class T>
struct NeighbourWeights {
  std::vector<T> all;            ///< N_x: weight of its parent and its children
  std::vector<T> unlinked;       ///< sum over neighbours without links to the joint
  std::vector<bool> have_links;  ///< true if any neighbour has links
};
template <class T>
NeighbourWeights<T> neighbour_weights(const LinkRows& rows, const std::vector<T>& w) {
  NeighbourWeights<T> around{std::vector<T>(w.size(), T(0)), std::vector<T>(w.size(), T(0)),
                             std::vector<bool>(w.size())};
  for (const std::size_t j : rows.pairs(w)) {
    const std::size_t p = rows.parent(j);
    const bool has_links = rows.count(j).swings > 1;
    for (const auto& [x, other] : {std::pair(p, j), std::pair(j, p)}) {
      around.all[x] += w[other];
      if (has_links)
        around.have_links[x] = true;
      else
        around.unlinked[x] += w[other];
    }
  }
  for (T& N : around.all)
    N = stored(N);
  return around;
}

}  // namespace bindpose
