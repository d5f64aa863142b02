/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: vertices that a vertex shader reads, drawn as points by one of the draw calls and captured by transform feedback in one of its
 * ways, as recipe.h says.
 *
 *   DRAW_ARRAYS, _FIRST, _INDEXED, _BASE_VERTEX, _INSTANCED   the draw call; BESIDE unused vertices precede the first
 *   CAPTURE_INTERLEAVED, _GAPS, _REORDERED   into one buffer, with words that stay unwritten, or that are the same everywhere
 *   CAPTURE_SEPARATE      into a buffer for each array
 *   CAPTURE_PAUSED        one half before a pause in which another program draws, the other behind it
 *   CAPTURE_ALTERNATING   a half by each of two objects, by turns
 *   CAPTURE_OVERFLOWING   no vertex, then all into a buffer one word too small, then as usual
 *   CAPTURE_DRAWN_AGAIN   what was captured is drawn at once, by a program that captures it as it is
 */
#pragma once

enum draw { DRAW_ARRAYS, DRAW_FIRST, DRAW_INDEXED, DRAW_BASE_VERTEX, DRAW_INSTANCED };
enum feedback {
  CAPTURE_INTERLEAVED,
  CAPTURE_SEPARATE,
  CAPTURE_PAUSED,
  CAPTURE_ALTERNATING,
  CAPTURE_OVERFLOWING,
  CAPTURE_DRAWN_AGAIN,
  CAPTURE_GAPS,
  CAPTURE_REORDERED
};
#define SEPARATE (FEEDBACK == CAPTURE_SEPARATE)
#include "opengl_objects.h"

static unsigned vertex_array, empty_array;

static const void* at_byte(size_t offset) {
  return (const char*)0 + offset;
}

/* The program draws the second instance; its joints follow the first's. */
static void point_instances(void) {
  const unsigned begin[] = {0, JOINTS_BEFORE};
  make_buffer(ARRAY_BUFFER, begin, sizeof begin);
  glEnableVertexAttribArray(STORED);
  glVertexAttribIPointer(STORED, 1, UNSIGNED_INT, 0, at_byte(0));
  glVertexAttribDivisor(STORED, 1);
}

/* The index of each vertex, in 16 bits if they suffice. */
static void make_indices(void) {
  const unsigned before = DRAW == DRAW_INDEXED ? BESIDE : 0;
  uint32_t* wide = malloc(VERTICES * sizeof *wide);
  uint16_t* narrow = malloc(VERTICES * sizeof *narrow);
  if (!wide || !narrow) stop("out of memory");
  for (unsigned v = 0; v < VERTICES; ++v) {
    wide[v] = before + v;
    narrow[v] = (uint16_t)(before + v);
  }
  make_buffer(INDEX_BUFFER, WIDE_INDICES ? (void*)wide : (void*)narrow, VERTICES * (WIDE_INDICES ? 4 : 2));
}

static void point_vertices(void) {
  unsigned made[BUFFERS];
  glGenVertexArrays(1, &empty_array);
  glGenVertexArrays(1, &vertex_array);
  glBindVertexArray(vertex_array);
  for (int i = 0; i < BUFFERS; ++i) {
    size_t size;
    const void* bytes = read_file(buffers[i], &size);
    made[i] = make_buffer(ARRAY_BUFFER, bytes, size);
  }
  for (int n = 0; n < STORED; ++n) {
    const struct stored* a = &stored[n];
    const unsigned i = (unsigned)n;
    glBindBuffer(ARRAY_BUFFER, made[a->buffer]);
    glEnableVertexAttribArray(i);
    if (DRAW == DRAW_INSTANCED) glVertexAttribDivisor(i, 1);
    if (a->is_integer)
      glVertexAttribIPointer(i, a->numbers, a->type, a->stride, at_byte(a->offset));
    else
      glVertexAttribPointer(i, a->numbers, a->type, a->is_normalized, a->stride, at_byte(a->offset));
  }
  if (IS_SECOND_INSTANCE) point_instances();
  if (DRAW == DRAW_INDEXED || DRAW == DRAW_BASE_VERTEX) make_indices();
}

static void draw_by_indices(int first, int count) {
  const unsigned type = WIDE_INDICES ? UNSIGNED_INT : UNSIGNED_SHORT;
  const void* from = at_byte((size_t)first * (WIDE_INDICES ? 4 : 2));
  const int base = DRAW == DRAW_BASE_VERTEX ? BESIDE : 0;
  if (IS_SECOND_INSTANCE)
    glDrawElementsInstancedBaseVertexBaseInstance(0, count, type, from, 1, base, 1);
  else if (DRAW == DRAW_BASE_VERTEX)
    glDrawElementsBaseVertex(0, count, type, from, base);
  else
    glDrawElements(0, count, type, from);
}

