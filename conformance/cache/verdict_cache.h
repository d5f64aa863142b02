// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run's cache of verdicts in a folder.
#pragma once

#include "conformance/cache/cached_verdicts.h"
#include "reference/io/progress_line.h"

namespace bindpose::conformance {

/// From any thread.
class VerdictCache {
 public:
  /// Prints each message once.
  using Say = std::function<void(const std::string& words)>;

  /// Errors: FILE_WRITE.
  static Expected<std::unique_ptr<VerdictCache>> open(const std::filesystem::path& folder, Say say);

  /// The cached verdicts on a subject. Null, with a message, if its content cannot be named.
  /// info: the description of an opened device; empty for other subjects, which have not started yet.
  std::shared_ptr<CachedVerdicts> of(const SubjectSpec& spec, const Sandbox& sandbox,
                                     const SubjectInfo& info = {});

  /// Writes the verdicts of all subjects that have not changed, and names the others.
  void settle();
  /// Calls settle() at intervals.
  void settle_now_and_then();

 private:
  VerdictCache(VerdictFolder folder, Say say);
  void say_once(const std::string& words);

  struct Judged {
    std::string name;
    std::shared_ptr<CachedVerdicts> kept;
  };

  VerdictFolder folder_;
  Say say_;
  ProgressLine line_;
  std::shared_ptr<SystemContent> system_;
  std::mutex mutex_;  ///< guards what follows
  std::set<std::string> said_;
  std::vector<Judged> subjects_;
  std::chrono::steady_clock::time_point settled_ = std::chrono::steady_clock::now();
};

}  // namespace bindpose::conformance
