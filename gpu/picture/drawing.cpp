// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/picture/drawing.h"

#include <algorithm>
#include <numbers>

#include <Eigen/Geometry>
#include <glad/gl.h>

#include "gpu/device/limits.h"
#include "gpu/device/program.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr const char* vertex_body = R"glsl(
layout(location = 0) in vec3 x;
layout(location = 1) in vec4 c;
uniform mat4 view_from_mesh;
out vec3 place;
out vec4 colour;
void main() {
  gl_Position = view_from_mesh * vec4(x, 1.0);
  gl_PointSize = 6.0;
  place = gl_Position.xyz;
  colour = c;
}
)glsl";

// A triangle is brighter the more it faces the viewer; a point has full brightness.
constexpr const char* fragment_body = R"glsl(
in vec3 place;
in vec4 colour;
out vec4 pixel;
void main() {
  vec3 n = cross(dFdx(place), dFdy(place));
  float steep = length(n) > 0.0 ? 1.0 - abs(normalize(n).z) : 0.0;
  pixel = vec4(colour.rgb * (1.0 - 0.7 * steep), 1.0);
}
)glsl";

constexpr GLsizei drawn_side = 2 * static_cast<GLsizei>(panel_side);  // halved for smooth edges
constexpr float margin = 0.92F;  // fraction of a panel that the box fills

/// Rotates the visible side to the front, and scales the box into the cube from -1 to 1; closer points have
/// smaller depth.
Eigen::Matrix4f view_of(const Drawing& drawing) {
  const auto turn = [](float degrees, const Eigen::Vector3f& axis) {
    return Eigen::AngleAxisf(degrees * std::numbers::pi_v<float> / 180, axis);
  };
  const Eigen::Matrix3f turned =
      (turn(20, Eigen::Vector3f::UnitX()) * turn(-30, Eigen::Vector3f::UnitY())).toRotationMatrix();
  const Eigen::Vector3f low(drawing.low.data()), high(drawing.high.data());
  const Eigen::Vector3f extent = turned.cwiseAbs() * (high - low) / 2;
  const float largest = std::max(extent.head<2>().maxCoeff(), 1e-30F);
  Eigen::Vector3f scale = Eigen::Vector3f::Constant(margin / largest);
  scale[2] = -margin / std::max(extent[2], 1e-30F);
  Eigen::Matrix4f view = Eigen::Matrix4f::Identity();
  view.topLeftCorner<3, 3>() = scale.asDiagonal() * turned;
  view.topRightCorner<3, 1>() = -view.topLeftCorner<3, 3>() * (low + high) / 2;
  return view;
}

using Framebuffer = Handle<&GladGLContext::DeleteFramebuffers, &GladGLContext::GenFramebuffers>;
using Renderbuffer = Handle<&GladGLContext::DeleteRenderbuffers, &GladGLContext::GenRenderbuffers>;

/// The render target: one panel, with depth.
class Canvas {
 public:
  explicit Canvas(const GladGLContext& gl) : gl_(gl), framebuffer_(gl), colour_(gl), depth_(gl) {
    gl.GetIntegerv(GL_FRAMEBUFFER_BINDING, &before_);
    gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    attach(colour_, GL_RGBA8, GL_COLOR_ATTACHMENT0);
    attach(depth_, GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
    gl.Viewport(0, 0, drawn_side, drawn_side);
    gl.Enable(GL_DEPTH_TEST);
  }
  ~Canvas() {
    gl_.Disable(GL_DEPTH_TEST);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(before_));
    gl_.Viewport(0, 0, 1, 1);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  void clear() const {
    gl_.ClearColor(1, 1, 1, 1);
    gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
  }

  /// GL's first row is the lowest.
  Image read() const {
    const auto side = static_cast<std::size_t>(drawn_side);
    std::vector<std::uint8_t> rgba(4 * side * side);
    gl_.ReadPixels(0, 0, drawn_side, drawn_side, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    Image image(side, side, {});
    for (std::size_t y = 0; y < side; ++y)
      for (std::size_t x = 0; x < side; ++x) {
        const std::uint8_t* from = rgba.data() + 4 * ((side - 1 - y) * side + x);
        image.set(x, y, {from[0], from[1], from[2]});
      }
    return image;
  }

 private:
  void attach(const Renderbuffer& buffer, GLenum format, GLenum place) const {
    gl_.BindRenderbuffer(GL_RENDERBUFFER, buffer.name());
    gl_.RenderbufferStorage(GL_RENDERBUFFER, format, drawn_side, drawn_side);
    gl_.FramebufferRenderbuffer(GL_FRAMEBUFFER, place, GL_RENDERBUFFER, buffer.name());
  }

  const GladGLContext& gl_;
  Framebuffer framebuffer_;
  Renderbuffer colour_, depth_;
  GLint before_ = 0;
};

template <class Number>
void fill(const GladGLContext& gl, GLenum target, const Buffer& buffer, const std::vector<Number>& data) {
  gl.BindBuffer(target, buffer.name());
  gl.BufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof(Number)), data.data(), GL_STREAM_DRAW);
}

void draw_panel(const GladGLContext& gl, const DrawnVertices& vertices, std::size_t triangles) {
  const Buffer places(gl), colours(gl);
  fill(gl, GL_ARRAY_BUFFER, places, vertices.places);
  gl.EnableVertexAttribArray(0);
  gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  fill(gl, GL_ARRAY_BUFFER, colours, vertices.colours);
  gl.EnableVertexAttribArray(1);
  gl.VertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, nullptr);
  if (triangles > 0)
    gl.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(3 * triangles), GL_UNSIGNED_INT, nullptr);
  else
    gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(vertices.places.size() / 3));
}

}  // namespace

Expected<Image> draw(Context& context, const Drawing& drawing) {
  BINDPOSE_CHECK(context.make_current());
  const GladGLContext& gl = context.gl();
  const std::string header = shader_header(context.api());
  BINDPOSE_TRY(const auto program, compile_drawing(gl, header + vertex_body, header + fragment_body));
  const Canvas canvas(gl);
  const VertexArray attributes(gl);
  const Buffer indices(gl);
  gl.BindVertexArray(attributes.name());
  fill(gl, GL_ELEMENT_ARRAY_BUFFER, indices, drawing.triangles);
  gl.UseProgram(program.name());
  if (context.api() == Api::gl) gl.Enable(GL_PROGRAM_POINT_SIZE);  // OpenGL ES always uses the shader's value
  const Eigen::Matrix4f view = view_of(drawing);
  gl.UniformMatrix4fv(gl.GetUniformLocation(program.name(), "view_from_mesh"), 1, GL_FALSE, view.data());
  Image picture(panel_side * drawing.panels.size(), panel_side, {255, 255, 255});
  for (std::size_t i = 0; i < drawing.panels.size(); ++i) {
    canvas.clear();
    draw_panel(gl, drawing.panels[i], drawing.triangles.size());
    picture.paste(halved(canvas.read()), i * panel_side, 0);
  }
  gl.BindVertexArray(0);
  gl.UseProgram(0);
  BINDPOSE_CHECK(check_gl_errors(gl, "drawing"));
  return picture;
}

}  // namespace bindpose::gpu
