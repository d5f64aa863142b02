// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: options of CI: which results are as expected, and which shard of the tests a job runs.
// And: options of the verdict cache.
// And: options that limit what foreign subjects may use and see.
// And: what the values of policies mean, and which engines use them.
#pragma once

#include <CLI/CLI.hpp>

#include "conformance/cache/verdict_cache.h"
#include "conformance/gate/gate.h"
#include "conformance/gate/results.h"

namespace bindpose::conformance {

struct GateOptions {
  std::string baseline, skips, flakes, waivers, shard_costs;
  std::string update;  ///< the baseline to update; empty: none
  bool yes = false;    ///< updates without a question
  bool shard_from_ci = false;
  std::optional<unsigned> fraction, fraction_start;

  bool any() const { return !baseline.empty() || !skips.empty() || !flakes.empty() || !waivers.empty(); }
};

void add_gate_options(CLI::App& app, GateOptions& options);

/// Sets GoogleTest's GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX if an option requests it; call
/// before GoogleTest starts. Error SHARD: options contradict each other or those variables,
/// or the CI's CI_NODE_INDEX (from 1) and CI_NODE_TOTAL are missing or invalid.
Expected<void> apply_shard_options(const GateOptions& options);

/// Results of --shard-costs; nothing without the option. Errors: those of read_results().
Expected<std::optional<Results>> earlier_costs(const GateOptions& options);

/// For each test of the suite, true if --shard-costs assigns it to this shard; without --shard-costs, empty:
/// GoogleTest's variables decide. Error SHARD: no shards to deal to.
Expected<std::vector<bool>> dealt_tests(Suite& suite, const std::optional<Results>& earlier);

/// Opens the gate of these files and connects it to the suite;
/// nullptr if no option requests one. Errors: those of Gate::open().
Expected<std::shared_ptr<Gate>> install_gate(Suite& suite, const GateOptions& options);

struct CacheOptions {
  std::string folder;      ///< empty: no cache
  std::size_t verify = 0;  ///< number of cached tests to run again
};
void add_cache_options(CLI::App& app, CacheOptions& options);

/// Null without --cache. Errors: ARGUMENT for --verify-cache without --cache, FILE_WRITE.
Expected<std::unique_ptr<VerdictCache>> open_cache(const CacheOptions& options);

/// The values of --require-sandbox, the weakest first.
std::vector<std::string> sandbox_levels();
void add_sandbox_options(CLI::App& app, Sandbox& sandbox);

struct PolicyValue {
  std::string_view policy, value;
  std::string_view meaning;  ///< without the full stop
  std::string_view
      engines;  ///< engines that conformance/engines/RESULTS.json judges by this value, with blanks between; empty: none
};
/// The first value of a policy is its default.
std::span<const PolicyValue> policy_values();

/// Null if the policy's description explains the value.
const PolicyValue* find_policy_value(std::string_view policy, std::string_view value);

}  // namespace bindpose::conformance
