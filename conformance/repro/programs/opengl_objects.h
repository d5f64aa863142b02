/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: a context of OpenGL - by EGL or OSMesa -, its functions, programs and buffers: what repro.c builds with. Nothing is given back
 * before the program ends.
 */
#pragma once

#include "inputs.h"

#if OSMESA
#include <dlfcn.h>
#else
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <EGL/egl.h>
#include <EGL/eglext.h>
#endif

#define GL_FUNCTIONS(X)                                                                     \
  X(const unsigned char*, GetString, (unsigned))                                            \
  X(unsigned, GetError, (void))                                                             \
  X(unsigned, CreateShader, (unsigned))                                                     \
  X(void, ShaderSource, (unsigned, int, const char* const*, const int*))                    \
  X(void, CompileShader, (unsigned))                                                        \
  X(void, GetShaderInfoLog, (unsigned, int, int*, char*))                                   \
  X(unsigned, CreateProgram, (void))                                                        \
  X(void, AttachShader, (unsigned, unsigned))                                               \
  X(void, TransformFeedbackVaryings, (unsigned, int, const char* const*, unsigned))         \
  X(void, LinkProgram, (unsigned))                                                          \
  X(void, GetProgramiv, (unsigned, unsigned, int*))                                         \
  X(void, GetProgramInfoLog, (unsigned, int, int*, char*))                                  \
  X(void, UseProgram, (unsigned))                                                           \
  X(int, GetUniformLocation, (unsigned, const char*))                                       \
  X(void, Uniform1i, (int, int))                                                            \
  X(void, Uniform1ui, (int, unsigned))                                                      \
  X(void, Uniform1fv, (int, int, const float*))                                             \
  X(void, Uniform2fv, (int, int, const float*))                                             \
  X(void, Uniform3fv, (int, int, const float*))                                             \
  X(void, Uniform4fv, (int, int, const float*))                                             \
  X(void, GenBuffers, (int, unsigned*))                                                     \
  X(void, BindBuffer, (unsigned, unsigned))                                                 \
  X(void, BufferData, (unsigned, ptrdiff_t, const void*, unsigned))                         \
  X(void, BindBufferBase, (unsigned, unsigned, unsigned))                                   \
  X(void*, MapBufferRange, (unsigned, ptrdiff_t, ptrdiff_t, unsigned))                      \
  X(void, GenTextures, (int, unsigned*))                                                    \
  X(void, ActiveTexture, (unsigned))                                                        \
  X(void, BindTexture, (unsigned, unsigned))                                                \
  X(void, TexParameteri, (unsigned, unsigned, int))                                         \
  X(void, TexImage2D, (unsigned, int, int, int, int, int, unsigned, unsigned, const void*)) \
  X(void, TexBuffer, (unsigned, unsigned, unsigned))                                        \
  X(void, GenVertexArrays, (int, unsigned*))                                                \
  X(void, BindVertexArray, (unsigned))                                                      \
  X(void, EnableVertexAttribArray, (unsigned))                                              \
  X(void, VertexAttribPointer, (unsigned, int, unsigned, unsigned char, int, const void*))  \
  X(void, VertexAttribIPointer, (unsigned, int, unsigned, int, const void*))                \
  X(void, VertexAttribDivisor, (unsigned, unsigned))                                        \
  X(void, BindBufferRange, (unsigned, unsigned, unsigned, ptrdiff_t, ptrdiff_t))            \
  X(unsigned char, UnmapBuffer, (unsigned))                                                 \
  X(void, GenFramebuffers, (int, unsigned*))                                                \
  X(void, BindFramebuffer, (unsigned, unsigned))                                            \
  X(void, GenRenderbuffers, (int, unsigned*))                                               \
  X(void, BindRenderbuffer, (unsigned, unsigned))                                           \
  X(void, RenderbufferStorage, (unsigned, unsigned, int, int))                              \
  X(void, FramebufferRenderbuffer, (unsigned, unsigned, unsigned, unsigned))                \
  X(void, Enable, (unsigned))                                                               \
  X(void, BeginTransformFeedback, (unsigned))                                               \
  X(void, EndTransformFeedback, (void))                                                     \
  X(void, PauseTransformFeedback, (void))                                                   \
  X(void, ResumeTransformFeedback, (void))                                                  \
  X(void, GenTransformFeedbacks, (int, unsigned*))                                          \
  X(void, BindTransformFeedback, (unsigned, unsigned))                                      \
  X(void, DrawTransformFeedback, (unsigned, unsigned))                                      \
  X(void, DrawArrays, (unsigned, int, int))                                                 \
  X(void, DrawArraysInstanced, (unsigned, int, int, int))                                   \
  X(void, DrawArraysInstancedBaseInstance, (unsigned, int, int, int, unsigned))             \
  X(void, DrawElements, (unsigned, int, unsigned, const void*))                             \
  X(void, DrawElementsBaseVertex, (unsigned, int, unsigned, const void*, int))              \
  X(void, DrawElementsInstancedBaseVertexBaseInstance,                                      \
    (unsigned, int, unsigned, const void*, int, int, unsigned))                             \
  X(void, DispatchCompute, (unsigned, unsigned, unsigned))                                  \
  X(void, MemoryBarrier, (unsigned))
#define DECLARE(result, name, arguments) static result(*gl##name) arguments;
GL_FUNCTIONS(DECLARE)

