// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as a browser's WebGL 2 computes them.
#pragma once

#include <memory>

#include "gpu/device/probe.h"
#include "gpu/web/device.h"

namespace bindpose::gpu {

class WebRunner;

/// Vertex attributes of other types than those of vertex_data.h are not asked for. Errors of the API: those of WebDevice::ask(),
/// INVALID_OUTPUT.
class WebProbe : public Probe {
 public:
  explicit WebProbe(WebDevice& device);  ///< which must outlive it
  ~WebProbe() override;

  bool has_precise() const override { return false; }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;

 private:
  std::unique_ptr<WebRunner> runner_;
};

}  // namespace bindpose::gpu
