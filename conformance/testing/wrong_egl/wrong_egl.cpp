// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A libEGL.so.1 in front of the real library. Its OpenGL misbehaves by the mode in
// BINDPOSE_WRONG_EGL, or in a file `mode` next to it:
//   self-test        the self-test of bindpose gets another input; everything else is right
//   abort-self-test  the self-test aborts the process
//   abort            each upload of an input aborts the process
//   hang             each upload of an input hangs
//   lost             the context is lost after the first upload of an input
//   print-load       loading the library prints to stdout
//   abort-load       loading the library aborts the process
//   abort-search     the first call aborts the process
//   hang-search      the first call hangs
//   uniform          matrices in uniform buffers are a little too large
//   divisor          per-instance attributes advance with every vertex
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <EGL/egl.h>
#include <dlfcn.h>
#include <unistd.h>

#include "gpu/capture/guard.h"

namespace {

using Function = void (*)();
using BufferSubData = void (*)(unsigned target, std::ptrdiff_t offset, std::ptrdiff_t size, const void* data);
using GetError = unsigned (*)();
using AttribDivisor = void (*)(unsigned index, unsigned divisor);

constexpr unsigned context_lost = 0x0507, uniform_buffer = 0x8A11;
constexpr std::array self_test_input = {1.0F, 2.0F, 3.0F, -4.0F};  // first numbers of the self-test's input

BufferSubData real_buffer_sub_data = nullptr;
GetError real_get_error = nullptr;
AttribDivisor real_attrib_divisor = nullptr;
bool is_lost = false;

std::string chosen_mode() {
  if (const char* const chosen = std::getenv("BINDPOSE_WRONG_EGL"); chosen != nullptr) return chosen;
  Dl_info own{};
  std::string mode;
  if (::dladdr(reinterpret_cast<const void*>(&chosen_mode), &own) != 0)
    std::ifstream(std::filesystem::path(own.dli_fname).parent_path() / "mode") >> mode;
  return mode;
}

bool is_mode(std::string_view mode) {
  static const std::string chosen = chosen_mode();
  return mode == chosen;
}

[[gnu::constructor]] void when_loaded() {
  if (is_mode("print-load")) {
    std::puts("PASS: every subject agrees");
    std::fflush(stdout);
  }
  if (is_mode("abort-load")) std::abort();
}

void* library() {
  static void* const real = ::dlopen(BINDPOSE_EGL_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  return real;
}

template <class Pointer>
Pointer real(const char* name) {
  return reinterpret_cast<Pointer>(::dlsym(library(), name));
}

/// True if the data begins with these numbers.
template <class Words>
bool begins_with(const void* data, std::ptrdiff_t size, const Words& words) {
  return data != nullptr && size >= std::ptrdiff_t{sizeof words} &&
         std::memcmp(data, &words, sizeof words) == 0;
}

void buffer_sub_data(unsigned target, std::ptrdiff_t offset, std::ptrdiff_t size, const void* data) {
  if (begins_with(data, size, self_test_input)) {
    if (is_mode("abort-self-test")) std::abort();
    std::vector<char> changed(static_cast<const char*>(data), static_cast<const char*>(data) + size);
    const float other = self_test_input[0] + 1;
    if (is_mode("self-test")) std::memcpy(changed.data(), &other, sizeof other);
    return real_buffer_sub_data(target, offset, size, changed.data());
  }
  if (!begins_with(data, size, bindpose::gpu::poison_word)) {
    if (is_mode("abort")) std::abort();
    while (is_mode("hang"))
      ::pause();
    is_lost = is_mode("lost");
    constexpr std::ptrdiff_t of_matrices = 32768;  // other data is shorter
    if (target == uniform_buffer && size >= of_matrices && is_mode("uniform")) {
      std::vector<float> changed(static_cast<std::size_t>(size) / sizeof(float));
      std::memcpy(changed.data(), data, changed.size() * sizeof(float));
      for (float& number : changed)
        number *= 1.0005F;
      return real_buffer_sub_data(target, offset, size, changed.data());
    }
  }
  real_buffer_sub_data(target, offset, size, data);
}

void attrib_divisor(unsigned index, unsigned divisor) {
  real_attrib_divisor(index, is_mode("divisor") ? 0 : divisor);
}

unsigned get_error() {
  return is_lost ? context_lost : real_get_error();
}

/// Stores the real function and returns the wrong one.
template <class Pointer>
Function replaced(Pointer& kept, Function found, Pointer wrong) {
  kept = reinterpret_cast<Pointer>(found);
  return reinterpret_cast<Function>(wrong);
}

}  // namespace

extern "C" {

Function eglGetProcAddress(const char* name) {
  const auto found = real<Function (*)(const char*)>("eglGetProcAddress")(name);
  const std::string_view word = name;
  if (word == "glBufferSubData") return replaced(real_buffer_sub_data, found, &buffer_sub_data);
  if (word == "glVertexAttribDivisor") return replaced(real_attrib_divisor, found, &attrib_divisor);
  if (word == "glGetError") return replaced(real_get_error, found, &get_error);
  return found;
}

const char* eglQueryString(EGLDisplay display, EGLint name) {
  if (is_mode("abort-search")) std::abort();
  while (is_mode("hang-search"))
    ::pause();
  return real<decltype(&eglQueryString)>("eglQueryString")(display, name);
}
EGLint eglGetError() {
  return real<decltype(&eglGetError)>("eglGetError")();
}
EGLBoolean eglInitialize(EGLDisplay display, EGLint* major, EGLint* minor) {
  return real<decltype(&eglInitialize)>("eglInitialize")(display, major, minor);
}
EGLBoolean eglBindAPI(EGLenum api) {
  return real<decltype(&eglBindAPI)>("eglBindAPI")(api);
}
EGLBoolean eglChooseConfig(EGLDisplay display, const EGLint* wanted, EGLConfig* configs, EGLint size,
                           EGLint* count) {
  return real<decltype(&eglChooseConfig)>("eglChooseConfig")(display, wanted, configs, size, count);
}
EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext shared, const EGLint* wanted) {
  return real<decltype(&eglCreateContext)>("eglCreateContext")(display, config, shared, wanted);
}
EGLBoolean eglDestroyContext(EGLDisplay display, EGLContext context) {
  return real<decltype(&eglDestroyContext)>("eglDestroyContext")(display, context);
}
EGLSurface eglCreatePbufferSurface(EGLDisplay display, EGLConfig config, const EGLint* wanted) {
  return real<decltype(&eglCreatePbufferSurface)>("eglCreatePbufferSurface")(display, config, wanted);
}
EGLBoolean eglDestroySurface(EGLDisplay display, EGLSurface surface) {
  return real<decltype(&eglDestroySurface)>("eglDestroySurface")(display, surface);
}
EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read, EGLContext context) {
  return real<decltype(&eglMakeCurrent)>("eglMakeCurrent")(display, draw, read, context);
}
EGLContext eglGetCurrentContext() {
  return real<decltype(&eglGetCurrentContext)>("eglGetCurrentContext")();
}

}  // extern "C"
