// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, properties of every chain, and the distance of a wrong chain from the right
// chain.
#pragma once

#include <fmt/core.h>

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::test {

using namespace ik;

/// Greatest change of a bone's length, metres.
inline double stretch(const Chain<double>& chain, const Chain<double>& rest) {
  double worst = 0;
  for (std::size_t i = 0; i + 1 < rest.size(); ++i)
    worst = std::max(
        worst, std::fabs(norm_of<double>(chain[i + 1] - chain[i]) - norm_of<double>(rest[i + 1] - rest[i])));
  return worst;
}

/// Greatest bound of a chain's numbers, relative to its full reach.
inline double relative_bound(const Chain<Tracked>& chain, const Chain<double>& rest) {
  double worst = 0;
  for (const Vec3<Tracked>& p : chain)
    for (int c = 0; c < 3; ++c)
      worst = std::max(worst, p[c].error() / full_reach(rest));
  return worst;
}

/// relative_bound() of the results of solve(rest, goal) for chains of 3 to 6 bones and goals all around them;
/// prints one line.
template <class Solve>
double worst_relative_bound(const char* name, Solve solve) {
  double worst = 0;
  for (std::size_t joints = 4; joints <= 7; ++joints) {
    const Chain<double> rest = bent_chain(joints);
    for (const Vec3<double>& goal : goals_around(rest))
      worst = std::max(worst, relative_bound(solve(rest, goal), rest));
  }
  fmt::print("{}: bounds of at most {:.1e} of the full reach\n", name, worst);
  return worst;
}

}  // namespace bindpose::test