enum {
  ARRAY_BUFFER = 0x8892,
  INDEX_BUFFER = 0x8893,
  UNIFORM_BUFFER = 0x8A11,
  STORAGE_BUFFER = 0x90D2,
  TEXTURE_BUFFER = 0x8C2A,
  FEEDBACK_BUFFER = 0x8C8E,
  TEXTURE_2D = 0x0DE1,
  RGBA32F = 0x8814,
  RGBA = 0x1908,
  FLOAT = 0x1406,
  UNSIGNED_SHORT = 0x1403,
  UNSIGNED_INT = 0x1405,
  NEAREST = 0x2600
};

#if OSMESA
static void* (*find_function)(const char*);

static void* symbol_of(void* library, const char* name) {
  void* symbol = dlsym(library, name);
  if (!symbol) stop(name);
  return symbol;
}

static void make_context(void) {
  static unsigned char pixels[16 * 16 * 4]; /* OSMesa insists on something to draw into */
  const int core_4_3[] = {0x22, RGBA, 0x33, 0x34, 0x36, 4, 0x37, 3, 0};
  void* library = dlopen("libOSMesa.so.8", RTLD_NOW);
  if (!library) library = dlopen("libOSMesa.so.6", RTLD_NOW);
  if (!library) stop("libOSMesa not found");
  void* (*create)(const int*, void*);
  unsigned char (*make_current)(void*, void*, unsigned, int, int);
  *(void**)&create = symbol_of(library, "OSMesaCreateContextAttribs");
  *(void**)&make_current = symbol_of(library, "OSMesaMakeCurrent");
  *(void**)&find_function = symbol_of(library, "OSMesaGetProcAddress");
  void* context = create(core_4_3, NULL);
  if (!context || !make_current(context, pixels, 0x1401, 16, 16)) stop("OSMesa makes no context");
}
#else
static void* find_function(const char* name) {
  return (void*)eglGetProcAddress(name);
}

static EGLDisplay find_display(void) {
  PFNEGLGETPLATFORMDISPLAYEXTPROC display =
      (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
  if (!display) stop("EGL has no eglGetPlatformDisplayEXT");
  const EGLint swiftshader[] = {0x3203, 0x3450, 0x3209,  0x3487,
                                0x348F, 0x34A5, EGL_NONE}; /* headless, by Vulkan */
  if (ANGLE) return display(0x3202, EGL_DEFAULT_DISPLAY, swiftshader);
  if (DEVICE_INDEX < 0) return display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
  PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
  EGLDeviceEXT devices[64];
  EGLint count = 0;
  if (!query || !query(64, devices, &count) || DEVICE_INDEX >= count) stop("EGL has no such device");
  return display(EGL_PLATFORM_DEVICE_EXT, devices[DEVICE_INDEX < 0 ? 0 : DEVICE_INDEX], NULL);
}

static void make_context(void) {
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, OPENGL_ES ? 3 : 4, EGL_CONTEXT_MINOR_VERSION,
                            OPENGL_ES ? 1 : 3, EGL_NONE};
  EGLDisplay display = find_display();
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) stop("EGL opens no display");
  eglBindAPI(OPENGL_ES ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
  EGLContext context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version);
  if (!eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context)) stop("EGL makes no context");
}
#endif

static void open_context(void) {
  make_context();
#define LOAD(result, name, arguments) *(void**)&gl##name = find_function("gl" #name);
  GL_FUNCTIONS(LOAD)
  unsigned framebuffer,
      renderbuffer; /* without one, some drivers refuse to draw even if rasterisation is off */
  glGenFramebuffers(1, &framebuffer);
  glGenRenderbuffers(1, &renderbuffer);
  glBindRenderbuffer(0x8D41, renderbuffer);
  glRenderbufferStorage(0x8D41, 0x8058, 1, 1);
  glBindFramebuffer(0x8D40, framebuffer);
  glFramebufferRenderbuffer(0x8D40, 0x8CE0, 0x8D41, renderbuffer);
}

static void attach(unsigned program, unsigned stage, const char* text) {
  char log[8192] = "";
  const unsigned shader = glCreateShader(stage);
  glShaderSource(shader, 1, &text, NULL);
  glCompileShader(shader);
  glGetShaderInfoLog(shader, sizeof log, NULL, log);
  if (log[0]) fprintf(stderr, "%s\n", log);
  glAttachShader(program, shader);
}

/* Makes a program from the shader in a file, and uses it. */
static unsigned make_program(const char* file) {
  size_t size;
  char log[8192] = "";
  int linked = 0;
  const unsigned program = glCreateProgram();
  attach(program, COMPUTE ? 0x91B9 : 0x8B31, read_file(file, &size));
  if (OPENGL_ES && !COMPUTE)
    attach(program, 0x8B30, "#version 310 es\nprecision highp float;\nvoid main() {}\n");
  if (!COMPUTE) glTransformFeedbackVaryings(program, VARYINGS, varyings, SEPARATE ? 0x8C8D : 0x8C8C);
  glLinkProgram(program);
  glGetProgramiv(program, 0x8B82, &linked);
  glGetProgramInfoLog(program, sizeof log, NULL, log);
  if (!linked) stop(log);
  glUseProgram(program);
  return program;
}

static unsigned make_buffer(unsigned target, const void* data, size_t size) {
  unsigned buffer;
  glGenBuffers(1, &buffer);
  glBindBuffer(target, buffer);
  glBufferData(target, (ptrdiff_t)size, data, 0x88E4);
  return buffer;
}
