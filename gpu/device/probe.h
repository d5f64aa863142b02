// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL, and vertex attributes of other types than float, as a device computes and reads them. Internal.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "gpu/device/context.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// vec4 a, b and c.
using ProbeRow = std::array<float, 12>;

/// Numbers 0 .. count - 1 as the bits of a vertex attribute of one component.
struct StoredForm {
  const char* name;
  unsigned type;  ///< GL_UNSIGNED_BYTE ...
  bool normalized;
  std::size_t count;
  double (*exact)(std::uint32_t bits);  ///< what the attribute is
};
/// Normalized integers and half floats.
std::span<const StoredForm> stored_forms();

class Probe {
 public:
  /// The context must outlive it.
  explicit Probe(Context& context) : context_(context) {}

  /// Whether the device's GLSL has `precise` and fma().
  bool has_precise() const { return context_.api() == Api::gl; }

  /// `glsl` sets float y from vec4 a, b and c: y of every row. Errors SHADER_COMPILE, GL_ERROR, CONTEXT_REFUSED.
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows);
  /// Every number of the form as a shader reads it. Errors as above.
  Expected<std::vector<float>> read_attribute(const StoredForm& form);

 private:
  Context& context_;
};

}  // namespace bindpose::gpu
