// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/gl_backend.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include <glad/gl.h>

#include "gpu/capture/capture.h"
#include "gpu/capture/feedback_record.h"
#include "gpu/capture/joint_upload.h"
#include "gpu/capture/self_check.h"
#include "gpu/device/limits.h"
#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

// The last row of texels is filled with NaN.
void upload_frames(const GladGLContext& gl, GLuint program, CaptureObjects& objects, Plan& plan) {
  if (plan.spec.frame_fields.empty()) return;
  std::vector<float>& records = plan.data.frame_records;
  gl.Uniform1ui(gl.GetUniformLocation(program, "frame_vertices"),
                static_cast<GLuint>(plan.data.vertex_count));
  if (plan.spec.frames_in_ssbo) {
    objects.frames.fill(gl, GL_SHADER_STORAGE_BUFFER, records.data(), records.size() * sizeof(float),
                        plan.is_exact);
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

/// An unused uniform that the compiler removed has no location, and GL ignores setting it.
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

std::vector<DeviceRequest> candidates(const DeviceRequest& best) {
  std::vector<DeviceRequest> requests;
  const auto egl = survey_egl();
  for (int index = 0; egl && index < egl->devices; ++index)
    if (!is_software_device(index)) requests.push_back({Platform::device, index, best.api, best.version});
  requests.push_back({Platform::surfaceless, 0, best.api, best.version});
  if (best.api == Api::gl) requests.push_back({Platform::osmesa, 0, best.api, best.version});
  return requests;
}

Expected<void> check_candidate(Context& context) {
  const DeviceInfo& info = context.info();
  if (info.opened.platform == Platform::device && info.software)
    return fail("DEVICE_UNAVAILABLE", to_string(info.opened), "the device is software");
  GlBackend device(context);
  return self_check(device);
}

}  // namespace

struct GlBackend::State {
  CaptureObjects objects;
  GLuint used = 0;     ///< the program of the plan that runs
  GLuint passing = 0;  ///< the pass-through program; 0: none
  /// Keyed by text, captured outputs and their mode, and whether they are loaded from binaries.
  std::map<std::tuple<std::string, std::vector<std::string>, GLenum, bool>, Program> programs;

  Expected<GLuint> program(const Context& context, const RunSettings& settings, const Plan& plan);
  Expected<GLuint> pass_through_program(const Context& context, const Plan& plan);
  /// Compiles the program unless it is cached.
  template <class Compile>
  Expected<GLuint> known_program(const GladGLContext& gl, std::string text, std::vector<std::string> captured,
                                 GLenum mode, bool from_binary, Compile compile);
  void make_objects(const Context& context);
};

template <class Compile>
Expected<GLuint> GlBackend::State::known_program(const GladGLContext& gl, std::string text,
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

Expected<GLuint> GlBackend::State::program(const Context& context, const RunSettings& settings,
                                           const Plan& plan) {
  std::string text = shader_of(plan, settings);
  std::vector<std::string> captured =
      faulty(feedback_record(plan.spec.layout, plan.path.feedback).names, settings.faults.path);
  const bool apart = plan.path.feedback == FeedbackUse::separate;
  const GLenum mode = apart ? GL_SEPARATE_ATTRIBS : GL_INTERLEAVED_ATTRIBS;
  return known_program(context.gl(), std::move(text), std::move(captured), mode, plan.from_binary,
                       [&](const std::string& source, const std::vector<std::string>& names) {
                         return plan.compute
                                    ? compile_compute(context.gl(), source)
                                    : compile_capture(context.gl(), context.dialect(), source, names, mode);
                       });
}

/// The name of the pass-through program; 0 if only the plan's program draws.
Expected<GLuint> GlBackend::State::pass_through_program(const Context& context, const Plan& plan) {
  const FeedbackUse use = plan.path.feedback;
  if (use != FeedbackUse::paused && use != FeedbackUse::drawn_again) return 0;
  return known_program(context.gl(), pass_through_shader(context.dialect(), plan.spec.layout),
                       captured_varyings(plan.spec.layout), GL_INTERLEAVED_ATTRIBS, plan.from_binary,
                       [&](const std::string& source, const std::vector<std::string>& names) {
                         return compile_capture(context.gl(), context.dialect(), source, names);
                       });
}

void GlBackend::State::make_objects(const Context& context) {
  const GladGLContext& gl = context.gl();
  if (objects.written.name() != 0) return;
  objects.written = Query(gl);
  for (VertexArray* array : {&objects.attributes, &objects.passed, &objects.nothing})
    *array = VertexArray(gl);
  if (!has_feedback_objects(context)) return;
  for (FeedbackObject& feedback : objects.feedback)
    feedback = FeedbackObject(gl);
}

GlBackend::GlBackend(Context& context) : context_(context), state_(std::make_unique<State>()) {}

GlBackend::~GlBackend() {
  // Without its context, the GL objects cannot be deleted; they end with the context.
  if (!context_.make_current()) static_cast<void>(state_.release());
}

std::size_t GlBackend::program_count() const {
  return state_->programs.size();
}

Expected<void> GlBackend::compile(const Plan& plan, const RunSettings& settings) {
  BINDPOSE_CHECK(context_.make_current());
  BINDPOSE_CHECK(check_gl_errors(context_.gl(), "before the run"));
  BINDPOSE_TRY(state_->used, state_->program(context_, settings, plan));
  BINDPOSE_TRY(state_->passing, state_->pass_through_program(context_, plan));
  state_->make_objects(context_);
  return {};
}

Expected<void> GlBackend::send(Plan& plan, std::size_t rows_before) {
  const GladGLContext& gl = context_.gl();
  gl.UseProgram(state_->used);  // the calls below set its uniforms
  upload_joints(gl, state_->used, state_->objects, plan, rows_before);
  upload_frames(gl, state_->used, state_->objects, plan);
  set_uniforms(gl, state_->used, plan.data.uniforms);
  return {};
}

Expected<void> GlBackend::run_part(const Part& part, std::vector<float>& captured) {
  const Plan& plan = part.plan;
  const bool numbers_vertices = !plan.spec.frame_fields.empty();
  const CaptureJob job{
      .context = context_,
      .objects = state_->objects,
      .program = state_->used,
      .layout = plan.data.layout,
      .vertices = part.words(),
      .vertex_count = part.count,
      .drawn = part.drawn(),
      .range_vertices = part.range_vertices(),
      .is_exact = plan.is_exact,
      .second_instance = plan.spec.base_by_attribute,
      .path = plan.path,
      .fault = part.settings.faults.path,
      .pass_through_program = state_->passing,
      .vertices_before =
          numbers_vertices ? context_.gl().GetUniformLocation(state_->used, "vertices_before") : -1,
      .part_begins_with = part.first,
      .bits = plan.bits,
      .repeats = &part.repeats};
  return plan.compute ? capture_by_compute(job, captured) : capture_by_transform_feedback(job, captured);
}

Expected<std::unique_ptr<Context>> open_gl(const DeviceRequest& request) {
  if (request.platform != Platform::best) return Context::open(request);
  return open_first(candidates(request), "best", &Context::open, &check_candidate);
}

}  // namespace bindpose::gpu
