// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bench/evaluate.h"
#include "bench/run.h"

namespace bindpose::bench {
namespace {

/// The values of the formulation option that round differently, or one empty choice.
std::vector<Options> formulations(const Algorithm& algorithm) {
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    if (spec.kind == OptionSpec::Kind::formulation) {
      std::vector<Options> all;
      for (std::size_t i = 0; i < spec.distinct; ++i)
        all.push_back({{"formulation", std::string(spec.values[i])}});
      return all;
    }
  return {Options{}};
}

template <class T>
void register_scalar(const Algorithm& algorithm, const char* scalar, Evaluate<T> in_scalar) {
  for (const Options& options : formulations(algorithm)) {
    const std::string name = fmt::format("reference/{}/{}/{}", algorithm.path(), scalar,
                                         options.empty() ? "-" : options.begin()->second);
    auto* registered =
        benchmark::RegisterBenchmark(name.c_str(), [&algorithm, in_scalar, options](benchmark::State& state) {
          run(state, algorithm, processor_rates(),
              [&](const Question& question) { return evaluate<T>(in_scalar, question, options); });
        });
    registered->Unit(benchmark::kMillisecond);
    for (const std::int64_t size : sizes(algorithm))
      registered->Arg(size);
  }
}

}  // namespace

void register_reference() {
  for (const Algorithm& algorithm : algorithms()) {
    register_scalar<double>(algorithm, "double", algorithm.implementation.in_double);
    register_scalar<float>(algorithm, "float", algorithm.implementation.in_float);
  }
}

}  // namespace bindpose::bench
