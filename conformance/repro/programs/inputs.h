/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * What: what every program in C has in common, whatever it asks: the inputs, by recipe.h, and the numbers that come back beside
 * those expected.
 */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words of a vertex's record that the shader reads as an attribute. */
enum type { REAL, INTEGER, JOINT };
struct attribute {
  int numbers;
  enum type type;
  int at;
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
/* Words of a vertex's record that come back. */
struct capture {
  const char* name;
  int at, width;
};
#include "recipe.h"

static void stop(const char* what) {
  fprintf(stderr, "repro: %s\n", what);
  exit(2);
}

/* A whole file; size in bytes. A zero stands behind it. */
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

/* Room for what comes back: no number of it is one. */
static float* poisoned(size_t* bytes) {
  const size_t count = (size_t)VERTICES * CAPTURED_WORDS;
  *bytes = count * sizeof(float);
  float* words = malloc(*bytes);
  if (!words) stop("there is no memory");
  for (size_t i = 0; i < count; ++i)
    words[i] = NAN;
  return words;
}

/* What the program ends with: 1 where a number is wrong. */
static int say_wrong(const float* got) {
  size_t size;
  const double *expected = read_file("expected.bin", &size), *bound = read_file("bound.bin", &size);
  long wrong = 0;
  for (int v = 0; v < VERTICES; ++v)
    for (int c = 0; c < CAPTURES; ++c)
      for (int k = 0; k < captures[c].width; ++k) {
        const size_t i = (size_t)v * CAPTURED_WORDS + (size_t)(captures[c].at + k);
        if (isinf(bound[i]) || fabs(got[i] - expected[i]) <= bound[i]) continue;
        if (++wrong <= 10)
          printf("%s[%d][%d]: got %.9g, expected %.17g, at most %.3g off\n", captures[c].name, v, k, got[i],
                 expected[i], bound[i]);
      }
  printf("%ld numbers are wrong\n", wrong);
  return wrong > 0;
}
