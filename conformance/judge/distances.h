// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how errors of positions go with a distance.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "conformance/judge/suspects.h"

namespace bindpose::conformance {

struct Distance {
  std::string_view from;  ///< "the origin"
  /// Of the rest position of each vertex; none where the question does not say it.
  std::vector<double> (*of)(const Question& question);
};
std::span<const Distance> distances();

/// Spearman's rank correlation of the error and the distance over wrong vertices. Nothing where fewer than 16 are wrong, where an
/// error is not a number, where the farthest is less than twice as far as the nearest, and where all are equally wrong.
std::optional<double> correlation_with(const Distance& distance, const GivenAnswer& given);

/// Of two lists of equally many numbers; equal ones share their mean rank. Nothing where all of a list are equal.
std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace bindpose::conformance
