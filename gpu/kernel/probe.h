// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as kernels compute them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device/probe.h"
#include "gpu/kernel/runner.h"

namespace bindpose::gpu {

/// As kernels written of it (gpu/spirv/kernel.h). There are no vertex attributes: packed numbers are unpacked of integers. Errors of the API: its own, DEVICE_LOST, INVALID_OUTPUT.
class KernelProbe : public Probe {
 public:
  template <class Device>
  KernelProbe(Device& device, Contraction contraction)  ///< which must outlive it
      : contraction_(contraction), runner_(device.kernel_api()) {}

  bool has_precise() const override { return true; }
  bool has(std::string_view function) const override { return runner_.api().has(function); }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;
  std::span<const Decoding> ways_to_decode() const override { return decodings(); }
  Expected<std::vector<float>> decode(const Decoding& way) override;

 private:
  Contraction contraction_;
  KernelRunner runner_;
};

}  // namespace bindpose::gpu
