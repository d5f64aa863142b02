/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: the common part of all programs in C: the inputs, from recipe.h, and the comparison of the results with
 * the expected numbers.
 */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Place and form of an attribute in OpenGL's buffers. */
struct stored {
  int numbers;
  unsigned type;
  int is_integer;
  unsigned char is_normalized;
  int buffer;
  size_t offset;
  int stride;
};
/* A word of a captured record that belongs to no array. */
struct word {
  int at;
  float value;
};
/* Rows of four floats that the shader reads. */
enum kind { UNIFORM_BLOCK, STORAGE_BLOCK, UNIFORM_ARRAY, TEXTURE, BUFFER_TEXTURE };
struct rows {
  enum kind kind;
  const char* name;
  unsigned place;
  int width;
  const char* file;
};
struct uniform {
  const char* name;
  int is_array;
  const char* file;
};
struct number {
  const char* name;
  unsigned value;
};
/* Captured words of a vertex's record. q and -q are the same rotation; a direction's length is also judged. */
struct capture {
  const char* name;
  int at, width;
  int are_rotations;
  double length_bound;
};
#include "recipe.h"

static void stop(const char* what) {
  fprintf(stderr, "repro: %s\n", what);
  exit(2);
}

/* A whole file, followed by a zero; size in bytes. */
static void* read_file(const char* name, size_t* size) {
  FILE* file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) stop(name);
  *size = (size_t)ftell(file);
  rewind(file);
  char* bytes = calloc(*size + 1, 1);
  if (!bytes || fread(bytes, 1, *size, file) != *size) stop(name);
  fclose(file);
  return bytes;
}

/* Buffer for the results, filled with NaN. */
static float* poisoned(size_t* bytes) {
  const size_t count = (size_t)VERTICES * CAPTURED_WORDS;
  *bytes = count * sizeof(float);
  float* words = malloc(*bytes);
  if (!words) stop("out of memory");
  for (size_t i = 0; i < count; ++i)
    words[i] = NAN;
  return words;
}

/* Expected values and bounds of every word, for one result of the comparisons that float32 cannot decide. */
struct side {
  const double *expected, *bound;
};

static struct side read_side(const char* expected, const char* bound) {
  size_t size;
  const struct side side = {read_file(expected, &size), read_file(bound, &size)};
  return side;
}

/* True if number k of a row is right for that result. */
static int is_within(const struct capture* c, const struct side* side, const float* row, size_t at, int k) {
  const double *expected = side->expected + at, *bound = side->bound + at;
  double dot = 0;
  for (int n = k - k % 4; c->are_rotations && n < k - k % 4 + 4; ++n)
    dot += expected[n] * row[n];
  return fabs((dot < 0 ? -row[k] : row[k]) - expected[k]) <= bound[k];
}

/* True if the length of the row's direction is judged. */
static int length_is_judged(const struct capture* c, const double* bound) {
  return !isinf(c->length_bound) && !isinf(bound[0]) && !isinf(bound[1]) && !isinf(bound[2]);
}

static double length_of(const float* row) {
  double squared = 0;
  for (int k = 0; k < 3; ++k)
    squared += (double)row[k] * row[k];
  return sqrt(squared);
}

static void say_number(const struct capture* c, int vertex, int k, double got, double expected,
                       double bound) {
  if (k == c->width)
    printf("the length of %s[%d]", c->name, vertex);
  else if (c->width <= 4)
    printf("%s[%d].%c", c->name, vertex, "xyzw"[k]);
  else
    printf("%s[%d][%d]", c->name, vertex, k);
  printf(": got %.9g, expected %.17g, at most %.3g off\n", got, expected, bound);
}

/* The exit code: 1 if a number is wrong. */
static int say_wrong(const float* got) {
  const struct side usual = read_side("expected.bin", "bound.bin"),
                    other = read_side("other.bin", "other-bound.bin");
  long wrong = 0;
  for (int v = 0; v < VERTICES; ++v)
    for (const struct capture* c = captures; c < captures + CAPTURES; ++c) {
      const size_t at = (size_t)v * CAPTURED_WORDS + (size_t)c->at;
      const float* row = got + at;
      const double *expected = usual.expected + at, *bound = usual.bound + at;
      const double length = length_is_judged(c, bound) ? length_of(row) : 1;
      const int has_right_length = fabs(length - 1) <= c->length_bound;
      for (int k = 0; k < c->width; ++k) {
        if (isinf(bound[k])) continue;
        const int is_right = is_within(c, &usual, row, at, k) || is_within(c, &other, row, at, k);
        if (is_right && (has_right_length || k >= 3)) continue;
        if (++wrong > 10) continue;
        if (!is_right)
          say_number(c, v, k, row[k], expected[k], bound[k]);
        else if (k == 0)
          say_number(c, v, c->width, length, 1, c->length_bound);
      }
    }
  printf("%ld numbers are wrong\n", wrong);
  return wrong > 0;
}
