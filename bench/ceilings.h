// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: limits of this machine: how fast one thread copies memory and multiplies and adds, and how fast a
// device copies its own memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "conformance/subjects/subject.h"
#include "gpu/device/context.h"

namespace bindpose::bench {

/// Limits of one thread, by processor time: the best of several measurements.
struct Ceilings {
  double copy = 0;                 ///< bytes read and written per second, by ordinary stores
  double copy_past_cache = 0;      ///< the same by stores that do not read the replaced memory
  double multiply_add = 0;         ///< float32 operations per second, one number at a time
  double vector_multiply_add = 0;  ///< the same by whole registers

  double fastest_copy() const { return std::max(copy, copy_past_cache); }
};

/// Measured once per run, at the first call.
const Ceilings& ceilings();

/// The OpenGL device that a subject "gpu:..." names, current. Errors of gpu::parse_device() and gpu::open_gl().
Expected<std::unique_ptr<gpu::Context>> open_context(const conformance::SubjectSpec& device);

/// Bytes that an OpenGL device reads and writes per second, by glCopyBufferSubData from one buffer to another.
/// Errors of open_context() and GL_ERROR.
Expected<double> device_copy(const conformance::SubjectSpec& device);
Expected<double> device_copy(const gpu::Context& context);

/// More than the cache of a graphics card.
inline std::size_t device_copy_bytes(const gpu::DeviceInfo& info) {
  return std::size_t{1} << (info.software ? 25 : 30);
}

}  // namespace bindpose::bench
