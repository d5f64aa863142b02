/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs one test on an OpenGL device, and nothing else: the shader of shader.glsl; the inputs of the .bin files, see recipe.h; the
 * captured and the expected numbers (inputs.h). Needs only EGL - Mesa's, the card's, or ANGLE's - or OSMesa; README.md has the command:
 *
 *   cc -std=c11 -o repro repro.c -lEGL -lm && ./repro
 *
 * Exit code 1 if a number is wrong again, 0 if none is, 2 if the test cannot run.
 */
#include "opengl_draw.h"

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

/* The captured words: [VERTICES * CAPTURED_WORDS]. */
static const float* compute(void) {
  size_t bytes, size;
  float* got = poisoned(&bytes);
  const unsigned captured = make_buffer(STORAGE_BUFFER, got, bytes);
  const void* words = read_file("vertices.bin", &size);
  glBindBufferBase(STORAGE_BUFFER, CAPTURED_BINDING, captured);
  glBindBufferBase(STORAGE_BUFFER, VERTICES_BINDING, make_buffer(STORAGE_BUFFER, words, size));
  glDispatchCompute((VERTICES + GROUP_SIZE - 1) / GROUP_SIZE, 1, 1);
  glMemoryBarrier(0xFFFFFFFF);
  read_buffer(STORAGE_BUFFER, captured, got, bytes);
  return got;
}

int main(void) {
  open_context();
  printf("%s\non %s, %s\n", TEST, (const char*)glGetString(0x1F01), (const char*)glGetString(0x1F02));
  const unsigned program = make_program("shader.glsl");
  for (int i = 0; i < BOUND; ++i)
    bind_rows(program, &bound_rows[i]);
  for (int i = 0; i < UNIFORMS; ++i)
    set_uniform(program, &uniforms[i]);
  for (int i = 0; i < NUMBERS; ++i)
    glUniform1ui(glGetUniformLocation(program, numbers[i].name), numbers[i].value);
  return say_wrong(COMPUTE ? compute() : capture(program));
}
