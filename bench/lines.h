// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the common part of rows and curves: the requested algorithms, and the printed JSON lines.
#pragma once

#include <functional>

#include <nlohmann/json.hpp>

#include "bench/roofline.h"
#include "bench/rows.h"
#include "bench/runner.h"
#include "reference/algorithms.h"

namespace bindpose::bench {

using JsonLine = nlohmann::ordered_json;

/// Prints immediately, because the reader may be waiting.
void print_line(const JsonLine& line);

/// Prints the ceilings, then calls each(algorithm, runner, rates), which returns true for a right output. Returns
/// an exit code.
using OfAlgorithm = std::function<bool(const Algorithm&, Runner&, const Rates&)>;
int for_each_asked(const Asked& asked, const OfAlgorithm& each);

/// Rows and bytes per second, and their share of the roofline.
void put_rates(JsonLine& line, std::size_t rows, double seconds, const Work& work, const Rates& rates);

/// True if the subject declines, which is not a defect.
bool is_not_taken(const Error& error);

/// Rows of the first judged array.
std::size_t row_count(const Algorithm& algorithm, const conformance::Answer& answer);

}  // namespace bindpose::bench
