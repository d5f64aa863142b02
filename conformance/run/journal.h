// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: verdicts written down as they are reached, one JSON object per line, so that a run that is killed can
// be read and taken up again.
//
// The first line says which run it is: {"format": "bindpose-journal-1", "run": FINGERPRINT}; the others are
// {"name": ..., and a verdict}. A last line that was not finished is ignored.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "conformance/judge/verdict.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

class Journal {
 public:
  /// Begins anew, or, to resume, goes on behind what is there. Errors: FILE_WRITE; to resume: JOURNAL_RUN (it
  /// belongs to another run: other cases, subjects or version), JOURNAL_FORMAT with the line.
  static Expected<std::unique_ptr<Journal>> open(const std::filesystem::path& file, const std::string& run,
                                                 bool resume);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Verdicts found when resuming.
  const std::map<std::string, Verdict>& known() const { return known_; }
  /// Writes one line at once.
  void add(const std::string& name, const Verdict& verdict);

 private:
  explicit Journal(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
  std::map<std::string, Verdict> known_;
};

}  // namespace bindpose::conformance
