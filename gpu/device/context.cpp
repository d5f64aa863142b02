// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/context.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include "gpu/device/limits.h"
#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

GLADapiproc find_function(void* native, const char* name) {
  return reinterpret_cast<GLADapiproc>(static_cast<const NativeContext*>(native)->function(name));
}

std::string get_string(const GladGLContext& gl, GLenum name) {
  const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
  return text != nullptr ? text : "";
}

/// The platforms that `best` tries, in this order.

}  // namespace

Context::Context(std::unique_ptr<NativeContext> native, const DeviceRequest& request)
    : native_(std::move(native)), gl_(std::make_unique<GladGLContext>()) {
  info_.opened = request;
}

Context::~Context() {
  if (framebuffer_ == 0 || !native_->make_current()) return;
  gl_->DeleteFramebuffers(1, &framebuffer_);
  gl_->DeleteRenderbuffers(1, &renderbuffer_);
}

Expected<std::unique_ptr<Context>> Context::open(const DeviceRequest& request) {
  tame_environment();
  BINDPOSE_TRY(auto native, open_native(request));
  std::unique_ptr<Context> context(new Context(std::move(native), request));
  BINDPOSE_CHECK(context->load());
  return context;
}

Expected<void> Context::make_current() {
  return native_->make_current();
}

Expected<void> Context::load() {
  const bool gles = api() == Api::gles;
  const int version = gles ? gladLoadGLES2ContextUserPtr(gl_.get(), find_function, native_.get())
                           : gladLoadGLContextUserPtr(gl_.get(), find_function, native_.get());
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
  info_.device_extensions = native_->device_extensions();
  info_.software_name = software_renderer(info_.renderer);
  info_.software = !info_.software_name.empty();
  info_.limits = query_limits(*gl_, info_.opened);
  return {};
}

// Without a framebuffer, surfaceless contexts return GL_INVALID_FRAMEBUFFER_OPERATION for every draw, even with
// GL_RASTERIZER_DISCARD.
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
