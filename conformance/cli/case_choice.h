// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the cases of a run from the command line: built-in ones, those of glTF files, and the user's own.
#pragma once

#include <set>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/report/report.h"

namespace bindpose::conformance {

/// The names of tests or cases of a --caselist, also as dEQP writes them. CASE/usual is the case in the
/// usual combination of each subject.
class TestList {
 public:
  TestList() = default;
  /// Reads a file, or the must-pass list (conformance/gate/must_pass.h) by its name. Errors: FILE_READ,
  /// CASELIST_SYNTAX, CASELIST_LIMIT.
  static Expected<TestList> read(const std::string& file);
  /// names: of records (Record::name) or of cases.
  static TestList of(const std::vector<std::string>& names);

  /// True if the list may have a test of the case.
  bool may_take(const std::string& case_name) const;
  bool takes(const Suite& suite, const Record& record) const;
  /// Names in the list that belong to no test or case of the
  /// suite. also: known cases that another option has removed.
  std::vector<std::string> unknown(const Suite& suite, const std::set<std::string>& also = {}) const;

 private:
  std::set<std::string> names_;  ///< with '.' for '/'
  std::set<std::string> bases_;  ///< the same, with the original case in place of a fresh case
};

/// Changes a refusal (not-supported) of a listed test to a failure, before a baseline or a waiver
/// applies. Call before the tests run.
void require_support(Suite& suite, TestList list);

struct CaseChoice {
  std::vector<std::string> globs;
  std::string list_file;           ///< argument of --caselist; empty: none
  std::optional<TestList> list;    ///< contents of list_file; or the tests of --last-failed
  std::vector<std::string> names;  ///< cases by name, in place of all of them
  std::vector<Case> cases;         ///< in place of the built-in ones and of those of assets
  bool smoke = false;              ///< the few built-in cases that detect every registered defect
  bool properties = false;         ///< characters that each method binds, in place of all cases
  bool metamorphic = false;        ///< each case under the relations that apply, in place of the case
  std::vector<std::string> assets;
  MomentChoice moments;                ///< moments of the assets' clips
  std::vector<std::string> own_cases;  ///< files with the user's own cases, or folders of such files
  std::string seed;                    ///< seed of the fresh cases
  std::size_t fresh = 0;               ///< fresh cases per case
  std::size_t fresh_numbers = 0;       ///< compared numbers per algorithm that fresh cases must reach

  bool makes_fresh() const { return fresh > 0 || fresh_numbers > 0; }
  /// True if every case of the suite is chosen.
  bool is_whole() const {
    return globs.empty() && names.empty() && !list && !smoke && !metamorphic && !properties &&
           !moments.is_limited();
  }
};

/// Error ARGUMENT for choices that exclude each other.
Expected<void> check_cases(const CaseChoice& choice);
/// Adds the cases; warns of globs that match nothing. An invalid file costs its own cases only; its report
/// has the reason. Errors: QUESTION_UNKNOWN; from the built-in figure and the user's own cases.
Expected<void> add_cases(Suite& suite, const CaseChoice& choice, std::vector<AssetReport>& reports);

/// Adds the wanted cases of assets. Returns false after a message if a file is not valid or gives too many
/// cases; the report has the reason.
bool load_assets(const std::vector<std::string>& files, std::vector<Case>& cases,
                 std::vector<AssetReport>& reports, const MomentChoice& moments = {},
                 const CaseFilter& wanted = any_case);

}  // namespace bindpose::conformance
