// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the messages between judge and supervisor: the program to start and watch, and its end.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace bindpose::conformance {

struct Confinement {
  std::vector<std::string> command;                ///< program and arguments
  std::string directory;                           ///< the program's working folder; empty: the current one
  std::map<std::string, std::string> environment;  ///< the whole environment
  std::uint64_t memory = 0;                        ///< MiB, for all its processes together
  std::size_t processes = 0;                       ///< limit of processes and threads
  std::uint64_t disk = 0;                          ///< MiB in `written`
  std::vector<std::string> written;                ///< the folders it may write to
  std::string scratch;                             ///< removed at the end
  std::string group;      ///< its control group, made and removed by the supervisor; empty: none
  bool filtered = false;  ///< true: without the system calls of system_calls.h
  /// The program is bubblewrap: its input and output are descriptors 4 and 5, which bubblewrap
  /// closes; the filter is 6; it writes to 7 when it has started.
  bool pipes_moved = false;
  uid_t user = 0;  ///< the user to become; 0: stays the judge's
  /// True if Landlock restricts files to those in `written` and in the next two lists.
  bool files_restricted = false;
  std::vector<std::string> seen;    ///< readable files, and folders with all their contents
  std::vector<std::string> listed;  ///< folders whose names may be read

  bool operator==(const Confinement&) const = default;
};
/// The kernel's limit on processes and threads. The supervisor's limit is reached first.
inline std::size_t most_tasks(const Confinement& confinement) {
  constexpr std::size_t spare = 64;
  return 2 * confinement.processes + spare;
}
std::string to_text(const Confinement& confinement);  ///< JSON
std::optional<Confinement> confinement_from(std::string_view text);

/// The end of a program.
struct Ending {
  /// "exit", "signal", "memory", "processes", "disk", "stopped" (by the judge), "not started" (the judge lacks a
  /// resource, named in the last output)
  std::string reason;
  int code = 0;            ///< exit code or signal number
  std::string last_words;  ///< the end of its stderr

  bool operator==(const Ending&) const = default;
};
std::string to_text(const Ending& ending);
std::optional<Ending> ending_from(std::string_view text);

}  // namespace bindpose::conformance
