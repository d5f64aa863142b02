// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what mutants are asked, and what their answers are worth. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "conformance/judge/judge.h"
#include "conformance/power/mutants/mutants.h"

namespace bindpose::conformance {

/// A built-in case and its question.
struct MutantCase {
  const Case* from = nullptr;
  AskedCase asked = {};
};
/// The wanted cases, small questions first: most mutants are seen by the first. Errors QUESTION.
Expected<std::vector<MutantCase>> mutant_cases(const std::function<bool(const Case&)>& wanted,
                                               unsigned threads);

/// Equal bit by bit; NaN is equal to NaN.
bool is_same(const Answer& a, const Answer& b);

/// Of its longest array.
std::size_t row_count(const Answer& answer);

/// Whether the judge lets it pass, on whatever terms.
bool passes(const Expectation& expectation, const Answer& answer);

/// What a process finds out about its mutant.
struct FateReport {
  Fate fate = Fate::unreached;
  std::uint32_t ask = 0;
  std::size_t same_rows = 0;  ///< Mutant::same_rows
};

/// decide_fates() of kernels and of shaders.
Expected<void> decide_kernel_fates(MutantTable& table, const MutantRun& run);
Expected<void> decide_shader_fates(MutantTable& table, const MutantRun& run);

}  // namespace bindpose::conformance
