// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/capture/capture.h"
#include "gpu/capture/feedback_record.h"
#include "gpu/capture/vertex_draw.h"
#include "gpu/device/limits.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr GLenum feedback_buffer = GL_TRANSFORM_FEEDBACK_BUFFER;

CaptureTarget whole_record(const CaptureJob& job, std::size_t buffer, std::size_t vertices) {
  return capture_target(job, buffer, vertices, job.layout.captured_words());
}

/// The number of captured points that the device reports.
template <class Draw>
std::size_t captured_of(const CaptureJob& job, Draw draw) {
  const GladGLContext& gl = job.context.gl();
  gl.BeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, job.objects.written.name());
  draw();
  gl.EndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
  GLuint written = 0;
  gl.GetQueryObjectuiv(job.objects.written.name(), GL_QUERY_RESULT, &written);
  return written;
}

/// Errors GL_ERROR, INVALID_OUTPUT.
template <class Draw>
Expected<void> capture_all_of(const CaptureJob& job, Draw draw) {
  const std::size_t written = captured_of(job, draw);
  BINDPOSE_CHECK(check_gl_errors(job.context.gl(), "transform feedback"));
  return check_count(written, job.vertex_count, "GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN");
}

/// Transform feedback by a program during draw calls.
template <class Draw>
void feed_back(const GladGLContext& gl, GLuint program, Draw draw) {
  gl.UseProgram(program);
  gl.BeginTransformFeedback(GL_POINTS);
  draw();
  gl.EndTransformFeedback();
}

Expected<void> collect(const CaptureJob& job, const CaptureTarget& target, std::vector<float>& captured) {
  return collect(job, target, feedback_buffer, 0, captured);
}

Expected<void> capture_interleaved(const CaptureJob& job, const VertexDraw& vertices,
                                   std::vector<float>& captured) {
  const CaptureTarget target = whole_record(job, 0, job.vertex_count);
  bind_poisoned(job, target, job.range_vertices * target.record, feedback_buffer, 0);
  const auto draw_all = [&] {
    feed_back(job.context.gl(), job.program, [&] { vertices.draw(0, job.drawn); });
  };
  BINDPOSE_CHECK(capture_all_of(job, draw_all));
  BINDPOSE_CHECK(repeat(job, draw_all));
  return collect(job, target, captured);
}

/// Copies each array's buffer to the array's position in the records.
Expected<void> capture_separately(const CaptureJob& job, const VertexDraw& vertices,
                                  std::vector<float>& captured) {
  const std::vector<VertexLayout::Capture> arrays = job.layout.captures();
  const auto slot_of = [&](std::size_t i) {
    return static_cast<GLuint>(job.fault == PathFault::slots_swapped ? arrays.size() - 1 - i : i);
  };
  std::vector<CaptureTarget> targets;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    targets.push_back(capture_target(job, i, job.vertex_count, arrays[i].width));
    bind_poisoned(job, targets[i], job.range_vertices * arrays[i].width, feedback_buffer, slot_of(i));
  }
  const auto written = capture_all_of(
      job, [&] { feed_back(job.context.gl(), job.program, [&] { vertices.draw(0, job.drawn); }); });
  BINDPOSE_CHECK(written);
  const std::size_t begin = captured.size(), record = job.layout.captured_words();
  captured.resize(begin + job.vertex_count * record);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    std::vector<float> array;
    BINDPOSE_CHECK(collect(job, targets[i], feedback_buffer, slot_of(i), array));
    for (std::size_t k = 0; k < array.size(); ++k)
      captured[begin + k / arrays[i].width * record + arrays[i].at + k % arrays[i].width] = array[k];
  }
  return {};
}

/// The draw without a capture: points without attributes, by a different program.
void draw_something_else(const CaptureJob& job, const VertexDraw& vertices) {
  const GladGLContext& gl = job.context.gl();
  if (job.fault == PathFault::pause_ignored) return vertices.draw(0, 1);
  gl.PauseTransformFeedback();
  gl.UseProgram(job.pass_through_program);
  gl.BindVertexArray(job.objects.nothing.name());
  gl.DrawArrays(GL_POINTS, 0, 2);
  gl.BindVertexArray(job.objects.attributes.name());
  gl.UseProgram(job.program);
  if (job.fault == PathFault::resumed_at_start) {
    gl.EndTransformFeedback();
    gl.BeginTransformFeedback(GL_POINTS);
  } else {
    gl.ResumeTransformFeedback();
  }
}

Expected<void> capture_around_pause(const CaptureJob& job, const VertexDraw& vertices,
                                    std::vector<float>& captured) {
  const CaptureTarget target = whole_record(job, 0, job.vertex_count);
  const std::size_t half = job.drawn / 2;
  bind_poisoned(job, target, job.range_vertices * target.record, feedback_buffer, 0);
  BINDPOSE_CHECK(capture_all_of(job, [&] {
    feed_back(job.context.gl(), job.program, [&] {
      vertices.draw(0, half);
      draw_something_else(job, vertices);
      vertices.draw(half, job.drawn - half);
    });
  }));
  return collect(job, target, captured);
}

