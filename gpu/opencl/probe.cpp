// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/probe.h"

#include "gpu/capture/probe_plan.h"
#include "gpu/opencl/kernel_runner.h"

namespace bindpose::gpu {

OpenClProbe::OpenClProbe(OpenClDevice& device, Contraction contraction)
    : contraction_(contraction), runner_(std::make_unique<KernelRunner>(device)) {}
OpenClProbe::~OpenClProbe() = default;

Expected<std::vector<float>> OpenClProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body = probe_body(glsl);
  return runner_->run(probe_plan(body, rows, true), {}, contraction_);
}

}  // namespace bindpose::gpu
