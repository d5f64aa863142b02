// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the least time of an input in float32, the larger of two: its arrays read and written once at the speed of
// a memory copy, and its operations at the speed of register multiplications and additions.
//
// Source. Williams, Waterman, Patterson, Roofline: an insightful visual performance model for multicore
// architectures, Communications of the ACM 52(4), 2009.
#pragma once

#include <cstddef>
#include <string>

#include "conformance/judge/judge.h"
#include "reference/model/case.h"

namespace bindpose::bench {

std::size_t element_count(const ArraySet& arrays);

/// The least work for an input and its output.
struct Work {
  double bytes = 0;       ///< bytes: every number of the input and of the judged output, 4 bytes each
  double operations = 0;  ///< float32 multiplications, additions, divisions, roots; 0: unknown
};
Work work_of(const Question& question, const conformance::Answer& answer);
/// Operations of linear blending and dual quaternions, by the formulas on their pages; 0: unknown.
double known_operations(const Question& question);

/// Ceilings of the computing device; 0: unknown.
struct Rates {
  double bytes = 0;
  double operations = 0;
};
/// The rates of one thread.
Rates processor_rates();
/// For the processor, or the device of a subject. Unmeasured values stay unknown.
Rates rates_of(const std::string& subject);

struct Roofline {
  double seconds = 0;  ///< 0: unknown
  std::string binds;   ///< "memory", "arithmetic"
};
Roofline roofline(const Work& work, const Rates& rates);

}  // namespace bindpose::bench
