// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a journal of verdicts, each written at once as one JSON object per line, so that a killed run can be read
// and resumed. The first line identifies the run: {"format": "bindpose-journal-1", "run": FINGERPRINT}; the others
// are {"name": ..., and a verdict}. An unfinished last line is ignored.
// Also: a lock for one judge at a time in a folder of results.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include <sys/types.h>

#include "conformance/judge/verdict.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

/// The verdicts of an earlier journal.
struct EarlierVerdicts {
  std::map<std::string, Verdict> verdicts;
  std::size_t whole_bytes = 0;  ///< bytes of complete lines
};
/// Reads the text of a journal; ignores text after its last end of line. Errors, at "where:line": JOURNAL_RUN,
/// JOURNAL_FORMAT.
Expected<EarlierVerdicts> parse_journal(std::string_view text, const std::string& where,
                                        const std::string& run);
/// Its lines, with their ends.
std::string journal_head(const std::string& run);
std::string journal_line(const std::string& name, const Verdict& verdict);

class Journal {
 public:
  /// Replaces the file by a new one: an empty journal or, to resume, the whole lines of the earlier one. A link at
  /// `file` is replaced, and a pipe refused. Errors: FILE_WRITE (then no journal exists or, to resume, the earlier
  /// one); to resume also FILE_READ, JOURNAL_RUN (it belongs to another run: other cases, subjects or version),
  /// JOURNAL_FORMAT with the line.
  static Expected<std::unique_ptr<Journal>> open(const std::filesystem::path& file, const std::string& run,
                                                 bool resume);
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Verdicts found when resuming.
  const std::map<std::string, Verdict>& known() const { return known_; }
  /// Writes one line at once. If the disk is full, it writes neither this line nor later ones.
  void add(const std::string& name, const Verdict& verdict);
  /// Error FILE_WRITE if some verdict could not be written.
  Expected<void> result() const;

 private:
  void write_line(const std::string& line);
  Journal(Descriptor descriptor, std::filesystem::path file)
      : descriptor_(std::move(descriptor)), file_(std::move(file)) {}
  Descriptor descriptor_;
  std::filesystem::path file_;
  mutable std::mutex mutex_;
  off_t whole_bytes_ = 0;  ///< bytes of complete lines
  int error_ = 0;
  std::size_t wanted_ = 0;  ///< bytes of the line that could not be written
  std::map<std::string, Verdict> known_;
};

/// Holds FOLDER/.lock until it is destroyed, or the process ends. The file may be the user's own: it is neither
/// written to nor removed.
class FolderLock {
 public:
  /// Makes the folder if it does not exist. Errors: FILE_WRITE; FOLDER_BUSY if another process holds it.
  static Expected<FolderLock> take(const std::filesystem::path& folder);

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace bindpose::conformance
