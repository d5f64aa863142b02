// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/wrappers.h"

#include <map>

#include "conformance/captures/interposer/drawn.h"
#include "conformance/captures/interposer/originals.h"

#define BINDPOSE_WRAPPER extern "C" __attribute__((visibility("default")))

using bindpose::captures::DrawCall;
using bindpose::captures::original;

// --- programs ---

BINDPOSE_WRAPPER void glLinkProgram(GLuint program) {
  bindpose::captures::link(program, original<PFNGLLINKPROGRAMPROC>("glLinkProgram"));
}
BINDPOSE_WRAPPER void glTransformFeedbackVaryings(GLuint program, GLsizei count, const GLchar* const* names,
                                                  GLenum mode) {
  bindpose::captures::leave_alone(program);
  original<PFNGLTRANSFORMFEEDBACKVARYINGSPROC>("glTransformFeedbackVaryings")(program, count, names, mode);
}

// --- draws ---

BINDPOSE_WRAPPER void glDrawArrays(GLenum mode, GLint first, GLsizei count) {
  capture(DrawCall{"glDrawArrays", mode, count, first});
  original<PFNGLDRAWARRAYSPROC>("glDrawArrays")(mode, first, count);
}
BINDPOSE_WRAPPER void glDrawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instances) {
  capture(DrawCall{"glDrawArraysInstanced", mode, count, first, 0, nullptr, instances});
  original<PFNGLDRAWARRAYSINSTANCEDPROC>("glDrawArraysInstanced")(mode, first, count, instances);
}
BINDPOSE_WRAPPER void glDrawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
  capture(DrawCall{"glDrawElements", mode, count, 0, type, indices});
  original<PFNGLDRAWELEMENTSPROC>("glDrawElements")(mode, count, type, indices);
}
BINDPOSE_WRAPPER void glDrawElementsBaseVertex(GLenum mode, GLsizei count, GLenum type, const void* indices,
                                               GLint base) {
  capture(DrawCall{"glDrawElementsBaseVertex", mode, count, base, type, indices});
  original<PFNGLDRAWELEMENTSBASEVERTEXPROC>("glDrawElementsBaseVertex")(mode, count, type, indices, base);
}
BINDPOSE_WRAPPER void glDrawElementsInstanced(GLenum mode, GLsizei count, GLenum type, const void* indices,
                                              GLsizei instances) {
  capture(DrawCall{"glDrawElementsInstanced", mode, count, 0, type, indices, instances});
  original<PFNGLDRAWELEMENTSINSTANCEDPROC>("glDrawElementsInstanced")(mode, count, type, indices, instances);
}
BINDPOSE_WRAPPER void glDrawElementsInstancedBaseVertex(GLenum mode, GLsizei count, GLenum type,
                                                        const void* indices, GLsizei instances, GLint base) {
  capture(DrawCall{"glDrawElementsInstancedBaseVertex", mode, count, base, type, indices, instances});
  original<PFNGLDRAWELEMENTSINSTANCEDBASEVERTEXPROC>("glDrawElementsInstancedBaseVertex")(
      mode, count, type, indices, instances, base);
}
BINDPOSE_WRAPPER void glDrawRangeElements(GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type,
                                          const void* indices) {
  capture(DrawCall{"glDrawRangeElements", mode, count, 0, type, indices});
  original<PFNGLDRAWRANGEELEMENTSPROC>("glDrawRangeElements")(mode, start, end, count, type, indices);
}

// --- frames ---

BINDPOSE_WRAPPER unsigned eglSwapBuffers(void* display, void* surface) {
  bindpose::captures::end_frame();
  return original<unsigned (*)(void*, void*)>("eglSwapBuffers")(display, surface);
}
BINDPOSE_WRAPPER void glXSwapBuffers(void* display, unsigned long drawable) {
  bindpose::captures::end_frame();
  original<void (*)(void*, unsigned long)>("glXSwapBuffers")(display, drawable);
}

// --- lookup of functions ---

#define BINDPOSE_GET_PROC_ADDRESS(function)                                                          \
  BINDPOSE_WRAPPER void* function(const char* name) {                                                \
    return bindpose::captures::in_place_of(name, original<void* (*)(const char*)>(#function)(name)); \
  }
BINDPOSE_GET_PROC_ADDRESS(eglGetProcAddress)
BINDPOSE_GET_PROC_ADDRESS(glXGetProcAddress)
BINDPOSE_GET_PROC_ADDRESS(glXGetProcAddressARB)

namespace bindpose::captures {

void* wrapper(std::string_view name) {
#define BINDPOSE_NAMED(function) \
  { #function, reinterpret_cast < void*>(&::function) }
  static const auto* const all =
      new std::map<std::string_view, void*>{BINDPOSE_NAMED(glLinkProgram),
                                            BINDPOSE_NAMED(glTransformFeedbackVaryings),
                                            BINDPOSE_NAMED(glDrawArrays),
                                            BINDPOSE_NAMED(glDrawArraysInstanced),
                                            BINDPOSE_NAMED(glDrawElements),
                                            BINDPOSE_NAMED(glDrawElementsBaseVertex),
                                            BINDPOSE_NAMED(glDrawElementsInstanced),
                                            BINDPOSE_NAMED(glDrawElementsInstancedBaseVertex),
                                            BINDPOSE_NAMED(glDrawRangeElements),
                                            BINDPOSE_NAMED(eglSwapBuffers),
                                            BINDPOSE_NAMED(glXSwapBuffers),
                                            BINDPOSE_NAMED(eglGetProcAddress),
                                            BINDPOSE_NAMED(glXGetProcAddress),
                                            BINDPOSE_NAMED(glXGetProcAddressARB)};
  const auto found = all->find(name);
  return found == all->end() ? nullptr : found->second;
}

}  // namespace bindpose::captures
