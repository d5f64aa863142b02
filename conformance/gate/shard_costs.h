// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tests dealt to shards by what each took in an earlier run, so that all shards take as long.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/gate/results.h"

namespace bindpose::conformance {

/// Which of so many shards has each test: the longest first, each to the shard that has least to do; of those that take
/// alike the earlier one. The same on every machine.
std::vector<std::size_t> dealt_by_cost(const std::vector<double>& seconds, std::size_t shards);

/// What each test took in the earlier run; the mean of those for one that it does not have.
std::vector<double> seconds_of_tests(const std::vector<std::string>& names, const Results& earlier);

}  // namespace bindpose::conformance