/* Draws `count` vertices after the first `first`. A shader that uses vertex numbers gets the first one. */
static void draw(unsigned program, int first, int count) {
  const int begin = BESIDE + first, number = DRAW == DRAW_INSTANCED ? first : -BESIDE;
  glUniform1ui(glGetUniformLocation(program, "vertices_before"), (unsigned)number);
  if (DRAW == DRAW_INDEXED || DRAW == DRAW_BASE_VERTEX)
    draw_by_indices(first, count);
  else if (DRAW == DRAW_INSTANCED && HAS_BASE_INSTANCE)
    glDrawArraysInstancedBaseInstance(0, 0, 1, count, (unsigned)begin);
  else if (DRAW == DRAW_INSTANCED)
    glDrawArraysInstanced(0, 0, 1, count);
  else if (IS_SECOND_INSTANCE)
    glDrawArraysInstancedBaseInstance(0, begin, count, 1, 1);
  else
    glDrawArrays(0, begin, count);
}

static const uint32_t poison = 0x7FC0DEAD; /* a NaN that no device produces */

/* Unwritten words: NAN. */
static float* no_numbers(size_t words) {
  float* made = malloc((words ? words : 1) * sizeof(float));
  if (!made) stop("out of memory");
  for (size_t i = 0; i < words; ++i)
    memcpy(made + i, &poison, sizeof poison);
  return made;
}

static void read_buffer(unsigned target, unsigned buffer, float* words, size_t bytes) {
  glBindBuffer(target, buffer);
  const void* got = bytes ? glMapBufferRange(target, 0, (ptrdiff_t)bytes, 1) : words;
  if (glGetError() != 0 || !got) stop("the device reports an error");
  if (bytes) memcpy(words, got, bytes);
  if (bytes) glUnmapBuffer(target);
}

/* A buffer for the records of this many vertices, bound to a slot for capturing. */
static unsigned make_room(int vertices, size_t record, unsigned slot) {
  const size_t words = (size_t)(vertices > 0 ? vertices : 1) * record;
  const unsigned buffer = make_buffer(FEEDBACK_BUFFER, no_numbers(words), words * sizeof(float));
  glBindBufferBase(FEEDBACK_BUFFER, slot, buffer);
  return buffer;
}

static float* read_records(unsigned buffer, int vertices, size_t record) {
  float* words = no_numbers((size_t)vertices * record);
  read_buffer(FEEDBACK_BUFFER, buffer, words, (size_t)vertices * record * sizeof(float));
  return words;
}

/* Copies the words of one array from all vertices' records to the compared results. */
static void take(float* got, const struct capture* c, const float* records, size_t record, size_t at) {
  for (size_t v = 0; v < VERTICES; ++v)
    memcpy(got + v * CAPTURED_WORDS + c->at, records + v * record + at, (size_t)c->width * sizeof(float));
}

/* Words that belong to no array: NAN if unwritten, otherwise the same number at every vertex. */
static void check_beside(const float* records) {
  for (size_t v = 0; v < VERTICES; ++v)
    for (const struct word* w = words_beside; w < words_beside + WORDS_BESIDE; ++w) {
      const float is = records[v * RECORD_WORDS + w->at];
      if (is == w->value || (isnan(is) && isnan(w->value))) continue;
      printf("word %d of vertex %d: got %.9g, expected %.9g\n", w->at, (int)v, is, w->value);
      exit(1);
    }
}

static void capture_all(unsigned program, unsigned object) {
  if (object) glBindTransformFeedback(0x8E22, object);
  glBeginTransformFeedback(0);
  draw(program, 0, VERTICES);
  glEndTransformFeedback();
}

static void capture_around_pause(unsigned program, unsigned passing) {
  const int half = VERTICES / 2;
  glBeginTransformFeedback(0);
  draw(program, 0, half);
  glPauseTransformFeedback();
  glUseProgram(passing);
  glBindVertexArray(empty_array);
  glDrawArrays(0, 0, 2);
  glBindVertexArray(vertex_array);
  glUseProgram(program);
  glResumeTransformFeedback();
  draw(program, half, VERTICES - half);
  glEndTransformFeedback();
}

/* Two objects alternate: the first has the larger half of the vertices. Returns the records of all. */
static float* capture_alternately(unsigned program) {
  const int begin[] = {0, (VERTICES + 1) / 2, VERTICES};
  unsigned objects[2], room[2];
  glGenTransformFeedbacks(2, objects);
  for (int i = 0; i < 2; ++i) {
    glBindTransformFeedback(0x8E22, objects[i]);
    room[i] = make_room(begin[i + 1] - begin[i], RECORD_WORDS, 0);
  }
  for (int turn = 0; turn < 2; ++turn)
    for (int i = 0; i < 2; ++i) {
      const int count = begin[i + 1] - begin[i], half = count / 2;
      glBindTransformFeedback(0x8E22, objects[i]);
      if (turn == 0) {
        glBeginTransformFeedback(0);
        draw(program, begin[i], half);
        glPauseTransformFeedback();
      } else {
        glResumeTransformFeedback();
        draw(program, begin[i] + half, count - half);
        glEndTransformFeedback();
      }
    }
  glBindTransformFeedback(0x8E22, 0);
  float* records = no_numbers((size_t)VERTICES * RECORD_WORDS);
  for (int i = 0; i < 2; ++i)
    read_buffer(FEEDBACK_BUFFER, room[i], records + (size_t)begin[i] * RECORD_WORDS,
                (size_t)(begin[i + 1] - begin[i]) * RECORD_WORDS * sizeof(float));
  return records;
}

