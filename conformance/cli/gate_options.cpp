// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/gate_options.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "conformance/gate/results.h"
#include "conformance/run/shard.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

Expected<unsigned> number_in(const char* variable) {
  const char* text = std::getenv(variable);
  if (text == nullptr) return fail("SHARD", variable, "is not set, expected a number");
  const std::string_view word(text);
  unsigned number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size())
    return fail("SHARD", variable, fmt::format("'{}' is not a number", word));
  return number;
}

/// GoogleTest's own variables, which it would end the program for.
Expected<void> check_shard_variables() {
  const bool has_total = std::getenv("GTEST_TOTAL_SHARDS") != nullptr;
  if (!has_total && std::getenv("GTEST_SHARD_INDEX") == nullptr) return {};
  BINDPOSE_TRY(const unsigned total, number_in("GTEST_TOTAL_SHARDS"));
  BINDPOSE_TRY(const unsigned index, number_in("GTEST_SHARD_INDEX"));
  if (index >= total)
    return fail("SHARD", "GTEST_SHARD_INDEX",
                fmt::format("is {} of {} shards, which are counted from 0", index, total));
  return {};
}

/// part: from 1.
Expected<void> set_shard(unsigned part, unsigned parts) {
  if (parts == 0 || part == 0 || part > parts)
    return fail("SHARD", "", fmt::format("part {} of {} cannot be; parts are counted from 1", part, parts));
  const std::pair<const char*, std::string> variables[] = {{"GTEST_TOTAL_SHARDS", std::to_string(parts)},
                                                           {"GTEST_SHARD_INDEX", std::to_string(part - 1)}};
  for (const auto& [name, value] : variables) {
    const char* before = std::getenv(name);
    if (before != nullptr && value != before)
      return fail("SHARD", name, fmt::format("is {}, an option asks for {}", before, value));
    ::setenv(name, value.c_str(), 1);
  }
  return {};
}

}  // namespace

void add_gate_options(CLI::App& app, GateOptions& options) {
  app.option_defaults()->group("Gatekeeping");
  if (app.get_option_no_throw("--baseline") == nullptr)
    app.add_option("--baseline", options.baseline,
                   "Known failures: a results.csv or failures.csv of an earlier run");
  app.add_option("--skips", options.skips, "Tests not to ask: regular expressions, one per line");
  app.add_option("--flakes", options.flakes, "Tests to ask once more if they fail: regular expressions");
  app.add_option("--waivers", options.waivers, "Failures accepted for a while: JSON, or dEQP's XML");
  app.add_flag("--shard-from-ci", options.shard_from_ci,
               "Run the part of the tests that CI_NODE_INDEX of CI_NODE_TOTAL says (GitLab's 'parallel')");
  app.add_option("--shard-costs", options.shard_costs,
                 "Results of an earlier run: shards that take as long, by what each test took there");
  app.add_option("--fraction", options.fraction, "Run every Nth test only");
  app.add_option("--fraction-start", options.fraction_start, "From which on, 1 to N; without it 1");
  app.option_defaults()->group("Options");
}

Expected<void> apply_shard_options(const GateOptions& options) {
  if (options.fraction && !options.shard_costs.empty())
    return fail("SHARD", "", "--shard-costs and --fraction contradict each other");
  if (options.shard_from_ci && options.fraction)
    return fail("SHARD", "", "--shard-from-ci and --fraction contradict each other");
  if (options.fraction_start && !options.fraction)
    return fail("SHARD", "--fraction-start", "says nothing without --fraction");
  BINDPOSE_CHECK(check_shard_variables());
  if (options.fraction) return set_shard(options.fraction_start.value_or(1), *options.fraction);
  if (!options.shard_from_ci) return {};
  BINDPOSE_TRY(const auto total, number_in("CI_NODE_TOTAL"));
  // A job without 'parallel' has a total of 1 and no index.
  if (total == 1 && std::getenv("CI_NODE_INDEX") == nullptr) return {};
  BINDPOSE_TRY(const auto index, number_in("CI_NODE_INDEX"));
  return set_shard(index, total);
}

Expected<std::optional<Results>> earlier_costs(const GateOptions& options) {
  if (options.shard_costs.empty()) return std::nullopt;
  return read_results(options.shard_costs);
}

Expected<std::vector<bool>> dealt_tests(Suite& suite, const std::optional<Results>& earlier) {
  if (!earlier) return {};
  const Shard shard = shard_from_environment();
  if (shard.count < 2) return fail("SHARD", "--shard-costs", "says nothing without shards");
  std::vector<std::string> names;
  for (const Record& record : suite.records())
    names.push_back(record.name);
  std::vector<bool> ours;
  for (const std::size_t dealt : dealt_by_cost(seconds_of_tests(names, *earlier), shard.count))
    ours.push_back(dealt == shard.index);
  suite.run_shard(shard);
  return ours;
}

Expected<std::shared_ptr<Gate>> install_gate(Suite& suite, const GateOptions& options) {
  if (!options.any()) return nullptr;
  auto gate = Gate::open({options.baseline, options.skips, options.flakes, options.waivers}, today());
  if (gate) suite.set_hooks(hooks_of(*gate, suite));
  return gate;
}

}  // namespace bindpose::conformance
