// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_draw.h"

#include <cstdint>
#include <vector>

#include <glad/gl.h>

#include "gpu/capture/vertex_buffers.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

void point(const GladGLContext& gl, GLuint location, const StoredAttribute& attribute) {
  const auto stride = static_cast<GLsizei>(attribute.stride);
  const NumberForm& form = attribute.form;
  if (attribute.integer)
    gl.VertexAttribIPointer(location, attribute.numbers, form.type, stride, as_pointer(attribute.offset));
  else
    gl.VertexAttribPointer(location, attribute.numbers, form.type, form.normalized ? GL_TRUE : GL_FALSE,
                           stride, as_pointer(attribute.offset));
}

bool has_gaps(const Context& context) {
  return context.api() == Api::gl && !is_older(context.info().opened, {4, 0}, {});
}

/// For the draw call and its capture. Before OpenGL ES 3.2, indexed draws are not captured.
Expected<void> check_device(const CaptureJob& job) {
  const Context& context = job.context;
  const bool is_early_es = context.api() == Api::gles &&
                           (context.gl().ES_VERSION_3_2 == 0 || is_older(context.info().opened, {}, {3, 2}));
  if (is_early_es && reads_indices(job.path.draw))
    return fail("NOT_SUPPORTED", "GL_VERSION",
                "drawing by indices into transform feedback needs OpenGL ES 3.2; the context is " +
                    version_in_use(context.info()));
  const bool is_split =
      job.path.feedback == FeedbackUse::paused || job.path.feedback == FeedbackUse::alternating;
  if (!has_base_instance(context.info().opened) && job.path.draw == DrawCall::instanced && is_split)
    return fail("NOT_SUPPORTED", "glDrawArraysInstancedBaseInstance",
                "OpenGL ES, and OpenGL before 4.2, begin every draw with the first instance");
  if (!has_feedback_objects(context) && (is_split || job.path.feedback == FeedbackUse::drawn_again))
    return fail("NOT_SUPPORTED", "glBindTransformFeedback",
                "pausing, and transform feedback objects, need OpenGL 4.0");
  if (job.path.feedback == FeedbackUse::gaps && !has_gaps(context))
    return fail("NOT_SUPPORTED", "gl_SkipComponents1",
                "OpenGL ES, and OpenGL before 4.0, cannot skip words in a capture");
  return {};
}

}  // namespace

VertexDraw::VertexDraw(const CaptureJob& job)
    : job_(&job), beside_(vertices_beside(job.context.info().opened, job.path.draw)) {}

Expected<VertexDraw> VertexDraw::make(const CaptureJob& job) {
  BINDPOSE_CHECK(check_device(job));
  VertexDraw draw(job);
  job.context.gl().BindVertexArray(job.objects.attributes.name());
  BINDPOSE_CHECK(draw.point_attributes());
  if (job.second_instance) draw.point_instance_base();
  if (reads_indices(job.path.draw)) draw.make_indices();
  return draw;
}

Expected<void> VertexDraw::point_attributes() {
  const CaptureJob& job = *job_;
  const GladGLContext& gl = job.context.gl();
  BINDPOSE_TRY(const auto stored,
               store_vertices(job.layout, job.vertices, job.path.vertices, beside_, job.bits));
  std::vector<ReusedBuffer>& buffers = job.objects.vertices;
  if (buffers.size() < stored.bytes.size()) buffers.resize(stored.bytes.size());
  for (std::size_t b = 0; b < stored.bytes.size(); ++b)
    buffers[b].fill(gl, GL_ARRAY_BUFFER, stored.bytes[b].data(), stored.bytes[b].size(), job.is_exact);
  const bool by_instance = job.path.draw == DrawCall::instanced && job.fault != PathFault::divisor_ignored;
  GLuint location = 0;
  for (const StoredAttribute& right : stored.attributes) {
    const StoredAttribute attribute = misread(right, job.fault);
    gl.BindBuffer(GL_ARRAY_BUFFER, buffers[attribute.buffer].name());
    gl.EnableVertexAttribArray(location);
    gl.VertexAttribDivisor(location, by_instance ? 1 : 0);
    point(gl, location, attribute);
    ++location;
  }
  disable_attributes_from(job, location);
  return {};
}

