// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are a baseline: results.csv or failures.csv of an earlier run.
#include "conformance/gate/baseline.h"
#include "conformance/report/report.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::baseline_fuzzer {

using namespace conformance;

std::vector<std::string> seeds() {
  std::vector<Verdict> verdicts(outcome_count);
  std::vector<std::string> names;
  std::vector<NamedVerdict> tests;
  for (std::size_t o = 0; o < outcome_count; ++o) {
    verdicts[o].outcome = static_cast<Outcome>(o);
    names.push_back("skinning.linear_blend." + std::to_string(o) + "/gpu/-");
  }
  for (std::size_t o = 0; o < outcome_count; ++o)
    tests.emplace_back(names[o], &verdicts[o]);
  return {csv(tests, {"pose.fk_matrix.gone/gpu/-"}, false), csv(tests, {}, true),
          "# noted\r\n\n a.b , UnexpectedImprovement(Pass)\t\n", "a,ExpectedFail,1\nb,Warn\nc,KnownFlake",
          "a,UnexpectedImprovement("};
}

void read(std::string_view input) {
  const auto baseline = Baseline::parse(input, "baseline.csv");
  if (!baseline) return require_printable(baseline.error());
  std::string text;
  for (const std::string& name : baseline->failures_not_in({})) {
    require(baseline->find(name).has_value(), "find() does not return a failure");
    text += name + "," + std::string(to_string(*baseline->find(name))) + "\n";
  }
  for (const std::string& note : baseline->notes())
    require_printable({"NOTE", "", note});
  const auto again = Baseline::parse(text, "baseline.csv");
  require(again && again->failures_not_in({}) == baseline->failures_not_in({}),
          "the array changed by writing and reading");
  for (const Expectancy now : {Expectancy::crash, Expectancy::pass}) {
    std::map<std::string, Expectancy> states = {{"new", now}};
    for (const std::string& name : baseline->failures_not_in({}))
      states[name] = now;
    const auto updated = Baseline::parse(updated_baseline(input, states).text, "baseline.csv");
    require(updated.has_value(), "an update that is not a baseline");
    for (const auto& [name, state] : states)
      require(updated->find(name).value_or(Expectancy::pass) == state, "a row that is not updated");
  }
}

BINDPOSE_FUZZER(baseline)

}  // namespace bindpose::fuzz::baseline_fuzzer
