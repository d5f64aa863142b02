// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as an OpenCL device computes them.
#pragma once

#include <memory>

#include "gpu/device/probe.h"
#include "gpu/opencl/device.h"
#include "gpu/spirv/kernel.h"

namespace bindpose::gpu {

class KernelRunner;

/// As kernels written of it (gpu/spirv/kernel.h). There are no vertex attributes. Errors of the API: OPENCL_ERROR, DEVICE_LOST, INVALID_OUTPUT.
class OpenClProbe : public Probe {
 public:
  OpenClProbe(OpenClDevice& device, Contraction contraction);  ///< which must outlive it
  ~OpenClProbe() override;

  bool has_precise() const override { return true; }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;

 private:
  Contraction contraction_;
  std::unique_ptr<KernelRunner> runner_;
};

}  // namespace bindpose::gpu
