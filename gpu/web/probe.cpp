// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/probe.h"

#include "gpu/capture/probe_plan.h"
#include "gpu/web/plan_runner.h"

namespace bindpose::gpu {

WebProbe::WebProbe(WebDevice& device) : runner_(std::make_unique<WebRunner>(device)) {}
WebProbe::~WebProbe() = default;

Expected<std::vector<float>> WebProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body = probe_body(glsl);
  return runner_->run(probe_plan(body, rows, false, Api::webgl), {});
}

Expected<std::vector<float>> WebProbe::read_attribute(const StoredForm& form) {
  const std::string body = probe_body("y = a;");
  return runner_->run(attribute_plan(body, form, Api::webgl), {});
}

Expected<std::vector<float>> WebProbe::decode(const Decoding& way) {
  const std::string body = decoding_body(way);
  return runner_->run(decoding_plan(body, way, false, Api::webgl), {});
}

}  // namespace bindpose::gpu
