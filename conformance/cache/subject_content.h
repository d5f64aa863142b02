// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a name for everything except the input that can change a subject's outputs.
//
// For a library or a command: its folder and all other files that it can read, its arguments, environment, limits
// and sandbox, and the system's files, such as interpreter and libraries. For a device: its description with the
// driver's version, the system's files, and the environment. For all: this program with its loaded libraries, the
// processor and the kernel.
#pragma once

#include "conformance/cache/tree.h"
#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct SubjectContent {
  std::string name;     ///< empty: unknown
  std::string unknown;  ///< the reason for an empty name
};

/// The part that all subjects share: read once, and again on request. Thread-safe.
class SystemContent {
 public:
  /// system: the files that every foreign program and every driver may read; notes, reading: as in LargeContent.
  explicit SystemContent(std::vector<std::filesystem::path> system = system_files(),
                         std::filesystem::path notes = notes_of_this_user(), Reading reading = {});

  /// The content of a subject. None for subjects without a nameable content: code without a sandbox, a page in a
  /// browser, a device without a driver version, a capture that another program replays. info: the device's; empty
  /// for other subjects.
  SubjectContent content_of(const SubjectSpec& spec, const Sandbox& sandbox, const SubjectInfo& info);
  /// Makes the next content_of() read the system's files again.
  void look_again();

  /// The part of this machine that the sandbox shows.
  static std::vector<std::filesystem::path> system_files();
  /// $XDG_CACHE_HOME/bindpose, else ~/.cache/bindpose; empty: this user has none.
  static std::filesystem::path notes_of_this_user();

 private:
  std::string system_name();

  LargeContent system_;
  std::string judge_;
  std::mutex mutex_;  ///< guards the members below, and system_
  std::string system_name_;
};

/// This program, its helper programs and its loaded libraries.
std::string judge_content();
/// The processor and the kernel.
std::string machine_content();

}  // namespace bindpose::conformance
