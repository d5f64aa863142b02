/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What one test asks of an OpenGL device, and nothing else: the shader of shader.glsl, the inputs of the .bin files as recipe.h says,
 * the numbers that come back beside those expected (inputs.h). Needs EGL alone - Mesa's, the card's, or ANGLE's - or OSMesa; README.md has the command:
 *
 *   cc -std=c11 -o repro repro.c -lEGL -lm && ./repro
 *
 * Ends with 1 where a number is wrong again, with 0 where none is, with 2 where it cannot be asked.
 */
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
  X(void, GenFramebuffers, (int, unsigned*))                                                \
  X(void, BindFramebuffer, (unsigned, unsigned))                                            \
  X(void, GenRenderbuffers, (int, unsigned*))                                               \
  X(void, BindRenderbuffer, (unsigned, unsigned))                                           \
  X(void, RenderbufferStorage, (unsigned, unsigned, int, int))                              \
  X(void, FramebufferRenderbuffer, (unsigned, unsigned, unsigned, unsigned))                \
  X(void, Enable, (unsigned))                                                               \
  X(void, BeginTransformFeedback, (unsigned))                                               \
  X(void, EndTransformFeedback, (void))                                                     \
  X(void, DrawArrays, (unsigned, int, int))                                                 \
  X(void, DispatchCompute, (unsigned, unsigned, unsigned))                                  \
  X(void, MemoryBarrier, (unsigned))
#define DECLARE(result, name, arguments) static result(*gl##name) arguments;
GL_FUNCTIONS(DECLARE)

enum {
  ARRAY_BUFFER = 0x8892,
  UNIFORM_BUFFER = 0x8A11,
  STORAGE_BUFFER = 0x90D2,
  TEXTURE_BUFFER = 0x8C2A,
  FEEDBACK_BUFFER = 0x8C8E,
  TEXTURE_2D = 0x0DE1,
  RGBA32F = 0x8814,
  RGBA = 0x1908,
  FLOAT = 0x1406,
  INT = 0x1404,
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
  if (!library) stop("there is no libOSMesa");
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
  unsigned framebuffer, renderbuffer; /* without any, some drivers refuse to draw even what is discarded */
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

static unsigned make_program(void) {
  size_t size;
  char log[8192] = "";
  int linked = 0;
  const unsigned program = glCreateProgram();
  attach(program, COMPUTE ? 0x91B9 : 0x8B31, read_file("shader.glsl", &size));
  if (OPENGL_ES && !COMPUTE)
    attach(program, 0x8B30, "#version 310 es\nprecision highp float;\nvoid main() {}\n");
  if (!COMPUTE) glTransformFeedbackVaryings(program, VARYINGS, varyings, 0x8C8C);
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

static void bind_texture(unsigned program, unsigned target, const struct rows* rows) {
  unsigned texture;
  glGenTextures(1, &texture);
  glActiveTexture(0x84C0 + rows->place);
  glBindTexture(target, texture);
  glUniform1i(glGetUniformLocation(program, rows->name), (int)rows->place);
}

static void bind_rows(unsigned program, const struct rows* rows) {
  size_t size;
  const float* data = read_file(rows->file, &size);
  switch (rows->kind) {
    case UNIFORM_BLOCK:
      glBindBufferBase(UNIFORM_BUFFER, rows->place, make_buffer(UNIFORM_BUFFER, data, size));
      break;
    case STORAGE_BLOCK:
      glBindBufferBase(STORAGE_BUFFER, rows->place, make_buffer(STORAGE_BUFFER, data, size));
      break;
    case UNIFORM_ARRAY:
      glUniform4fv(glGetUniformLocation(program, rows->name), (int)(size / 16), data);
      break;
    case TEXTURE:
      bind_texture(program, TEXTURE_2D, rows);
      glTexParameteri(TEXTURE_2D, 0x2801, NEAREST);
      glTexParameteri(TEXTURE_2D, 0x2800, NEAREST);
      glTexImage2D(TEXTURE_2D, 0, RGBA32F, rows->width, (int)(size / 16) / rows->width, 0, RGBA, FLOAT, data);
      break;
    case BUFFER_TEXTURE: {
      const unsigned buffer = make_buffer(TEXTURE_BUFFER, data, size);
      bind_texture(program, TEXTURE_BUFFER, rows);
      glTexBuffer(TEXTURE_BUFFER, RGBA32F, buffer);
    }
  }
}

static void set_uniform(unsigned program, const struct uniform* uniform) {
  size_t size;
  const float* values = read_file(uniform->file, &size);
  const int location = glGetUniformLocation(program, uniform->name), count = (int)(size / sizeof(float));
  if (uniform->is_array || count == 1)
    glUniform1fv(location, count, values);
  else if (count == 2)
    glUniform2fv(location, 1, values);
  else if (count == 3)
    glUniform3fv(location, 1, values);
  else
    glUniform4fv(location, 1, values);
}

static void point_attributes(void) {
  unsigned array;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  size_t size;
  const void* words = read_file("vertices.bin", &size);
  make_buffer(ARRAY_BUFFER, words, size);
  for (int i = 0; i < ATTRIBUTES; ++i) {
    const void* at = (const char*)0 + 4 * attributes[i].at;
    glEnableVertexAttribArray((unsigned)i);
    if (attributes[i].type == REAL)
      glVertexAttribPointer((unsigned)i, attributes[i].numbers, FLOAT, 0, 4 * WORDS, at);
    else
      glVertexAttribIPointer((unsigned)i, attributes[i].numbers,
                             attributes[i].type == INTEGER ? INT : UNSIGNED_INT, 4 * WORDS, at);
  }
}

/* What the device computes: [VERTICES * CAPTURED_WORDS]. */
static const float* compute(void) {
  size_t bytes;
  const float* poison = poisoned(&bytes);
  const unsigned target = COMPUTE ? STORAGE_BUFFER : FEEDBACK_BUFFER;
  const unsigned captured = make_buffer(target, poison, bytes);
  glBindBufferBase(target, COMPUTE ? CAPTURED_BINDING : 0, captured);
  if (COMPUTE) {
    size_t size;
    const void* words = read_file("vertices.bin", &size);
    glBindBufferBase(STORAGE_BUFFER, VERTICES_BINDING, make_buffer(STORAGE_BUFFER, words, size));
    glDispatchCompute((VERTICES + GROUP_SIZE - 1) / GROUP_SIZE, 1, 1);
    glMemoryBarrier(0xFFFFFFFF);
  } else {
    point_attributes();
    glEnable(0x8C89);
    glBeginTransformFeedback(0);
    glDrawArrays(0, 0, VERTICES);
    glEndTransformFeedback();
  }
  glBindBuffer(target, captured);
  const float* got = glMapBufferRange(target, 0, (ptrdiff_t)bytes, 1);
  if (glGetError() != 0 || !got) stop("the device reports an error");
  return got;
}

int main(void) {
  open_context();
  printf("%s\non %s, %s\n", TEST, (const char*)glGetString(0x1F01), (const char*)glGetString(0x1F02));
  const unsigned program = make_program();
  for (int i = 0; i < BOUND; ++i)
    bind_rows(program, &bound_rows[i]);
  for (int i = 0; i < UNIFORMS; ++i)
    set_uniform(program, &uniforms[i]);
  for (int i = 0; i < NUMBERS; ++i)
    glUniform1ui(glGetUniformLocation(program, numbers[i].name), numbers[i].value);
  return say_wrong(compute());
}
