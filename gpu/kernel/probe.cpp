// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/probe.h"

#include "gpu/capture/probe_plan.h"

namespace bindpose::gpu {

Expected<std::vector<float>> KernelProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body = probe_body(glsl);
  return runner_.run(probe_plan(body, rows, true), {}, contraction_);
}

Expected<std::vector<float>> KernelProbe::decode(const Decoding& way) {
  const std::string body = decoding_body(way);
  return runner_.run(decoding_plan(body, way, true), {}, contraction_);
}

}  // namespace bindpose::gpu
