// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/webgpu/probe.h"

#include "gpu/capture/probe_plan.h"
#include "gpu/webgpu/plan_runner.h"

namespace bindpose::gpu {

WebGpuProbe::WebGpuProbe(WebGpuDevice& device) : runner_(std::make_unique<WebGpuRunner>(device)) {}
WebGpuProbe::~WebGpuProbe() = default;

Expected<std::vector<float>> WebGpuProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body = probe_body(glsl);
  return runner_->run(probe_plan(body, rows, true), {});
}

Expected<std::vector<float>> WebGpuProbe::decode(const Decoding& way) {
  const std::string body = decoding_body(way);
  return runner_->run(decoding_plan(body, way, true), {});
}

}  // namespace bindpose::gpu
