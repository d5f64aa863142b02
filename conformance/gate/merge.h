// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the shards of one run put together, with proof that no test is missing or double.
#pragma once

#include "conformance/gate/results.h"
#include "conformance/report/report.h"

namespace bindpose::conformance {

struct Merged {
  nlohmann::ordered_json document;  ///< by results.schema.json, as the whole run would have written it
  std::vector<ResultEntry> entries;
  std::vector<std::string> missing;   ///< tests that a baseline knows and the run did not have
  InvalidAssets invalid_assets;       ///< of all shards
  std::vector<std::string> subjects;  ///< their names
  std::vector<Diagnoses> diagnoses;   ///< [#subjects], of all shards
  JunitRun junit;
  int exit_code = 0;                  ///< as the whole run's
  std::vector<std::string> warnings;  ///< e.g. a subject that is another device in another shard
};

/// Errors, whose place is a shard's file: MERGE_PLAN (a file without a plan, plans that differ, a shard
/// twice), MERGE_DOUBLE (a test with a result in two shards, unless both skip it), MERGE_MISSING (names tests
/// without a result, and missing shards), MERGE_SUBJECTS (other subjects in another shard).
Expected<Merged> merge(const std::vector<Results>& shards);

/// "gpu: of 1234 wrong numbers in 12 failing tests 98 % are as ibm-ignored makes them: <sentence>", a line of each subject that has wrong numbers. If no shard
/// has visited one, and by which command.
std::vector<std::string> diagnosis_lines(const Merged& merged);

/// The files that write_merged() writes; they point into `merged`.
RunFiles files_of(const Merged& merged);

/// Writes results.json, results.csv, failures.csv, junit.xml. Errors: FILE_WRITE.
Expected<void> write_merged(const std::filesystem::path& folder, const Merged& merged);

}  // namespace bindpose::conformance
