// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a foreign program under a supervisor, with messages in lines.
#pragma once

#include <memory>

#include "conformance/subjects/sandbox/confinement.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

class GuardedProcess {
 public:
  /// Errors: WORKER_START.
  static Expected<std::unique_ptr<GuardedProcess>> start(const Confinement& confinement);
  ~GuardedProcess() { end(); }

  /// Errors: CHANNEL_CLOSED, TIMEOUT.
  Expected<void> send_line(const std::string& line, Deadline deadline);
  /// The next line without its end. Errors: CHANNEL_CLOSED, TIMEOUT, LINE_LENGTH (more than 1 MiB without an end).
  /// A line without an end is in unfinished().
  Expected<std::string> read_line(Deadline deadline);
  /// True if the program has printed more than was read.
  bool has_more();
  const std::string& unfinished() const { return pending_; }
  /// Waits some seconds for the exit, then kills the program with everything that it started.
  /// Returns how it ended.
  Ending end(double grace = 0);

 private:
  Expected<void> read_some(Deadline deadline);

  Descriptor input_, output_, control_;
  Child supervisor_;
  std::string scratch_, group_;  ///< removed here if its supervisor was killed
  std::string pending_;
  Ending ending_;
};

/// The folder of the programs that belong to this one: bindpose-supervisor, bindpose-host.
std::string companion(const std::string& name);

}  // namespace bindpose::conformance
