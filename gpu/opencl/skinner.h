// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run on an OpenCL device, question in, answer out: gpu::Skinner's counterpart.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu/capture/skinner.h"
#include "gpu/opencl/device.h"
#include "gpu/spirv/kernel.h"

namespace bindpose::gpu {

class KernelRunner;

/// Runs questions on one device. Kernels are compiled once a variant.
class OpenClSkinner {
 public:
  explicit OpenClSkinner(OpenClDevice& device);  ///< the device must outlive it
  ~OpenClSkinner();
  OpenClSkinner(const OpenClSkinner&) = delete;
  OpenClSkinner& operator=(const OpenClSkinner&) = delete;

  /// Whether a kernel can be given this: it computes, and joints and frames come in buffers.
  static bool delivers(const Variant& variant);
  /// Nothing is drawn.
  static constexpr bool has_paths = false;

  /// As Skinner::run(), with OPENCL_ERROR in the place of GL_ERROR, and DEVICE_LOST.
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL of which run() makes a kernel, and the kernel, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;
  Expected<std::string> kernel_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  /// Kernels compiled so far.
  std::size_t program_count() const;

  TestHooks hooks;
  Contraction contraction = Contraction::off;

 private:
  OpenClDevice& device_;
  std::unique_ptr<KernelRunner> runner_;
};

/// The kernels of the algorithm's GLSL, of each variant that OpenClSkinner delivers, for the algorithm's sample. Needs no device. Errors
/// NOT_SUPPORTED with the reason why one cannot be written, SHADER_COMPILE.
Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction);

}  // namespace bindpose::gpu
