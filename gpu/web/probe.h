// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as a browser's WebGL 2 computes them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device/probe.h"
#include "gpu/web/device.h"

namespace bindpose::gpu {

class WebRunner;

/// Errors of the API: those of WebDevice::ask(),
/// INVALID_OUTPUT.
class WebProbe : public Probe {
 public:
  explicit WebProbe(WebDevice& device);  ///< which must outlive it
  ~WebProbe() override;

  bool has_precise() const override { return false; }
  /// GLSL ES 3.00 has the functions that unpack words of 16 bits.
  bool has(std::string_view function) const override { return function != "unpackUnorm4x8"; }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;
  std::span<const StoredForm> forms() const override { return stored_forms(); }
  Expected<std::vector<float>> read_attribute(const StoredForm& form) override;
  std::span<const Decoding> ways_to_decode() const override { return decodings(); }
  Expected<std::vector<float>> decode(const Decoding& way) override;

 private:
  std::unique_ptr<WebRunner> runner_;
};

}  // namespace bindpose::gpu
