// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a frame that RenderDoc captured, replayed by Debian's python3 with python3-renderdoc in a
// child process.
#pragma once

#include <filesystem>
#include <set>

#include "conformance/captures/frame.h"

namespace bindpose::captures {

/// The requested draws: by number of indices, and by event.
struct Wanted {
  std::set<std::size_t> corners;
  std::set<std::uint64_t> events;
};

/// Writes the frame into `folder`/frame, as parse_frame() and parse_drawn() read it. Other files of python3 and
/// RenderDoc are elsewhere in `folder`, which the caller removes.
/// Errors: LIBRARY_MISSING (RenderDoc), CAPTURE_REFUSED with RenderDoc's message, TIMEOUT,
/// WORKER_START, FILE_WRITE.
Expected<void> replay(const std::filesystem::path& capture, const std::filesystem::path& folder,
                      const Wanted& wanted);

/// True if a RenderDoc with replay is installed. Error LIBRARY_MISSING.
Expected<void> find_renderdoc();

}  // namespace bindpose::captures
