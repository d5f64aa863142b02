// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run by a browser's WebGPU, question in, answer out: gpu::Skinner's counterpart.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu/capture/skinner.h"
#include "gpu/webgpu/device.h"

namespace bindpose::gpu {

class WebGpuRunner;

/// Runs questions on one device. Shaders are compiled once a variant.
class WebGpuSkinner {
 public:
  explicit WebGpuSkinner(WebGpuDevice& device);  ///< the device must outlive it
  ~WebGpuSkinner();
  WebGpuSkinner(const WebGpuSkinner&) = delete;
  WebGpuSkinner& operator=(const WebGpuSkinner&) = delete;

  /// Whether a shader in WGSL is given this: it computes, and joints and frames come in buffers.
  static bool delivers(const Variant& variant);
  /// Nothing is drawn, but records are stored narrow, too.
  static constexpr bool has_paths = true;

  /// As Skinner::run(), with WEBGPU_ERROR in the place of GL_ERROR, and DEVICE_LOST: of a browser that has crashed nothing can be
  /// asked any more.
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL of which run() makes WGSL, and the WGSL, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;
  Expected<std::string> wgsl_source(const Algorithm& algorithm, const ArraySet& question,
                                    const Options& options, const Variant& variant) const;

  /// Shaders compiled so far.
  std::size_t program_count() const;

  TestHooks hooks;

 private:
  WebGpuDevice& device_;
  std::unique_ptr<WebGpuRunner> runner_;
};

/// The WGSL of the algorithm's GLSL, of each variant that WebGpuSkinner delivers, for the algorithm's sample. Needs no device. Errors
/// NOT_SUPPORTED with the reason why one cannot be written, SHADER_COMPILE.
Expected<std::vector<std::string>> sample_wgsl(const Algorithm& algorithm);

}  // namespace bindpose::gpu
