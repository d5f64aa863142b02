// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/probe.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "gpu/device/feedback.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

// OpenGL 4.6, section 2.3.5.1: numbers are accurate to about 1 part in 10^5. GLSL 4.60, section 4.7.1: a division is to 2.5 ulp.
constexpr double conversion = 1e-5, division = 2.5 * 0x1p-23;

double unorm8(std::uint32_t k) {
  return k / 255.0;
}
double unorm16(std::uint32_t k) {
  return k / 65535.0;
}
double half(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10);
  return exponent == 0 ? std::ldexp(bits, -24) : std::ldexp(1024 + (bits & 1023U), exponent - 25);
}

constexpr StoredForm forms[] = {
    {"unorm8 attribute", GL_UNSIGNED_BYTE, true, 256, &unorm8, conversion},
    {"unorm16 attribute", GL_UNSIGNED_SHORT, true, 65536, &unorm16, conversion},
    {"snorm8 attribute", GL_BYTE, true, 256,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int8_t>(bits) / 127.0, -1); }, conversion},
    {"snorm16 attribute", GL_SHORT, true, 65536,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int16_t>(bits) / 32767.0, -1); }, conversion},
    {"half attribute", GL_HALF_FLOAT, false, 0x7C00, &half, 0}};

constexpr Decoding ways[] = {{"unorm8 by division", "float(k) / 255.0", 256, &unorm8, division},
                             {"unorm16 by division", "float(k) / 65535.0", 65536, &unorm16, division},
                             {"unpackUnorm4x8", "unpackUnorm4x8(k).x", 256, &unorm8, division},
                             {"unpackUnorm2x16", "unpackUnorm2x16(k).x", 65536, &unorm16, division},
                             {"unpackHalf2x16", "unpackHalf2x16(k).x", 0x7C00, &half, 0}};

}  // namespace

std::span<const StoredForm> stored_forms() {
  return forms;
}
std::span<const Decoding> decodings() {
  return ways;
}

Expected<std::vector<float>> Probe::read_attribute(const StoredForm& form) {
  return fail("NOT_SUPPORTED", form.name, "no such vertex attributes can be asked for");
}

Expected<std::vector<float>> Probe::decode(const Decoding& way) {
  return fail("NOT_SUPPORTED", way.name, "no such vertex attributes can be asked for");
}

/// By the text of their shaders.
struct GlProbe::Programs {
  std::map<std::string, Program> made;

  Expected<const Program*> of(Context& context, const std::string& shader) {
    if (const auto known = made.find(shader); known != made.end()) return &known->second;
    BINDPOSE_TRY(auto program, compile_capture(context.gl(), context.dialect(), shader, {"y"}));
    return &made.emplace(shader, std::move(program)).first->second;
  }
};

GlProbe::GlProbe(Context& context) : context_(context), programs_(std::make_unique<Programs>()) {}

GlProbe::~GlProbe() {
  // Programs are deleted in the context that made them; one that is lost has lost them, too.
  static_cast<void>(context_.make_current());
}

std::size_t GlProbe::compiled() const {
  return programs_->made.size();
}

Expected<std::vector<float>> GlProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  BINDPOSE_CHECK(context_.make_current());
  const GladGLContext& gl = context_.gl();
  const std::string text = shader_header(context_.dialect()) +
                           "layout(location = 0) in vec4 a;\nlayout(location = 1) in vec4 b;\n"
                           "layout(location = 2) in vec4 c;\nout float y;\nvoid main() {\n  " +
                           glsl + "\n  gl_Position = vec4(0.0);\n}\n";
  BINDPOSE_TRY(const Program* const program, programs_->of(context_, text));
  const Buffer input(gl);
  const VertexArray attributes(gl);
  gl.BindVertexArray(attributes.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, input.name());
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(rows.size() * sizeof(ProbeRow)), rows.data(),
                GL_STATIC_DRAW);
  for (GLuint i = 0; i < 3; ++i) {
    gl.EnableVertexAttribArray(i);
    gl.VertexAttribPointer(i, 4, GL_FLOAT, GL_FALSE, sizeof(ProbeRow),
                           reinterpret_cast<const void*>(std::size_t{i} * 4 * sizeof(float)));
  }
  auto y = feedback(context_, *program, rows.size(), rows.size(), "probe");
  gl.BindVertexArray(0);
  return y;
}

Expected<std::vector<float>> GlProbe::captured(const std::string& shader, std::size_t count,
                                               void (*set)(const GladGLContext& gl, const StoredForm* form),
                                               const StoredForm* form) {
  BINDPOSE_CHECK(context_.make_current());
  const GladGLContext& gl = context_.gl();
  BINDPOSE_TRY(const Program* const program,
               programs_->of(context_, shader_header(context_.dialect()) + shader));
  std::vector<std::uint32_t> bits(count);  // little-endian: the number stands first
  for (std::uint32_t i = 0; i < bits.size(); ++i)
    bits[i] = i;
  const Buffer input(gl);
  const VertexArray attributes(gl);
  gl.BindVertexArray(attributes.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, input.name());
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bits.size() * sizeof(std::uint32_t)), bits.data(),
                GL_STATIC_DRAW);
  gl.EnableVertexAttribArray(0);
  set(gl, form);
  auto y = feedback(context_, *program, bits.size(), bits.size(), "probe");
  gl.BindVertexArray(0);
  return y;
}

Expected<std::vector<float>> GlProbe::read_attribute(const StoredForm& form) {
  const auto set = [](const GladGLContext& gl, const StoredForm* as) {
    gl.VertexAttribPointer(0, 1, as->type, as->normalized ? GL_TRUE : GL_FALSE, sizeof(std::uint32_t),
                           nullptr);
  };
  return captured(
      "layout(location = 0) in float a;\nout float y;\n"
      "void main() {\n  y = a;\n  gl_Position = vec4(0.0);\n}\n",
      form.count, set, &form);
}

Expected<std::vector<float>> GlProbe::decode(const Decoding& way) {
  const auto set = [](const GladGLContext& gl, const StoredForm*) {
    gl.VertexAttribIPointer(0, 1, GL_UNSIGNED_INT, sizeof(std::uint32_t), nullptr);
  };
  return captured(std::string("layout(location = 0) in uint k;\nout float y;\nvoid main() {\n  y = ") +
                      way.glsl + ";\n  gl_Position = vec4(0.0);\n}\n",
                  way.count, set, nullptr);
}

}  // namespace bindpose::gpu
