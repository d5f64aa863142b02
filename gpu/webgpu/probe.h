// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as a browser's WebGPU computes them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/device/probe.h"
#include "gpu/webgpu/device.h"

namespace bindpose::gpu {

class WebGpuRunner;

/// As shaders in WGSL written of it (gpu/spirv/wgsl.h). There are no vertex attributes: packed numbers are unpacked of integers. Errors of the API: those of
/// WebGpuDevice::ask(), INVALID_OUTPUT.
class WebGpuProbe : public Probe {
 public:
  explicit WebGpuProbe(WebGpuDevice& device);  ///< which must outlive it
  ~WebGpuProbe() override;

  bool has_precise() const override { return false; }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;
  std::span<const Decoding> ways_to_decode() const override { return decodings(); }
  Expected<std::vector<float>> decode(const Decoding& way) override;

 private:
  std::unique_ptr<WebGpuRunner> runner_;
};

}  // namespace bindpose::gpu
