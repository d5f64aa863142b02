// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: facts about an algorithm apart from its formula, each read from its declaration.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/algorithm.h"

namespace bindpose::conformance {

struct Counts {
  std::size_t cases = 0;
  std::size_t golden = 0;
};
Counts count_cases(const Algorithm& algorithm);

/// The path of its page below the sources: "reference/skinning/linear_blend.md". Empty without a
/// page or an implementation.
std::string reference_page(const Algorithm& algorithm);

/// The subjects of `ci/bench --only ID SUBJECT`; "gpu" stands for any device.
std::vector<std::string_view> measured_as(const Algorithm& algorithm);

/// True if `bindpose-bench --binders` measures its time and memory by the number of vertices.
bool is_measured_as_binder(const Algorithm& algorithm);

}  // namespace bindpose::conformance
