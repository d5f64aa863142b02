// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh moved by other muscles than those that were asked for.
#pragma once

#include <cstddef>

#include "conformance/defects/shared/deformers.h"
#include "reference/face/shared/pulls.h"

namespace bindpose::conformance {

using bindpose::face::Pull, bindpose::face::Together;

/// What a muscle does to a point, by differences of its displacement.
template <class Displacement>
Pull<double> pull_by(const Vec3<double>& p, Displacement displacement) {
  constexpr double h = 0x1p-18;
  Pull<double> pull;
  pull.d = displacement(p);
  for (int c = 0; c < 3; ++c) {
    const Vec3<double> step = h * Vec3<double>::Unit(c);
    pull.G.col(c) = (displacement(Vec3<double>(p + step)) - displacement(Vec3<double>(p - step))) / (2 * h);
  }
  return pull;
}

/// Whether muscles act one after another.
inline Together together_of(const Question& question) {
  const auto together = question.options.find("together");
  const bool after = together != question.options.end() && together->second == "one-after-another";
  return after ? Together::one_after_another : Together::added;
}

/// displacement(muscle, p), wherever a vertex is.
template <class Displacement>
Computed by_muscles(const Question& question, const char* own, Displacement displacement) {
  if (!question.arrays.has(own)) return cannot_be_made();
  const Together together = together_of(question);
  return read_and(question, [&](const Inputs<double>& in) {
    return bindpose::deform::deformed_mesh(in, [&](const DeformedVertex& rest) {
      return bindpose::face::pulled<double>(
          rest, in.extent("M"), together, [&](std::size_t i, const Vec3<double>& p) {
            return pull_by(p, [&](const Vec3<double>& x) { return displacement(in, i, x); });
          });
    });
  });
}

}  // namespace bindpose::conformance
