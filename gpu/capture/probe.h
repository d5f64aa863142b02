// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a device's results of GLSL expressions, and its values of vertex attributes of other types than float.
// Internal. Runs an expression as the skinning of a mesh whose vertices have its inputs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/capture/backend.h"
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
  double (*exact)(std::uint32_t bits);  ///< the number that the bits represent
  double allowed;                       ///< relative error that the API allows: 10^-5; 0 for a half float
};
/// Normalized integers and half floats.
std::span<const StoredForm> stored_forms();

/// A weight that a shader computes from an integer attribute k, 0 .. count - 1.
struct Decoding {
  const char* name;
  const char* glsl;  ///< GLSL expression of uint k
  std::size_t count;
  double (*exact)(std::uint32_t k);
  double allowed;  ///< relative error that the language allows: for a division; 0 for a half float
};
/// Packed weights as integers: by division, or by unpacking functions.
std::span<const Decoding> decodings();

/// Tests a device in the stage that skins: by transform feedback if the device has it, else by a compute
/// shader.
class Probe {
 public:
  explicit Probe(Backend& device) : device_(device) {}  ///< must outlive it

  /// True if the device's GLSL has `precise` and fma(), and its translation keeps them.
  bool has_precise() const;
  /// True if the device has a function of GLSL, or a decoding of this name.
  bool has(std::string_view function) const;
  /// `glsl` sets float y from vec4 a, b and c. Returns y of every row. Errors of run_plan().
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows);
  /// The forms that read_attribute() supports: none if the device cannot capture draw calls.
  std::span<const StoredForm> forms() const;
  /// A shader's value of every number of a form. Errors as above.
  Expected<std::vector<float>> read_attribute(const StoredForm& form);
  /// The result of a decoding for each of its integers. Errors as above.
  Expected<std::vector<float>> decode(const Decoding& decoding);

 private:
  Api api() const { return device_.info().opened.api; }
  Expected<std::vector<float>> ask(const std::string& glsl, Plan plan);

  Backend& device_;
};

}  // namespace bindpose::gpu
