// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: merges the shards of one run, and proves that no test is missing or duplicated.
#pragma once

#include "conformance/gate/results.h"
#include "conformance/report/report.h"

namespace bindpose::conformance {

struct Merged {
  nlohmann::ordered_json document;  ///< the results.json of the whole run (results.schema.json)
  std::vector<ResultEntry> entries;
  std::vector<std::string> missing;   ///< tests of a baseline that were not in the run
  InvalidAssets invalid_assets;       ///< invalid assets of all shards
  std::vector<std::string> subjects;  ///< their names
  std::vector<Diagnoses> diagnoses;   ///< [#subjects], of all shards
  JunitRun junit;
  int exit_code = 0;                  ///< exit code of the whole run
  std::vector<std::string> warnings;  ///< e.g. shards ran a subject on different devices
};

/// Errors, whose place is a shard's file: MERGE_PLAN (a file without a plan, different plans, a repeated shard),
/// MERGE_DOUBLE (a test with a result in two shards, unless both skip it), MERGE_MISSING (names tests without a
/// result, and missing shards), MERGE_SUBJECTS (other subjects in another shard).
Expected<Merged> merge(const std::vector<Results>& shards);

/// "gpu: of 1234 wrong numbers in 12 failing tests 98 % are as ibm-ignored makes them: <sentence>":
/// one line for each subject with wrong numbers. If no shard has a diagnosis, the line has the
/// command that makes one.
std::vector<std::string> diagnosis_lines(const Merged& merged);

/// The files that write_merged() writes; they point into `merged`.
RunFiles files_of(const Merged& merged);

/// Writes results.json, results.csv, failures.csv, junit.xml. Errors: FILE_WRITE.
Expected<void> write_merged(const std::filesystem::path& folder, const Merged& merged);

}  // namespace bindpose::conformance
