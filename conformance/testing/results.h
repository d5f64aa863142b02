// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results.json files for tests.
#pragma once

#include <cstdlib>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "conformance/gate/results.h"
#include "conformance/testing/schema.h"

namespace bindpose::conformance {

struct Test {
  std::string name;
  std::string outcome = "pass";
  double worst_fraction = 0.25;
};

inline nlohmann::json entry_json(const Test& test) {
  return {{"name", test.name},
          {"case", test.name.substr(0, test.name.find('/'))},
          {"algorithm", "skinning/linear_blend"},
          {"subject", "gpu"},
          {"variant", nlohmann::json::object()},
          {"outcome", test.outcome},
          {"detail", test.outcome == "pass" ? "" : "told so"},
          {"notes", nlohmann::json::array()},
          {"worst_fraction", test.worst_fraction},
          {"subject_seconds", 0.25},
          {"judge_seconds", 0.5},
          {"arrays", nlohmann::json::array()}};
}

/// A whole run of these tests, or a shard of `all`.
inline nlohmann::json results_json_of(const std::vector<Test>& tests, std::size_t shard = 0,
                                      std::size_t shards = 1, const std::vector<std::string>& all = {}) {
  nlohmann::json document = {{"format", "bindpose-results-1"},
                             {"version", "0.1.0"},
                             {"exit_code", 0},
                             {"interrupted", false},
                             {"seconds", 2.5},
                             {"assets", nlohmann::json::array()},
                             {"missing", nlohmann::json::array()},
                             {"results", nlohmann::json::array()}};
  document["subjects"] = {{{"name", "gpu"},
                           {"info", {{"renderer", "toy"}}},
                           {"counts", nlohmann::json::object()},
                           {"worst_fraction", 0},
                           {"worst_name", ""},
                           {"algorithms", nlohmann::json::object()}}};
  std::vector<std::string> names;
  for (const Test& test : tests) {
    document["results"].push_back(entry_json(test));
    names.push_back(test.name);
  }
  std::vector<std::string> not_run;
  for (const std::string& name : all)
    if (std::find(names.begin(), names.end(), name) == names.end()) not_run.push_back(name);
  if (!all.empty()) names = all;
  document["suite"] = {{"tests", names.size()},
                       {"names_fnv1a64", hash_of_names(names)},
                       {"shard", shard},
                       {"shards", shards},
                       {"not_run", not_run}};
  return document;
}

inline Results results_of(const nlohmann::json& document, const std::string& where = "r.json") {
  auto results = parse_results(document.dump(), where);
  if (results) return std::move(*results);
  ADD_FAILURE() << to_string(results.error());
  return {};
}

inline std::string slurp(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct Ran {
  int exit_code = -1;
  std::string out;  ///< both stdout and stderr
  std::string command = {};
};

/// Checks a command's exit code, and that its output contains all these texts.
inline void expect_ended(const Ran& ran, int exit_code, const std::vector<std::string>& words = {}) {
  EXPECT_EQ(ran.exit_code, exit_code) << ran.command << "\n" << ran.out;
  for (const std::string& each : words)
    EXPECT_NE(ran.out.find(each), std::string::npos) << ran.command << "\ndoes not say: " << each << "\n"
                                                     << ran.out;
}

/// A shell command line in a folder. Output lines are not wrapped unless the command sets COLUMNS.
inline Ran run_in(const std::filesystem::path& folder, const std::string& command) {
  ::setenv("COLUMNS", "1000", 0);
  const std::string line = "cd '" + folder.string() + "' && ( " + command + " ) >said.txt 2>&1";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder / "said.txt"), command};
}

}  // namespace bindpose::conformance