/// One number for each instance.
void VertexDraw::point_instance_base() const {
  const GladGLContext& gl = job_->context.gl();
  const auto location = static_cast<GLuint>(job_->layout.attributes().size());
  gl.BindBuffer(GL_ARRAY_BUFFER, job_->objects.instance_bases.name());
  gl.EnableVertexAttribArray(location);
  gl.VertexAttribIPointer(location, 1, GL_UNSIGNED_INT, 0, nullptr);
  gl.VertexAttribDivisor(location, 1);
}

/// The index of each vertex in the buffer, or in the part if the draw call adds the base.
void VertexDraw::make_indices() {
  const std::size_t before = job_->path.draw == DrawCall::indexed ? beside_ : 0;
  const std::size_t count = job_->drawn;
  long_indices_ = needs_wide_indices(job_->path.draw, beside_, count);
  const auto send = [&](auto first) {
    std::vector<decltype(first)> indices;
    for (std::size_t v = 0; v < count; ++v)
      indices.push_back(static_cast<decltype(first)>(before + v));
    job_->objects.indices.fill(job_->context.gl(), GL_ELEMENT_ARRAY_BUFFER, indices.data(),
                               indices.size() * sizeof(first), job_->is_exact);
  };
  if (long_indices_)
    send(std::uint32_t{0});
  else
    send(std::uint16_t{0});
}

/// Sets the vertex of the mesh that the next draw call numbers 0.
void VertexDraw::number_from(std::size_t first) const {
  if (job_->vertices_before < 0) return;
  const std::size_t skipped = job_->path.draw == DrawCall::instanced ? 0 : beside_ + first;
  const auto number = static_cast<GLuint>(job_->part_begins_with + first) - static_cast<GLuint>(skipped);
  job_->context.gl().Uniform1ui(job_->vertices_before, number);
}

void VertexDraw::draw(std::size_t first, std::size_t count) const {
  number_from(first);
  if (reads_indices(job_->path.draw)) return draw_elements(first, count);
  if (job_->path.draw == DrawCall::instanced) return draw_instances(first, count);
  draw_arrays(first, count);
}

void VertexDraw::draw_arrays(std::size_t first, std::size_t count) const {
  const GladGLContext& gl = job_->context.gl();
  const bool is_lost = job_->fault == PathFault::first_ignored || job_->fault == PathFault::indices_ignored;
  const auto begin = static_cast<GLint>(is_lost ? first : beside_ + first);
  const auto points = static_cast<GLsizei>(count);
  if (job_->second_instance)
    gl.DrawArraysInstancedBaseInstance(GL_POINTS, begin, points, 1, 1);
  else
    gl.DrawArrays(GL_POINTS, begin, points);
}

void VertexDraw::draw_elements(std::size_t first, std::size_t count) const {
  const GladGLContext& gl = job_->context.gl();
  if (job_->fault == PathFault::indices_ignored) return draw_arrays(first, count);
  const bool adds = job_->path.draw == DrawCall::base_vertex && job_->fault != PathFault::base_vertex_ignored;
  const auto base = static_cast<GLint>(adds ? beside_ : 0);
  const GLenum type = long_indices_ ? GL_UNSIGNED_INT : GL_UNSIGNED_SHORT;
  const void* from = as_pointer(first * (long_indices_ ? sizeof(std::uint32_t) : sizeof(std::uint16_t)));
  const auto points = static_cast<GLsizei>(count);
  if (job_->second_instance)
    gl.DrawElementsInstancedBaseVertexBaseInstance(GL_POINTS, points, type, from, 1, base, 1);
  else if (job_->path.draw == DrawCall::base_vertex)
    gl.DrawElementsBaseVertex(GL_POINTS, points, type, from, base);
  else
    gl.DrawElements(GL_POINTS, points, type, from);
}

/// Draws one point per instance.
void VertexDraw::draw_instances(std::size_t first, std::size_t count) const {
  const GladGLContext& gl = job_->context.gl();
  const auto instances = static_cast<GLsizei>(count);
  if (!has_base_instance(job_->context.info().opened))
    return gl.DrawArraysInstanced(GL_POINTS, 0, 1, instances);
  const std::size_t base = job_->fault == PathFault::base_instance_ignored ? first : beside_ + first;
  gl.DrawArraysInstancedBaseInstance(GL_POINTS, 0, 1, instances, static_cast<GLuint>(base));
}

}  // namespace bindpose::gpu
