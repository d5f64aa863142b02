// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <chrono>

#include <benchmark/benchmark.h>

#include "bench/bench.h"
#include "conformance/cases/cases.h"
#include "conformance/subjects/worker.h"
#include "reference/model/case.h"

namespace bindpose::bench {
namespace {

/// Everything except the reference's and the subject's own time: sending the input to a worker process, receiving
/// the output, comparing. Uses the built-in suite's largest case.
void judge_overhead(benchmark::State& state, const std::string& program) {
  const Case* largest = nullptr;
  for (const Case& c : conformance::built_in_cases())
    if (c.name == "skinning.linear_blend.cylinder.bend-90.direction.palette.f32") largest = &c;
  const auto spec = conformance::parse_subject("reference-float");
  if (largest == nullptr || !spec) return state.SkipWithError("the case is gone");
  const auto subject = conformance::start_worker(*spec, program);
  if (!subject) return state.SkipWithError(to_string(subject.error()).c_str());
  const auto arrays = largest->question();
  if (!arrays) return state.SkipWithError(to_string(arrays.error()).c_str());
  const Question question{largest->algorithm, largest->level, largest->options, *arrays};
  const auto expectation = conformance::expect(question);
  const auto variants = (*subject)->variants(*largest->algorithm, largest->level);
  if (!expectation || variants.empty()) return state.SkipWithError("the reference cannot compute");
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const auto answer = (*subject)->run(question, variants.front());
    if (!answer) return state.SkipWithError(to_string(answer.error()).c_str());
    const conformance::Verdict verdict = conformance::judge(question, *expectation, *answer);
    if (verdict.outcome != conformance::Outcome::pass) return state.SkipWithError(verdict.detail.c_str());
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(whole.count() - answer->seconds);
  }
  state.counters["vertices"] = static_cast<double>(question.arrays.find("positions")->shape[0]);
}

}  // namespace

void register_judge(const std::string& program) {
  benchmark::RegisterBenchmark("judge/overhead",
                               [program](benchmark::State& state) { judge_overhead(state, program); })
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime();
}

}  // namespace bindpose::bench
