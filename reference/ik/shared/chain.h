// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: chains of joints, and the points that their ends can reach.
//
// Formula. With bones d_i = |p_(i+1) - p_i| of the rest chain, the end reaches the distances
//   inner = max d - sum of the others (below 0: no lower limit)   to   outer = sum d from the root; the nearest
//   point to a goal outside this shell is on the line from the root to the goal.
#pragma once

#include <algorithm>
#include <cstddef>

#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::ik {

/// A chain's joints from root to end effector, metres.
template <class T>
using Chain = std::vector<Vec3<T>>;

/// The chain on another scalar.
template <class T>
Chain<T> chain_on(const Chain<double>& chain) {
  Chain<T> joints;
  for (const Vec3<double>& p : chain)
    joints.push_back(p.cast<T>());
  return joints;
}

/// d_i.
template <class T>
std::vector<T> bone_lengths(const Chain<T>& p) {
  std::vector<T> d;
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    d.push_back(norm_of<T>(difference<T>(p[i + 1], p[i])));
  return d;
}

/// A method's result; `undefined` is the code if it has no output.
template <class T>
struct Solved {
  Chain<T> positions;
  const char* undefined = nullptr;
};

/// Distances that a chain's end can have.
template <class T>
struct Reach {
  T distance;    ///< distance of the goal from the root
  T outer;       ///< greatest reach
  T inner;       ///< least reach, below 0 if the chain can fold onto its root
  bool too_far;  ///< decided on T
  bool too_near;
};

template <class T>
Reach<T> reach_of(const Chain<double>& rest, const Vec3<double>& goal) {
  Reach<T> reach;
  const std::vector<T> d = bone_lengths(chain_on<T>(rest));
  const auto by_value = [](const T& a, const T& b) { return to_double(a) < to_double(b); };
  const auto longest = std::max_element(d.begin(), d.end(), by_value);
  reach.outer = T(0);
  T others(0);
  for (auto bone = d.begin(); bone != d.end(); ++bone) {
    reach.outer += *bone;
    if (bone != longest) others += *bone;
  }
  reach.inner = *longest - others;
  reach.distance = norm_of<T>(difference<T>(goal.cast<T>(), rest[0].cast<T>()));
  reach.too_far = reach.outer < reach.distance;
  reach.too_near = !reach.too_far && reach.distance < reach.inner;
  return reach;
}

}  // namespace bindpose::ik
