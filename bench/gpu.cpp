// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/run.h"

namespace bindpose::bench {

/// Every variant to measure: each palette binding once, or as its options choose.
void register_gpu(std::shared_ptr<conformance::Subject> subject) {
  const Rates rates = rates_of(subject->name());
  for (const Algorithm& algorithm : algorithms()) {
    if (!algorithm.has_glsl) continue;
    for (const Options& variant : subject->variants(algorithm, algorithm.levels.front())) {
      std::vector<std::string> words;
      for (const auto& [key, value] : variant)
        words.push_back(value);
      const std::string name =
          fmt::format("{}/{}/{}", subject->name(), algorithm.path(), fmt::join(words, "/"));
      auto* registered = benchmark::RegisterBenchmark(
          name.c_str(), [&algorithm, subject, variant, rates](benchmark::State& state) {
            run(state, algorithm, rates,
                [&](const Question& question) { return subject->run(question, variant); });
          });
      registered->Unit(benchmark::kMillisecond)->UseRealTime();
      for (const std::int64_t size : sizes(algorithm))
        registered->Arg(size);
    }
  }
}

}  // namespace bindpose::bench