/// The vertices that one of two transform feedback objects captures, and their place.
struct Share {
  GLuint object = 0;
  std::size_t first = 0, count = 0;
  CaptureTarget target;
};

/// An object without vertices has room for one.
std::array<Share, 2> shares_of(const CaptureJob& job) {
  const GladGLContext& gl = job.context.gl();
  const std::size_t larger = (job.vertex_count + 1) / 2, record = job.layout.captured_words();
  std::array<Share, 2> shares;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::size_t count = i == 0 ? larger : job.vertex_count - larger;
    shares[i] = {job.objects.feedback[i].name(), i * larger, count, whole_record(job, i, count)};
    gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, shares[i].object);
    bind_poisoned(job, shares[i].target, std::max<std::size_t>(count, 1) * record, feedback_buffer, 0);
    if (i > 0 && job.fault == PathFault::objects_confused)
      bind_poisoned(job, shares[0].target, larger * record, feedback_buffer, 0);
  }
  return shares;
}

Expected<void> capture_alternately(const CaptureJob& job, const VertexDraw& vertices,
                                   std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  const std::array<Share, 2> shares = shares_of(job);
  gl.UseProgram(job.program);
  const auto written = capture_all_of(job, [&] {
    for (const Share& share : shares) {
      gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, share.object);
      gl.BeginTransformFeedback(GL_POINTS);
      vertices.draw(share.first, share.count / 2);
      gl.PauseTransformFeedback();
    }
    for (const Share& share : shares) {
      gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, share.object);
      gl.ResumeTransformFeedback();
      vertices.draw(share.first + share.count / 2, share.count - share.count / 2);
      gl.EndTransformFeedback();
    }
  });
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  BINDPOSE_CHECK(written);
  for (const Share& share : shares)
    BINDPOSE_CHECK(collect(job, share.target, captured));
  return {};
}

/// Checks that this many vertices were written, and no other word.
Expected<void> check_only_written(std::span<const std::uint32_t> words, const CaptureTarget& target,
                                  std::size_t vertices, const char* what) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(target.range.guard);
  const auto end = begin + static_cast<std::ptrdiff_t>(vertices * target.record);
  const auto is_poison = [](std::uint32_t word) { return word == poison_word; };
  if (std::any_of(begin, end, is_poison))
    return fail("INVALID_OUTPUT", what, "a vertex that fits was not written");
  if (!std::all_of(words.begin(), begin, is_poison) || !std::all_of(end, words.end(), is_poison))
    return fail("INVALID_OUTPUT", what, "more was written than the vertices that fit");
  return {};
}

Expected<void> check_nothing_drawn(const CaptureJob& job, const VertexDraw& vertices) {
  const CaptureTarget target = whole_record(job, 0, job.vertex_count);
  constexpr const char* what = "transform feedback of no vertex";
  bind_poisoned(job, target, target.range.range, feedback_buffer, 0);
  const std::size_t written =
      captured_of(job, [&] { feed_back(job.context.gl(), job.program, [&] { vertices.draw(0, 0); }); });
  BINDPOSE_CHECK(check_gl_errors(job.context.gl(), what));
  return read_back(job, target, feedback_buffer, 0, [&](auto words) -> Expected<void> {
    BINDPOSE_CHECK(check_count(written, 0, what));
    return check_only_written(words, target, 0, what);
  });
}

/// If the last vertex does not fit completely, all of it is omitted. OpenGL ES may refuse the draw call instead.
Expected<void> check_lack_of_room(const CaptureJob& job, const VertexDraw& vertices) {
  const GladGLContext& gl = job.context.gl();
  const CaptureTarget target = whole_record(job, 0, job.vertex_count);
  constexpr const char* what = "transform feedback into a buffer one word too small";
  const std::size_t missing = job.fault == PathFault::room_ignored ? 0 : 1;
  bind_poisoned(job, target, target.range.range - missing, feedback_buffer, 0);
  bool is_refused = false;
  const std::size_t written = captured_of(job, [&] {
    feed_back(gl, job.program, [&] {
      vertices.draw(0, job.vertex_count);
      if (job.context.api() == Api::gles) is_refused = gl.GetError() == GL_INVALID_OPERATION;
    });
  });
  BINDPOSE_CHECK(check_gl_errors(gl, what));
  const std::size_t fitting = is_refused ? 0 : job.vertex_count - 1;
  return read_back(job, target, feedback_buffer, 0, [&](auto words) -> Expected<void> {
    BINDPOSE_CHECK(check_count(written, fitting, what));
    return check_only_written(words, target, fitting, what);
  });
}

