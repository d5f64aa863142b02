// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the options by which a CI decides what is as expected and which part of the tests a job runs.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "conformance/gate/gate.h"
#include "conformance/gate/results.h"

namespace bindpose::conformance {

struct GateOptions {
  std::string baseline, skips, flakes, waivers, shard_costs;
  bool shard_from_ci = false;
  std::optional<unsigned> fraction, fraction_start;

  bool any() const { return !baseline.empty() || !skips.empty() || !flakes.empty() || !waivers.empty(); }
};

void add_gate_options(CLI::App& app, GateOptions& options);

/// Sets GoogleTest's GTEST_TOTAL_SHARDS and GTEST_SHARD_INDEX where an option asks for it; call before
/// GoogleTest starts. Error SHARD: options that contradict each other or those variables, or the CI's
/// CI_NODE_INDEX (from 1) and CI_NODE_TOTAL are not there or not valid.
Expected<void> apply_shard_options(const GateOptions& options);

/// Results of --shard-costs; nothing without the option. Errors: those of read_results().
Expected<std::optional<Results>> earlier_costs(const GateOptions& options);

/// Whether each of the suite's tests is this shard's to run, where --shard-costs deals them out in GoogleTest's place; else empty: all
/// are its to choose of. Error SHARD: no shards to deal to.
Expected<std::vector<bool>> dealt_tests(Suite& suite, const std::optional<Results>& earlier);

/// The gate of these files, hooked into the suite; nullptr if no option asks for one. Errors: those of
/// Gate::open().
Expected<std::shared_ptr<Gate>> install_gate(Suite& suite, const GateOptions& options);

}  // namespace bindpose::conformance
