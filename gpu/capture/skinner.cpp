// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/skinner.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <tuple>
#include <utility>

#include <glad/gl.h>

#include "gpu/capture/answer.h"
#include "gpu/capture/capture.h"
#include "gpu/capture/feedback_record.h"
#include "gpu/capture/joint_upload.h"
#include "gpu/capture/plan.h"
#include "gpu/device/limits.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

double seconds_on_the_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Skinner::State {
  CaptureObjects objects;
  double seconds_on_device = 0;
  Computed computed;
  /// By their text, which outputs are captured and how, and whether they are loaded from their binaries.
  std::map<std::tuple<std::string, std::vector<std::string>, GLenum, bool>, Program> programs;

  Expected<GLuint> program(const Context& context, const TestHooks& faults, const Plan& plan);
  Expected<GLuint> passing_program(const Context& context, const Plan& plan);
  /// Compiled unless it is known.
  template <class Compile>
  Expected<GLuint> known_program(const GladGLContext& gl, std::string text, std::vector<std::string> captured,
                                 GLenum mode, bool from_binary, Compile compile);
  void make_objects(const Context& context);
  void upload_frames(const GladGLContext& gl, GLuint program, Plan& plan);
};

template <class Compile>
Expected<GLuint> Skinner::State::known_program(const GladGLContext& gl, std::string text,
                                               std::vector<std::string> captured, GLenum mode,
                                               bool is_reloaded, Compile compile) {
  std::tuple key(std::move(text), std::move(captured), mode, is_reloaded);
  if (const auto found = programs.find(key); found != programs.end()) return found->second.name();
  BINDPOSE_TRY(auto made, compile(std::get<0>(key), std::get<1>(key)));
  if (is_reloaded) {
    BINDPOSE_TRY(made, from_binary(gl, made));
  }
  return programs.emplace(std::move(key), std::move(made)).first->second.name();
}

Expected<GLuint> Skinner::State::program(const Context& context, const TestHooks& faults, const Plan& plan) {
  std::string text = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  if (faults.edit) text = faults.edit(std::move(text));
  std::vector<std::string> captured =
      mistaken(feedback_record(plan.spec.layout, plan.path.feedback).names, faults.fault);
  const bool apart = plan.path.feedback == FeedbackUse::separate;
  const GLenum mode = apart ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS;
  return known_program(context.gl(), std::move(text), std::move(captured), mode, plan.from_binary,
                       [&](const std::string& source, const std::vector<std::string>& names) {
                         return plan.compute
                                    ? compile_compute(context.gl(), source)
                                    : compile_capture(context.gl(), context.dialect(), source, names, mode);
                       });
}

/// 0 where no other program draws.
Expected<GLuint> Skinner::State::passing_program(const Context& context, const Plan& plan) {
  const FeedbackUse use = plan.path.feedback;
  if (use != FeedbackUse::paused && use != FeedbackUse::drawn_again) return 0;
  return known_program(context.gl(), passing_shader(context.dialect(), plan.spec.layout),
                       captured_varyings(plan.spec.layout), GL_INTERLEAVED_ATTRIBS, plan.from_binary,
                       [&](const std::string& source, const std::vector<std::string>& names) {
                         return compile_capture(context.gl(), context.dialect(), source, names);
                       });
}

void Skinner::State::make_objects(const Context& context) {
  const GladGLContext& gl = context.gl();
  if (objects.written.name() != 0) return;
  objects.written = Query(gl);
  for (VertexArray* array : {&objects.attributes, &objects.passed, &objects.nothing})
    *array = VertexArray(gl);
  if (!has_feedback_objects(context)) return;
  for (FeedbackObject& feedback : objects.feedback)
    feedback = FeedbackObject(gl);
}

