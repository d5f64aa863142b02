// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a foreign program under a warden, spoken to in lines.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "conformance/subjects/sandbox/confinement.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

using Deadline = std::chrono::steady_clock::time_point;

class GuardedProcess {
 public:
  /// Errors: WORKER_START.
  static Expected<std::unique_ptr<GuardedProcess>> start(const Confinement& confinement);
  virtual ~GuardedProcess() = default;

  /// Errors: CHANNEL_CLOSED, TIMEOUT.
  virtual Expected<void> send_line(const std::string& line, Deadline deadline) = 0;
  /// The next line without its end. Errors: CHANNEL_CLOSED, TIMEOUT, LINE_LENGTH (more than 1 MiB without an
  /// end). What came of a line that was not ended is in unfinished().
  virtual Expected<std::string> read_line(Deadline deadline) = 0;
  /// Whether it has said more than was read.
  virtual bool has_more() = 0;
  virtual std::string unfinished() const = 0;
  /// Gives it some seconds to end by itself, then kills it with everything that it started, and tells how it
  /// ended.
  virtual Ending end(double grace = 0) = 0;
};

/// The folder of the programs that belong to this one: bindpose-warden, bindpose-host.
std::string companion(const std::string& name);

}  // namespace bindpose::conformance
