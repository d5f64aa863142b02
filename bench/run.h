// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the loop that the reference's and the GPU's benchmarks share.
#pragma once

#include <benchmark/benchmark.h>

#include "bench/bench.h"
#include "bench/roofline.h"

namespace bindpose::bench {

/// Verifies the output of evaluate(), then measures its time. evaluate: (Question) -> Expected<Answer>.
/// rates: of the evaluating device.
template <class Evaluate>
void run(benchmark::State& state, const Algorithm& algorithm, const Rates& rates, Evaluate evaluate) {
  const auto load = workload(algorithm, static_cast<std::size_t>(state.range(0)));
  if (!load) return state.SkipWithError(to_string(load.error()).c_str());
  const auto first = evaluate((*load)->question);
  if (!first && (first.error().code == "NOT_SUPPORTED" || first.error().code == "NOT_APPLICABLE")) {
    while (state.KeepRunning()) {
    }
    return state.SetLabel(to_string(first.error()));
  }
  if (!first) return state.SkipWithError(to_string(first.error()).c_str());
  const Check verified = check((*load)->expectation, *first);
  if (!verified.reason.empty()) return state.SkipWithError(verified.reason.c_str());
  for (auto _ : state) {
    auto answer = evaluate((*load)->question);
    benchmark::DoNotOptimize(answer);
  }
  const auto rows = static_cast<double>((*load)->rows);
  const auto bytes = static_cast<double>((*load)->input_bytes + (*load)->output_bytes);
  state.counters["vertices/s"] = benchmark::Counter(rows, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bytes/s"] = benchmark::Counter(bytes, benchmark::Counter::kIsIterationInvariantRate);
  if (const Roofline least = roofline({bytes, known_operations((*load)->question)}, rates);
      least.seconds > 0) {
    state.counters["of_roofline"] =
        benchmark::Counter(least.seconds, benchmark::Counter::kIsIterationInvariantRate);
    state.SetLabel("bound by " + least.binds);
  }
  state.counters["largest_error"] = verified.largest_error;
  state.counters["of_bound"] = verified.worst_fraction;
}

}  // namespace bindpose::bench
