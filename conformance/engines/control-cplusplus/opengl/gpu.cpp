// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The control of the adapters in C++ that draw: a right shader through OpenGL 3.3 without a screen, captured by the interposer as
// OGRE's are. What fails here is the interposer's defect, the driver's or the judge's.
#include <string>
#include <vector>

#include "../../captured.h"
#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

namespace control {
namespace {

using engines::Arrays;
using engines::Numbers;

constexpr const char* vertex_shader = R"(#version 330 core
uniform samplerBuffer palette;     // three texels a joint, rows (C | t)
uniform samplerBuffer influences;  // a texel for each slot of a vertex: joint, weight
uniform int slots;
in vec3 position;
in vec3 normal;
out vec3 vNormal;

void main() {
  vec4 rows[3] = vec4[3](vec4(0), vec4(0), vec4(0));
  for (int i = slots * gl_VertexID; i < slots * (gl_VertexID + 1); ++i) {
    vec2 influence = texelFetch(influences, i).xy;
    if (influence.y == 0.0) continue;
    for (int row = 0; row < 3; ++row) rows[row] += influence.y * texelFetch(palette, 3 * int(influence.x) + row);
  }
  vec3 direction = vec3(dot(rows[0].xyz, normal), dot(rows[1].xyz, normal), dot(rows[2].xyz, normal));
  gl_Position = vec4(dot(rows[0], vec4(position, 1)), dot(rows[1], vec4(position, 1)), dot(rows[2], vec4(position, 1)), 1);
  vNormal = normalize(direction);
}
)";

constexpr const char* fragment_shader = R"(#version 330 core
in vec3 vNormal;
out vec4 colour;
void main() { colour = vec4(vNormal, 1); }
)";

void want(bool good, const char* what) {
  if (!good) throw std::runtime_error(std::string("OpenGL: ") + what);
}

/// A context, current until the process ends, that draws into one hidden pixel.
class Screen {
 public:
  Screen() {
    display_ = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    want(eglInitialize(display_, nullptr, nullptr) != 0 && eglBindAPI(EGL_OPENGL_API) != 0,
         "EGL without a screen is missing");
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    want(eglChooseConfig(display_, wanted, &config, 1, &count) != 0 && count == 1,
         "nothing draws into memory");
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE};
    surface_ = eglCreatePbufferSurface(display_, config, size);
    const EGLContext context = eglCreateContext(display_, config, EGL_NO_CONTEXT, version);
    want(eglMakeCurrent(display_, surface_, surface_, context) != 0, "OpenGL 3.3 is missing");
  }

  static std::string device() { return reinterpret_cast<const char*>(glGetString(GL_RENDERER)); }
  /// The frame ends, and is written.
  void show() { eglSwapBuffers(display_, surface_); }

 private:
  EGLDisplay display_ = nullptr;
  EGLSurface surface_ = nullptr;
};

GLuint compiled(GLenum kind, const char* text) {
  const GLuint shader = glCreateShader(kind);
  glShaderSource(shader, 1, &text, nullptr);
  glCompileShader(shader);
  GLint good = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
  want(good != 0, "a shader does not compile");
  return shader;
}

GLuint linked() {
  const GLuint program = glCreateProgram();
  glAttachShader(program, compiled(GL_VERTEX_SHADER, vertex_shader));
  glAttachShader(program, compiled(GL_FRAGMENT_SHADER, fragment_shader));
  glLinkProgram(program);
  GLint good = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &good);
  want(good != 0, "the program does not link");
  return program;
}

/// Numbers on the device, until it is left.
class Buffer {
 public:
  Buffer(GLenum target, const Numbers& numbers) {
    glGenBuffers(1, &name_);
    glBindBuffer(target, name_);
    glBufferData(target, static_cast<GLsizeiptr>(numbers.size() * sizeof(float)), numbers.data(),
                 GL_STATIC_DRAW);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { glDeleteBuffers(1, &name_); }
  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

/// A buffer that a shader reads as texels.
class Texels {
 public:
  Texels(GLuint program, const char* sampler, GLint unit, GLenum format, const Numbers& numbers)
      : buffer_(GL_TEXTURE_BUFFER, numbers) {
    glGenTextures(1, &texture_);
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    glBindTexture(GL_TEXTURE_BUFFER, texture_);
    glTexBuffer(GL_TEXTURE_BUFFER, format, buffer_.name());
    glUniform1i(glGetUniformLocation(program, sampler), unit);
  }
  Texels(const Texels&) = delete;
  Texels& operator=(const Texels&) = delete;
  ~Texels() { glDeleteTextures(1, &texture_); }

 private:
  Buffer buffer_;
  GLuint texture_ = 0;
};

/// Rows of three.
void describe(GLuint program, const char* attribute) {
  const GLint location = glGetAttribLocation(program, attribute);
  glVertexAttribPointer(static_cast<GLuint>(location), 3, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(static_cast<GLuint>(location));
}

/// Joint and weight of each slot.
Numbers influences_of(const Arrays& arrays) {
  const std::vector<int> joints = arrays.integers("joints");
  const Numbers weights = arrays.has("weights") && arrays.extent("joints", 1) > 1 ? arrays.numbers("weights")
                                                                                  : Numbers(joints.size(), 1);
  Numbers influences;
  for (std::size_t i = 0; i < joints.size(); ++i)
    influences.insert(influences.end(), {static_cast<float>(joints[i]), weights[i]});
  return influences;
}

Screen& screen() {
  static Screen only;
  return only;
}

void answer_drawn(Arrays& arrays) {
  static const GLuint program = linked();
  const Numbers positions = arrays.numbers("positions");
  GLuint attributes = 0;
  glGenVertexArrays(1, &attributes);
  glBindVertexArray(attributes);
  glUseProgram(program);
  const Texels palette(program, "palette", 0, GL_RGBA32F, arrays.numbers("palette"));
  const Texels influences(program, "influences", 1, GL_RG32F, influences_of(arrays));
  glUniform1i(glGetUniformLocation(program, "slots"), static_cast<GLint>(arrays.extent("joints", 1)));
  const Buffer places(GL_ARRAY_BUFFER, positions);
  describe(program, "position");
  const Buffer normals(GL_ARRAY_BUFFER,
                       arrays.has("normals") ? arrays.numbers("normals") : Numbers(positions.size()));
  describe(program, "normal");
  const std::size_t vertices = positions.size() / 3;
  glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(vertices));
  screen().show();
  glDeleteVertexArrays(1, &attributes);
  engines::Drawn drawn(vertices);
  arrays.put("positions", drawn.output("gl_Position"));
  if (arrays.has("normals")) arrays.put("normals", drawn.output("vNormal"));
}

constexpr engines::Answer<Arrays> answers[] = {
    engines::offers("rigid-parts", "palette", "normal_rule=direction without=tangents", answer_drawn),
    engines::offers("stitching", "palette", "normal_rule=direction without=tangents", answer_drawn),
    engines::offers("lbs", "palette", "normal_rule=direction without=tangents", answer_drawn),
};

}  // namespace
}  // namespace control

const bindpose_subject* bindpose_subject_entry(void) {
  control::screen();
  static const std::string version = std::string(ENGINE_VERSION) + " on " + control::Screen::device();
  return engines::subject_of<control::Arrays, control::answers>("control, OpenGL", version.c_str());
}
