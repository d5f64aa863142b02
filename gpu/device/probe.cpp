// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/probe.h"

#include <algorithm>
#include <cmath>

#include "gpu/device/feedback.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr StoredForm forms[] = {
    {"unorm8 attribute", GL_UNSIGNED_BYTE, true, 256, [](std::uint32_t bits) { return bits / 255.0; }},
    {"unorm16 attribute", GL_UNSIGNED_SHORT, true, 65536, [](std::uint32_t bits) { return bits / 65535.0; }},
    {"snorm8 attribute", GL_BYTE, true, 256,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int8_t>(bits) / 127.0, -1); }},
    {"snorm16 attribute", GL_SHORT, true, 65536,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int16_t>(bits) / 32767.0, -1); }},
    {"half attribute", GL_HALF_FLOAT, false, 0x7C00, [](std::uint32_t bits) {
       const int exponent = static_cast<int>(bits >> 10);
       return exponent == 0 ? std::ldexp(bits, -24) : std::ldexp(1024 + (bits & 1023U), exponent - 25);
     }}};

}  // namespace

std::span<const StoredForm> stored_forms() {
  return forms;
}

Expected<std::vector<float>> Probe::read_attribute(const StoredForm& form) {
  return fail("NOT_SUPPORTED", form.name, "no such vertex attributes can be asked for");
}

Expected<std::vector<float>> GlProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  BINDPOSE_CHECK(context_.make_current());
  const GladGLContext& gl = context_.gl();
  const std::string text = shader_header(context_.dialect()) +
                           "layout(location = 0) in vec4 a;\nlayout(location = 1) in vec4 b;\n"
                           "layout(location = 2) in vec4 c;\nout float y;\nvoid main() {\n  " +
                           glsl + "\n  gl_Position = vec4(0.0);\n}\n";
  BINDPOSE_TRY(const auto program, compile_capture(gl, context_.dialect(), text, {"y"}));
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
  auto y = feedback(context_, program, rows.size(), rows.size(), "probe");
  gl.BindVertexArray(0);
  return y;
}

Expected<std::vector<float>> GlProbe::read_attribute(const StoredForm& form) {
  BINDPOSE_CHECK(context_.make_current());
  const GladGLContext& gl = context_.gl();
  const std::string text = shader_header(context_.dialect()) +
                           "layout(location = 0) in float a;\nout float y;\n"
                           "void main() {\n  y = a;\n  gl_Position = vec4(0.0);\n}\n";
  BINDPOSE_TRY(const auto program, compile_capture(gl, context_.dialect(), text, {"y"}));
  std::vector<std::uint32_t> bits(form.count);  // little-endian: the number stands first
  for (std::uint32_t i = 0; i < bits.size(); ++i)
    bits[i] = i;
  const Buffer input(gl);
  const VertexArray attributes(gl);
  gl.BindVertexArray(attributes.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, input.name());
  gl.BufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(bits.size() * sizeof(std::uint32_t)), bits.data(),
                GL_STATIC_DRAW);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 1, form.type, form.normalized ? GL_TRUE : GL_FALSE, sizeof(std::uint32_t),
                         nullptr);
  auto y = feedback(context_, program, bits.size(), bits.size(), "probe");
  gl.BindVertexArray(0);
  return y;
}

}  // namespace bindpose::gpu
