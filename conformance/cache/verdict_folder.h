// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: verdicts in a folder that users and machines share. Each is a sealed file, named by the hash of everything
// that it depends on.
#pragma once

#include <filesystem>

#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// True for outcomes that depend on the subject's output: not for a crash, a hang, or an error of the judge.
bool can_be_kept(const Verdict& verdict);

/// The text of an entry without its seal, and its verdict. None for text that is not an entry of this name, or a
/// verdict that must not be cached.
std::string entry_text(const std::string& name, const Verdict& verdict);
std::optional<Verdict> parse_entry(std::string_view text, const std::string& name);

class VerdictFolder {
 public:
  explicit VerdictFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Writes and removes a file with a random name, so that a long run fails at once if the folder is not writable.
  /// Errors: FILE_WRITE.
  static Expected<VerdictFolder> open(const std::filesystem::path& folder);

  /// None if the entry is missing, damaged, has another entry's name, or has a verdict that must not be cached.
  std::optional<Verdict> find(const std::string& name) const;
  /// Errors: FILE_WRITE.
  Expected<void> put(const std::string& name, const Verdict& verdict) const;
  void remove(const std::string& name) const;

  /// The path of an entry, below the folder.
  static std::filesystem::path file_of(const std::string& name);
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace bindpose::conformance
