// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: measures the speed of linear blending.
#pragma once

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// The speed of linear blending of a subject for a crowd of 20,000 vertices with 4 influences, after a warm-up.
struct Throughput {
  double vertices_per_second = 0;
  Verdict verdict;  ///< verdict on the timed output
};

/// Empty if this run did not use the subject, or if it was wrong for linear blending at palette level, died or
/// hung. Call after all records have run.
std::optional<Throughput> measure_throughput(const Suite& suite, std::size_t subject);

}  // namespace bindpose::conformance
