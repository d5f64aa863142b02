// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs for a kernel with switchable mutants, which runs in its own process. Internal.
#pragma once

#include "conformance/mutation_score/mutants/asks.h"

namespace bindpose::conformance {

/// An input with one formulation, and the output of the unchanged kernel.
struct Ask {
  const Case* from = nullptr;
  const AskedCase* asked = nullptr;
  Options options;
  Answer answer;
  std::vector<int> reached;  ///< changed places that the input reaches
};
/// Inputs whose evaluation reaches a changed place.
using AsksByPlace = std::map<int, std::vector<std::uint32_t>>;

Expected<Answer> answer_in_float(const Algorithm& algorithm, const ArraySet& question,
                                 const Options& options);

/// The fate of a mutant according to its output for one input.
Fate fate_of(const Algorithm& algorithm, const ArraySet& question, const Options& options, int id,
             const Answer& right, const std::function<bool(const Answer&)>& is_passed);

/// Limits the processor time and memory of this process, and discards its standard error.
void limit_this_process(std::size_t seconds);

/// Runs fresh inputs with survivors that never changed an output. One process runs all survivors of
/// a kernel, until each has computed run.rows rows or the processor time reaches run.seconds. Sets
/// the fate `same` (with Mutant::same_rows) or `within`.
Expected<void> run_survivors_again(MutantTable& table, const MutantRun& run, const std::vector<Ask>& asks,
                                   const AsksByPlace& reaching);

}  // namespace bindpose::conformance
