// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a name for everything except the input that a subject's outputs can depend on.
//
// For a library and a command: its folder and all else that it may see, its words, environment and limits,
// its sandbox, and the system's files, with interpreter and libraries. For a device: its description with the
// driver's version, the system's files, and the environment. For all: this program with its loaded libraries,
// the processor and the kernel.
#pragma once

#include "conformance/cache/tree.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct SubjectContent {
  std::string name;     ///< empty: it cannot be known
  std::string unknown;  ///< why
};

/// The part that all subjects share, read once, and again on request. From any thread.
class SystemContent {
 public:
  /// system: what every foreign program and every driver may read; notes, reading: of LargeContent.
  explicit SystemContent(std::vector<std::filesystem::path> system = system_files(),
                         std::filesystem::path notes = notes_of_this_user(), Reading reading = {});

  /// Returns the content of a subject. Nothing for subjects without a nameable content: code without a sandbox, a page in a browser,
  /// a device without a driver version, a capture that another program replays. info: the device's; empty for other subjects.
  SubjectContent content_of(const SubjectSpec& spec, const Sandbox& sandbox, const SubjectInfo& info);
  /// The next call of content_of() looks at the system's files again.
  void look_again();

  /// The part of this machine that the sandbox shows.
  static std::vector<std::filesystem::path> system_files();
  /// $XDG_CACHE_HOME/bindpose, else ~/.cache/bindpose; empty: this user has none.
  static std::filesystem::path notes_of_this_user();

 private:
  std::string system_name();

  LargeContent system_;
  std::string judge_;
  std::mutex mutex_;  ///< guards what follows, and system_
  std::string system_name_;
};

/// This program, what belongs to it and the libraries that it has loaded.
std::string judge_content();
/// The processor and the kernel.
std::string machine_content();

}  // namespace bindpose::conformance
