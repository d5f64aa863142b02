// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/context.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "gpu/device/backend.h"
#include "gpu/device/limits.h"
#include "gpu/device/self_check.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

GLADapiproc find_function(void* backend, const char* name) {
  return reinterpret_cast<GLADapiproc>(static_cast<const Backend*>(backend)->function(name));
}

std::string get_string(const GladGLContext& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text != nullptr ? text : "";
}

/// What `best` tries, in this order.
std::vector<DeviceRequest> candidates(const DeviceRequest& best) {
  std::vector<DeviceRequest> requests;
  const auto egl = survey_egl();
  for (int index = 0; egl && index < egl->devices; ++index)
    if (!is_software_device(index)) requests.push_back({Platform::device, index, best.api, best.version});
  requests.push_back({Platform::surfaceless, 0, best.api, best.version});
  if (best.api == Api::gl) requests.push_back({Platform::osmesa, 0, best.api, best.version});
  return requests;
}

}  // namespace

Context::Context(std::unique_ptr<Backend> backend, const DeviceRequest& request)
    : backend_(std::move(backend)), gl_(std::make_unique<GladGLContext>()) {
  info_.opened = request;
}

Context::~Context() {
  if (framebuffer_ == 0 || !backend_->make_current()) return;
  gl_->DeleteFramebuffers(1, &framebuffer_);
  gl_->DeleteRenderbuffers(1, &renderbuffer_);
}

Expected<std::unique_ptr<Context>> Context::open(const DeviceRequest& request) {
  tame_environment();
  return request.platform == Platform::best ? open_best(request) : open_exactly(request);
}

Expected<std::unique_ptr<Context>> Context::open_exactly(const DeviceRequest& request) {
  BINDPOSE_TRY(auto backend, open_backend(request));
  std::unique_ptr<Context> context(new Context(std::move(backend), request));
  BINDPOSE_CHECK(context->load());
  return context;
}

Expected<std::unique_ptr<Context>> Context::open_best(const DeviceRequest& best) {
  std::string reasons;
  for (const DeviceRequest& request : candidates(best)) {
    auto context = open_exactly(request);
    if (context && request.platform == Platform::device && (*context)->info().software) continue;
    const auto verdict = context ? self_check(**context) : Expected<void>(tl::unexpected(context.error()));
    if (verdict) return context;
    reasons +=
        fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", to_string(request), to_string(verdict.error()));
  }
  return fail("DEVICE_UNAVAILABLE", "best", reasons);
}

Expected<void> Context::make_current() {
  return backend_->make_current();
}

Expected<void> Context::load() {
  const bool gles = api() == Api::gles;
  const int version = gles ? gladLoadGLES2ContextUserPtr(gl_.get(), find_function, backend_.get())
                           : gladLoadGLContextUserPtr(gl_.get(), find_function, backend_.get());
  const GlVersion usual = gles ? GlVersion{3, 1} : GlVersion{4, 3};
  const GlVersion needed = info_.opened.version == GlVersion{} ? usual : info_.opened.version;
  if (version < GLAD_MAKE_VERSION(needed.major, needed.minor))
    return fail(
        "CONTEXT_REFUSED", to_string(info_.opened),
        fmt::format("the context is version {}.{}, older than {} {}.{}", GLAD_VERSION_MAJOR(version),
                    GLAD_VERSION_MINOR(version), gles ? "OpenGL ES" : "OpenGL", needed.major, needed.minor));
  make_framebuffer();
  info_.vendor = get_string(*gl_, GL_VENDOR);
  info_.renderer = get_string(*gl_, GL_RENDERER);
  info_.version = get_string(*gl_, GL_VERSION);
  info_.glsl_version = get_string(*gl_, GL_SHADING_LANGUAGE_VERSION);
  info_.device_extensions = backend_->device_extensions();
  info_.software_name = software_renderer(info_.renderer);
  info_.software = !info_.software_name.empty();
  info_.limits = query_limits(*gl_, info_.opened);
  return {};
}

// Without a framebuffer, surfaceless contexts answer every draw with GL_INVALID_FRAMEBUFFER_OPERATION, even
// with GL_RASTERIZER_DISCARD.
void Context::make_framebuffer() {
  gl_->GenFramebuffers(1, &framebuffer_);
  gl_->GenRenderbuffers(1, &renderbuffer_);
  gl_->BindRenderbuffer(GL_RENDERBUFFER, renderbuffer_);
  gl_->RenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 1, 1);
  gl_->BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  gl_->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer_);
  gl_->Viewport(0, 0, 1, 1);
}

}  // namespace bindpose::gpu
