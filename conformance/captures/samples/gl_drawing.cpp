// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/samples/gl_drawing.h"

#include "conformance/captures/samples/shaders.h"
#include "gpu/capture/capture.h"

namespace bindpose::captures {
namespace {

constexpr const char* header = "#version 330 core\n#define BLOCK(n) layout(std140)\n#define OUTPUT(n)\n";

template <class Data>
void fill(const GladGLContext& gl, GLenum target, const gpu::Buffer& buffer, const Data& data) {
  gl.BindBuffer(target, buffer.name());
  gl.BufferData(target, static_cast<GLsizeiptr>(data.size() * sizeof data[0]), data.data(), GL_STATIC_DRAW);
}

void describe_vertices(const GladGLContext& gl) {
  gl.VertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                         gpu::as_pointer(offsetof(Vertex, position)));
  gl.VertexAttribPointer(1, 3, GL_FLOAT, GL_FALSE, sizeof(Vertex), gpu::as_pointer(offsetof(Vertex, normal)));
  gl.VertexAttribIPointer(2, 4, GL_UNSIGNED_INT, sizeof(Vertex), gpu::as_pointer(offsetof(Vertex, joints)));
  gl.VertexAttribPointer(3, 4, GL_FLOAT, GL_FALSE, sizeof(Vertex),
                         gpu::as_pointer(offsetof(Vertex, weights)));
  for (GLuint i = 0; i < 4; ++i)
    gl.EnableVertexAttribArray(i);
}

void draw_with(const GladGLContext& gl, GLuint program, const Scene& scene) {
  const gpu::VertexArray attributes(gl);
  const gpu::Buffer vertices(gl), indices(gl), joints(gl), camera(gl);
  gl.BindVertexArray(attributes.name());
  fill(gl, GL_ARRAY_BUFFER, vertices, scene.vertices);
  describe_vertices(gl);
  fill(gl, GL_ELEMENT_ARRAY_BUFFER, indices, scene.indices);
  fill(gl, GL_UNIFORM_BUFFER, joints, scene.rows);
  fill(gl, GL_UNIFORM_BUFFER, camera, scene.camera);
  gl.BindBufferBase(GL_UNIFORM_BUFFER, 0, joints.name());
  gl.BindBufferBase(GL_UNIFORM_BUFFER, 1, camera.name());
  gl.UniformBlockBinding(program, gl.GetUniformBlockIndex(program, "Joints"), 0);
  gl.UniformBlockBinding(program, gl.GetUniformBlockIndex(program, "Camera"), 1);
  gl.UseProgram(program);
  gl.Clear(GL_COLOR_BUFFER_BIT);
  if (scene.indices.empty())
    gl.DrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(scene.vertices.size()));
  else
    gl.DrawElements(GL_TRIANGLES, static_cast<GLsizei>(scene.indices.size()), GL_UNSIGNED_INT, nullptr);
  gl.Finish();
}

}  // namespace

Expected<void> draw(const GladGLContext& gl, const Scene& scene, bool first_influence_alone) {
  const std::string way = first_influence_alone ? first_influence : right_influences;
  BINDPOSE_TRY(const auto program,
               gpu::compile_drawing(gl, header + way + vertex_body, std::string(header) + fragment_body));
  draw_with(gl, program.name(), scene);
  return {};
}

}  // namespace bindpose::captures