// The last row of texels is filled with NaN.
void Skinner::State::upload_frames(const GladGLContext& gl, GLuint program, Plan& plan) {
  if (plan.spec.frame_fields.empty()) return;
  std::vector<float>& records = plan.data.frame_records;
  gl.Uniform1ui(gl.GetUniformLocation(program, "frame_vertices"),
                static_cast<GLuint>(plan.data.vertex_count));
  if (plan.spec.frames_in_ssbo) {
    objects.frames.fill(gl, GL_SHADER_STORAGE_BUFFER, records.data(), records.size() * sizeof(float));
    gl.BindBufferRange(GL_SHADER_STORAGE_BUFFER, frames_binding, objects.frames.name(), 0,
                       static_cast<GLsizeiptr>(records.size() * sizeof(float)));
    return;
  }
  const std::size_t height = frame_texture_height(plan.data);
  records.resize(height * frame_texture_width * 4, std::numeric_limits<float>::quiet_NaN());
  if (objects.frame_texture.name() == 0) objects.frame_texture = Texture(gl);
  gl.ActiveTexture(GL_TEXTURE0);
  gl.BindTexture(GL_TEXTURE_2D, objects.frame_texture.name());
  set_unfiltered(gl);
  gl.TexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, static_cast<GLsizei>(frame_texture_width),
                static_cast<GLsizei>(height), 0, GL_RGBA, GL_FLOAT, records.data());
  gl.Uniform1i(gl.GetUniformLocation(program, "frame_texture"), 0);
}

namespace {

/// A uniform that the compiler found unused has no location, which GL takes for nothing to set.
void set_uniforms(const GladGLContext& gl, GLuint program, const std::vector<UniformField>& uniforms) {
  constexpr std::array set = {&GladGLContext::Uniform1fv, &GladGLContext::Uniform2fv,
                              &GladGLContext::Uniform3fv, &GladGLContext::Uniform4fv};
  for (const UniformField& uniform : uniforms) {
    const GLint location = gl.GetUniformLocation(program, uniform.name.c_str());
    const std::size_t count = uniform.values.size();
    (gl.*set[uniform.array ? 0 : std::min(count, set.size()) - 1])(
        location, uniform.array ? static_cast<GLsizei>(count) : 1, uniform.values.data());
  }
}

}  // namespace

Skinner::Skinner(Context& context) : context_(context), state_(std::make_unique<State>()) {}

Skinner::~Skinner() {
  // Without its context the GL objects cannot be deleted; they go with it.
  if (!context_.make_current()) static_cast<void>(state_.release());
}

double Skinner::seconds_on_device() const {
  return state_->seconds_on_device;
}

const Computed& Skinner::computed() const {
  return state_->computed;
}

std::size_t Skinner::program_count() const {
  return state_->programs.size();
}

Expected<std::string> Skinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                             const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan, make_plan(context_.info(), hooks, algorithm, question, options, variant));
  return plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
}

Expected<ArraySet> Skinner::run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                                const Variant& variant) {
  BINDPOSE_TRY(auto plan, make_plan(context_.info(), hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(context_.info(), plan));
  const VertexLayout& layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});

  BINDPOSE_CHECK(context_.make_current());
  const GladGLContext& gl = context_.gl();
  BINDPOSE_CHECK(check_gl_errors(gl, "before the run"));
  BINDPOSE_TRY(const auto program, state_->program(context_, hooks, plan));
  BINDPOSE_TRY(const auto passing, state_->passing_program(context_, plan));
  CaptureObjects& objects = state_->objects;
  state_->make_objects(context_);
  const double start = hooks.seconds();
  gl.UseProgram(program);  // whose uniforms are set
  upload_joints(gl, program, objects, plan);
  state_->upload_frames(gl, program, plan);
  set_uniforms(gl, program, plan.data.uniforms);
  const GLint before =
      plan.spec.frame_fields.empty() ? -1 : gl.GetUniformLocation(program, "vertices_before");

  std::vector<float> captured;
  captured.reserve(vertex_count * layout.captured_words());
  const std::size_t part = part_size(context_.info(), plan, hooks);
  Repeats repeats{hooks.repeats, hooks.seconds, hooks.least_seconds};
  const auto capture = plan.compute ? capture_by_compute : capture_by_transform_feedback;
  for (std::size_t first = 0; first < vertex_count; first += part) {
    const std::size_t count = std::min(part, vertex_count - first);
    const auto words =
        std::span(plan.data.words).subspan(first * layout.record_words(), count * layout.record_words());
    const auto shifted = [count](int by) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
    };
    const CaptureJob job{context_,
                         objects,
                         program,
                         layout,
                         words,
                         count,
                         shifted(hooks.extra_drawn),
                         shifted(hooks.extra_range),
                         plan.spec.base_by_attribute,
                         plan.path,
                         hooks.fault,
                         passing,
                         before,
                         first,
                         &repeats};
    BINDPOSE_CHECK(capture(job, captured));
  }
  state_->seconds_on_device = hooks.seconds() - start;
  state_->computed = {repeats.seconds, bytes_computed(plan)};
  return make_answer(layout, vertex_count, captured);
}

}  // namespace bindpose::gpu