Expected<void> capture_after_lack_of_room(const CaptureJob& job, const VertexDraw& vertices,
                                          std::vector<float>& captured) {
  BINDPOSE_CHECK(check_nothing_drawn(job, vertices));
  BINDPOSE_CHECK(check_lack_of_room(job, vertices));
  return capture_interleaved(job, vertices, captured);
}

/// The captured arrays become attributes of the same names.
void point_passed(const CaptureJob& job, const CaptureTarget& target) {
  const GladGLContext& gl = job.context.gl();
  const auto stride = static_cast<GLsizei>(target.record * word_bytes);
  gl.BindVertexArray(job.objects.passed.name());
  gl.BindBuffer(GL_ARRAY_BUFFER, job.objects.captured[target.buffer].name());
  GLuint location = 0;
  for (const VertexLayout::Capture& capture : job.layout.captures()) {
    const std::size_t offset = (target.range.guard + capture.at) * word_bytes;
    gl.EnableVertexAttribArray(location);
    gl.VertexAttribPointer(location++, static_cast<GLint>(capture.width), GL_FLOAT, GL_FALSE, stride,
                           as_pointer(offset));
  }
  disable_attributes_from(job, location);
}

/// OpenGL ES lacks glDrawTransformFeedback, which takes the number of vertices from the capture.
void draw_captured(const CaptureJob& job) {
  const GladGLContext& gl = job.context.gl();
  if (job.context.api() == Api::gl)
    gl.DrawTransformFeedback(GL_POINTS, job.objects.feedback[0].name());
  else
    gl.DrawArrays(GL_POINTS, 0, static_cast<GLsizei>(job.vertex_count));
}

Expected<void> capture_and_draw_again(const CaptureJob& job, const VertexDraw& vertices,
                                      std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  const CaptureTarget first = whole_record(job, 0, job.vertex_count);
  const CaptureTarget second = whole_record(job, 1, job.vertex_count);
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, job.objects.feedback[0].name());
  bind_poisoned(job, first, first.range.range, feedback_buffer, 0);
  const auto written =
      capture_all_of(job, [&] { feed_back(gl, job.program, [&] { vertices.draw(0, job.drawn); }); });
  if (job.fault == PathFault::captured_stale)
    bind_poisoned(job, first, first.range.range, feedback_buffer, 0);
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, job.objects.feedback[1].name());
  bind_poisoned(job, second, second.range.range, feedback_buffer, 0);
  point_passed(job, first);
  const auto passed =
      capture_all_of(job, [&] { feed_back(gl, job.pass_through_program, [&] { draw_captured(job); }); });
  gl.BindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0);
  BINDPOSE_CHECK(written);
  BINDPOSE_CHECK(passed);
  return collect(job, second, captured);
}

/// Captures arrays with gaps or other words between them.
Expected<void> capture_scattered(const CaptureJob& job, const VertexDraw& vertices,
                                 std::vector<float>& captured) {
  const FeedbackRecord record = feedback_record(job.layout, job.path.feedback);
  const CaptureTarget target = capture_target(job, 0, job.vertex_count, record.words);
  bind_poisoned(job, target, job.range_vertices * target.record, feedback_buffer, 0);
  BINDPOSE_CHECK(capture_all_of(
      job, [&] { feed_back(job.context.gl(), job.program, [&] { vertices.draw(0, job.drawn); }); }));
  return read_back(job, target, feedback_buffer, 0, [&](auto words) {
    return take_records(words, target.range, job.layout, record, captured);
  });
}

using CaptureWay = Expected<void> (*)(const CaptureJob&, const VertexDraw&, std::vector<float>&);

CaptureWay way_of(FeedbackUse use) {
  switch (use) {
    case FeedbackUse::interleaved:
      return &capture_interleaved;
    case FeedbackUse::separate:
      return &capture_separately;
    case FeedbackUse::paused:
      return &capture_around_pause;
    case FeedbackUse::alternating:
      return &capture_alternately;
    case FeedbackUse::overflowing:
      return &capture_after_lack_of_room;
    case FeedbackUse::drawn_again:
      return &capture_and_draw_again;
    case FeedbackUse::gaps:
    case FeedbackUse::reordered:
      return &capture_scattered;
  }
  return &capture_interleaved;
}

}  // namespace

Expected<void> capture_by_transform_feedback(const CaptureJob& job, std::vector<float>& captured) {
  const GladGLContext& gl = job.context.gl();
  BINDPOSE_TRY(const auto vertices, VertexDraw::make(job));
  gl.Enable(GL_RASTERIZER_DISCARD);
  auto done = way_of(job.path.feedback)(job, vertices, captured);
  gl.Disable(GL_RASTERIZER_DISCARD);
  gl.BindVertexArray(0);
  return done;
}

}  // namespace bindpose::gpu
