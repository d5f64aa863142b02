// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run as a kernel, question in, answer out: gpu::Skinner's counterpart.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "gpu/capture/skinner.h"
#include "gpu/kernel/runner.h"

namespace bindpose::gpu {

/// Runs questions on one device of OpenCL or CUDA. Kernels are compiled once a variant.
class KernelSkinner {
 public:
  template <class Device>
  explicit KernelSkinner(Device& device) : runner_(device.kernel_api()) {}  ///< the device must outlive it

  /// Whether a kernel can be given this: it computes, and joints and frames come in buffers.
  static bool delivers(const Variant& variant);
  /// Nothing is drawn, but records are stored narrow, too.
  static constexpr bool has_paths = true;

  /// As Skinner::run(), with the API's own errors in the place of GL_ERROR, and DEVICE_LOST.
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL of which run() makes a kernel, and the kernel, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;
  Expected<std::string> kernel_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  /// Kernels compiled so far.
  std::size_t program_count() const { return runner_.program_count(); }
  /// As Skinner::computed().
  const Computed& computed() const { return runner_.computed(); }

  TestHooks hooks;
  Contraction contraction = Contraction::off;

 private:
  KernelRunner runner_;
};

/// The kernels of the algorithm's GLSL, of each variant that KernelSkinner delivers, for the algorithm's sample. Needs no device. Errors
/// NOT_SUPPORTED with the reason why one cannot be written, SHADER_COMPILE.
Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction);

}  // namespace bindpose::gpu
