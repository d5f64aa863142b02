// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: measures the speed of linear blending.
#pragma once

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// The speed of a subject on a crowd of 20,000 vertices with 4 influences, linear blending, after a warm-up.
struct Throughput {
  double vertices_per_second = 0;
  Verdict verdict;  ///< on the timed output
};

/// Empty if this run did not use the subject, if the subject was wrong about linear blending at palette level, died or hung.
/// Call when all records have run.
std::optional<Throughput> measure_throughput(const Suite& suite, std::size_t subject);

}  // namespace bindpose::conformance
