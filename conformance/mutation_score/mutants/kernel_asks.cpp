// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/mutants/kernel_asks.h"

#include <sys/resource.h>
#include <unistd.h>

#include "conformance/mutation_score/mutants/pick.h"

namespace bindpose::conformance {

Expected<Answer> answer_in_float(const Algorithm& algorithm, const ArraySet& question,
                                 const Options& options) {
  BINDPOSE_TRY(const auto result, algorithm.implementation.in_float(question, options));
  return as_answer(result);
}

Fate fate_of(const Algorithm& algorithm, const ArraySet& question, const Options& options, int id,
             const Answer& right, const std::function<bool(const Answer&)>& is_passed) {
  mutants::state.active = id;
  mutants::state.was_meaningless = mutants::state.was_reached = false;
  const auto answer = answer_in_float(algorithm, question, options);
  mutants::state.active = 0;
  if (mutants::state.was_meaningless) return Fate::meaningless;
  if (!mutants::state.was_reached) return Fate::unreached;
  if (!answer) return Fate::killed;
  if (is_same(right, *answer)) return Fate::same;
  return is_passed(*answer) ? Fate::within : Fate::killed;
}

void limit_this_process(std::size_t seconds) {
  constexpr rlim_t most_bytes = rlim_t{4} << 30;
  const rlimit time{seconds, seconds}, memory{most_bytes, most_bytes}, core{0, 0};
  ::setrlimit(RLIMIT_CPU, &time);
  ::setrlimit(RLIMIT_AS, &memory);
  ::setrlimit(RLIMIT_CORE, &core);
  ::close(STDERR_FILENO);
}

}  // namespace bindpose::conformance
