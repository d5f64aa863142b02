// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/self_check.h"

#include <array>
#include <vector>

#include <fmt/format.h>

#include "gpu/device/feedback.h"
#include "gpu/device/program.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr int points = 3;
using Points = std::array<float, std::size_t{3} * points>;

constexpr const char* body = R"glsl(
layout(location = 0) in vec3 x;
out vec3 y;
void main() {
  y = 2.0 * x + vec3(1.0, 2.0, 3.0);
  gl_Position = vec4(0.0);
}
)glsl";

Expected<std::vector<float>> capture(Context& context, const Points& x) {
  const GladGLContext& gl = context.gl();
  BINDPOSE_TRY(const auto program,
               compile_capture(gl, context.dialect(), shader_header(context.dialect()) + body, {"y"}));

  const Buffer input(gl);
  const VertexArray attributes(gl);
  gl.BindVertexArray(attributes.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, input.name());
  gl.BufferData(GL_ARRAY_BUFFER, sizeof(Points), x.data(), GL_STATIC_DRAW);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  auto y = feedback(context, program, points, x.size(), "self-test");
  gl.BindVertexArray(0);
  return y;
}

}  // namespace

Expected<void> self_check(Context& context) {
  BINDPOSE_CHECK(context.make_current());
  const Points x = {1, 2, 3, -4, 0.5F, 8, 0, -0.25F, 1024};
  const Points expected = {3, 6, 9, -7, 3, 19, 1, 1.5F, 2051};
  BINDPOSE_TRY(const auto y, capture(context, x));
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!(y[i] == expected[i]))
      return fail("SELF_TEST", fmt::format("y[{}]", i),
                  fmt::format("captured {}, expected {}", y[i], expected[i]));
  return {};
}

}  // namespace bindpose::gpu