/* Draws `vertices` into space for this many words; those of `fitting` vertices must be written, and no other. */
static void check_room(unsigned program, int vertices, size_t words, int fitting) {
  const unsigned room = make_room(VERTICES, RECORD_WORDS, 0);
  glBindBufferRange(FEEDBACK_BUFFER, 0, room, 0, (ptrdiff_t)(words * sizeof(float)));
  glBeginTransformFeedback(0);
  draw(program, 0, vertices);
  if (OPENGL_ES && glGetError() == 0x0502) fitting = 0; /* it may refuse the draw call instead */
  glEndTransformFeedback();
  const float* got = read_records(room, VERTICES, RECORD_WORDS);
  for (size_t i = 0; i < (size_t)VERTICES * RECORD_WORDS; ++i) {
    const int is_written = memcmp(got + i, &poison, sizeof poison) != 0;
    if (is_written == (i < (size_t)fitting * RECORD_WORDS)) continue;
    printf("of %d vertices %d fit, and word %ld was %s\n", vertices, fitting, (long)i,
           is_written ? "written all the same" : "not written");
    exit(1);
  }
}

static void check_lack_of_room(unsigned program) {
  const size_t all = (size_t)VERTICES * RECORD_WORDS;
  check_room(program, 0, all, 0);
  check_room(program, VERTICES, all - 1, VERTICES - 1);
}

/* Feeds the captured words to another program as attributes, and captures them unchanged. Returns the second buffer. */
static unsigned capture_again(unsigned program, unsigned passing) {
  unsigned objects[2], array;
  glGenTransformFeedbacks(2, objects);
  glBindTransformFeedback(0x8E22, objects[0]);
  const unsigned first = make_room(VERTICES, RECORD_WORDS, 0);
  glUseProgram(program);
  capture_all(program, objects[0]);
  glBindTransformFeedback(0x8E22, objects[1]);
  const unsigned second = make_room(VERTICES, RECORD_WORDS, 0);
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  glBindBuffer(ARRAY_BUFFER, first);
  for (unsigned i = 0; i < CAPTURES; ++i) {
    glEnableVertexAttribArray(i);
    glVertexAttribPointer(i, captures[i].width, FLOAT, 0, RECORD_WORDS * 4, at_byte(4 * (size_t)places[i]));
  }
  glUseProgram(passing);
  glBeginTransformFeedback(0);
  if (OPENGL_ES)
    glDrawArrays(0, 0, VERTICES); /* the number of captured vertices is not available */
  else
    glDrawTransformFeedback(0, objects[0]);
  glEndTransformFeedback();
  glBindTransformFeedback(0x8E22, 0);
  return second;
}

/* Captures into one buffer, in any of these ways. */
static float* captured_records(unsigned program) {
  if (FEEDBACK == CAPTURE_ALTERNATING) return capture_alternately(program);
  const int draws_else = FEEDBACK == CAPTURE_PAUSED || FEEDBACK == CAPTURE_DRAWN_AGAIN;
  const unsigned passing = draws_else ? make_program("passing.glsl") : 0;
  if (FEEDBACK == CAPTURE_DRAWN_AGAIN)
    return read_records(capture_again(program, passing), VERTICES, RECORD_WORDS);
  glUseProgram(program);
  if (FEEDBACK == CAPTURE_OVERFLOWING) check_lack_of_room(program);
  const unsigned room = make_room(VERTICES, RECORD_WORDS, 0);
  if (FEEDBACK == CAPTURE_PAUSED)
    capture_around_pause(program, passing);
  else
    capture_all(program, 0);
  return read_records(room, VERTICES, RECORD_WORDS);
}

/* The results of the vertex shader: [VERTICES * CAPTURED_WORDS]. */
static const float* capture(unsigned program) {
  size_t bytes;
  float* got = poisoned(&bytes);
  unsigned room[CAPTURES];
  point_vertices();
  glEnable(0x8C89);
  if (SEPARATE) {
    for (unsigned i = 0; i < CAPTURES; ++i)
      room[i] = make_room(VERTICES, (size_t)captures[i].width, i);
    capture_all(program, 0);
    for (unsigned i = 0; i < CAPTURES; ++i) {
      const size_t width = (size_t)captures[i].width;
      take(got, &captures[i], read_records(room[i], VERTICES, width), width, 0);
    }
    return got;
  }
  const float* records = captured_records(program);
  check_beside(records);
  for (unsigned i = 0; i < CAPTURES; ++i)
    take(got, &captures[i], records, RECORD_WORDS, (size_t)places[i]);
  return got;
}
