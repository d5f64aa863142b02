// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the stored verdicts of a run: in the folders of --cache, by subject, and in the journal of the run.
#pragma once

#include "conformance/cache/cached_verdicts.h"
#include "conformance/run/journal.h"
#include "conformance/run/suite.h"

namespace bindpose::conformance {

struct Store {
  /// Cached verdicts of each subject. Verdicts on generated cases are not cached.
  std::map<std::size_t, std::shared_ptr<CachedVerdicts>> cached = {};
  /// Verdicts of an interrupted run, by record name: these tests do not run again.
  std::map<std::string, Verdict> earlier = {};
  std::shared_ptr<Journal> journal = {};  ///< takes every new verdict; null: no journal

  /// Finds a verdict of an earlier run. name: question_name(); empty: the input is not cached.
  std::optional<Verdict> find(const Record& record, const std::string& name) const {
    return name.empty() ? std::nullopt : cached.at(record.subject)->find(name);
  }
  void keep(const Record& record, const std::string& name, const Verdict& verdict) const {
    if (!name.empty()) cached.at(record.subject)->keep(name, verdict);
  }
  void add_to_journal(const Record& record, const Verdict& verdict) const {
    if (journal != nullptr) journal->add(record.name, verdict);
  }
};

}  // namespace bindpose::conformance
