// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results as SARIF 2.1.0, which code scanning shows: of a run, and what reports of submissions share with it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/judge/verdict.h"
#include "conformance/report/alike.h"

namespace bindpose::conformance {

inline constexpr std::size_t most_sarif_results = 5000;  ///< GitHub shows no more of a run

/// words: a sentence without its full stop. help: where more is said, a sentence.
nlohmann::ordered_json sarif_rule(const std::string& id, const std::string& title, std::string_view words,
                                  std::string_view level, std::string_view help);
/// "mistake/<id>" of every registered mistake, once.
void add_mistake_rules(nlohmann::ordered_json& rules, std::string_view help);
bool has_mistake_rule(std::string_view id);

nlohmann::ordered_json sarif_result(const std::string& rule, std::string_view level,
                                    const std::string& fingerprint, const std::string& words);
/// source: a path, relative; empty: none.
nlohmann::ordered_json sarif_locations(const std::string& source, std::string_view name);

/// judge_error: what the judge's own mistake is; empty: none.
nlohmann::ordered_json sarif_invocation(bool is_successful, const std::string& judge_error);

std::string sarif_text(std::string_view category, const nlohmann::ordered_json& rules,
                       const nlohmann::ordered_json& notification, const nlohmann::ordered_json& invocation,
                       const nlohmann::ordered_json& results);

/// report.sarif of a run: failures of one subject and one algorithm (or one file that was brought) with one cause are one result;
/// what a baseline or a waiver accepts is suppressed. A file that is not valid is also a result. The
/// execution of a run that is not whole was not successful.
std::string run_sarif(const std::vector<NamedVerdict>& tests, const std::vector<std::string>& missing,
                      const InvalidAssets& invalid = {}, bool is_whole = true);

}  // namespace bindpose::conformance
