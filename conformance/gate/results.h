// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: results.json of an earlier run, read back.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// One test's result.
struct ResultEntry {
  std::string name;  ///< "<case>/<subject>/<variant>"
  std::string algorithm;
  std::string subject;  ///< as given on the command line
  /// only outcome, judged, bits, is_repeatable, is_cached, detail, worst_fraction and seconds
  Verdict verdict;
  std::vector<std::string> notes;
  nlohmann::ordered_json json;  ///< the entry as it was read
};

struct Results {
  std::string place;  ///< the file that was read
  bool interrupted = false;
  double seconds = 0;
  std::vector<std::string> missing;
  std::optional<ShardManifest> plan;  ///< "suite"; older files have none
  std::vector<ResultEntry> entries;   ///< sorted by name, unique; former names are replaced by current ones
  std::vector<std::string> notes;     ///< notes on former names (reference/renamed.h) in the file
  nlohmann::ordered_json json;        ///< the document without its results

  const ResultEntry* find(const std::string& name) const;
};

/// The texts of the object at a key; none if the key is missing.
std::map<std::string, std::string> texts_in(const nlohmann::ordered_json& object, const char* key);

/// Errors, with a place like "results.json#/results/3/outcome": JSON_SYNTAX, RESULTS_FORMAT (not
/// bindpose-results-1, a field missing or of the wrong kind), RESULTS_UNFINISHED (written before the end of its
/// run), RESULTS_OUTCOME (an unknown word), RESULTS_DUPLICATE.
Expected<Results> parse_results(std::string_view text, const std::string& where);
/// A results.json, or the folder that has it. Errors: FILE_READ and those of parse_results().
Expected<Results> read_results(const std::filesystem::path& path);

/// The command that runs a failing test of a run again; empty for an older document without it. document:
/// Results::json.
std::string command_of(const ResultEntry& entry, const nlohmann::ordered_json& document);

/// The results of one subject, by its given name or its name in tests. Renames each test to
/// "<case>/<variant>", so that two subjects can be compared. Error SUBJECT_UNKNOWN: lists the subjects.
Expected<Results> results_of_subject(Results results, const std::string& subject);
/// Names of the subjects in names of tests.
std::set<std::string> subjects_in(const Results& results);

/// Assigns each test to a shard: the longest tests first, each to the shard with the
/// least work; of equals, the first. The result is the same on every machine.
std::vector<std::size_t> dealt_by_cost(const std::vector<double>& seconds, std::size_t shards);

/// Seconds of each test in the earlier run; the mean for other tests.
std::vector<double> seconds_of_tests(const std::vector<std::string>& names, const Results& earlier);

}  // namespace bindpose::conformance
