// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the rows of a table of differences, for all reports.
#pragma once

#include "conformance/same/difference.h"

namespace bindpose::conformance::same {

std::string mm(double metres);
std::string deg(double radians);
std::string place_text(const DifferencePlace& place, const std::string& kind);
const DifferencePlace& main_place(const NamedTally& row, const Limits& within);

/// "rest", "clip walk"
std::string title_of(const NamedTally& row);
/// Rows of these kinds, the largest differences first.
std::vector<const NamedTally*> rows_of(const Differences& all, const std::vector<std::string_view>& kinds);
std::vector<std::string_view> kinds_of_moments();

/// "1 mm and 0.5 deg"
std::string limits_text(const Limits& within);
/// "NOT THE SAME within 1 mm and 0.5 deg"
std::string verdict_text(const Differences& all);

std::vector<std::string> table_head();
std::vector<std::string> cells(const NamedTally& row, const Limits& within);

}  // namespace bindpose::conformance::same
