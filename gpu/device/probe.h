// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL, and vertex attributes of other types than float, as a device computes and reads them. Internal.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
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
  double allowed;                       ///< relative error that the API grants: 10^-5, none of a half float
};
/// Normalized integers and half floats.
std::span<const StoredForm> stored_forms();

/// A weight that a shader makes of an integer attribute k, 0 .. count - 1.
struct Decoding {
  const char* name;
  const char* glsl;  ///< of uint k
  std::size_t count;
  double (*exact)(std::uint32_t k);
  double allowed;  ///< relative error that the language grants: a division's, none of a half float
};
/// Packed weights as integers: by division, by the functions that unpack.
std::span<const Decoding> decodings();

/// How a device is asked, whatever its API.
class Probe {
 public:
  Probe() = default;
  virtual ~Probe() = default;
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// Whether the device's GLSL has `precise` and fma().
  virtual bool has_precise() const = 0;
  /// Whether a function is there: not every GLSL has each, nor is each there without a library.
  virtual bool has(std::string_view /*function*/) const { return true; }
  /// `glsl` sets float y from vec4 a, b and c: y of every row. Errors SHADER_COMPILE and those of the API.
  virtual Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) = 0;

  /// Those of stored_forms() that can be asked for.
  virtual std::span<const StoredForm> forms() const { return {}; }
  /// Every number of one of them as a shader reads it. Errors as above.
  virtual Expected<std::vector<float>> read_attribute(const StoredForm& form);

  /// Those of decodings() that can be asked for.
  virtual std::span<const Decoding> ways_to_decode() const { return {}; }
  /// What a shader makes of every number of one of them. Errors as above.
  virtual Expected<std::vector<float>> decode(const Decoding& way);
};

/// By OpenGL's transform feedback. A shader is compiled once, however often it is asked: compiling is most of what a card costs.
/// Errors of the API: GL_ERROR, CONTEXT_REFUSED.
class GlProbe : public Probe {
 public:
  explicit GlProbe(Context& context);  ///< which must outlive it
  ~GlProbe() override;

  bool has_precise() const override {
    return context_.api() == Api::gl && !is_older(context_.info().opened, {4, 0}, {});
  }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;
  std::span<const StoredForm> forms() const override { return stored_forms(); }
  Expected<std::vector<float>> read_attribute(const StoredForm& form) override;
  std::span<const Decoding> ways_to_decode() const override { return decodings(); }
  Expected<std::vector<float>> decode(const Decoding& way) override;
  /// Programs that were compiled, for tests.
  std::size_t compiled() const;

 private:
  struct Programs;

  /// What a shader of an attribute `a` captures as y; the attribute is numbers 0 .. count - 1, set by `set`.
  Expected<std::vector<float>> captured(const std::string& shader, std::size_t count,
                                        void (*set)(const GladGLContext& gl, const StoredForm* form),
                                        const StoredForm* form);

  Context& context_;
  std::unique_ptr<Programs> programs_;
};

}  // namespace bindpose::gpu
