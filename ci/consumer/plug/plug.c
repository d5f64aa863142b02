/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Linear interpolation as a shared library that bindpose judges. */
#include <bindpose/subject.h>

static int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  const bindpose_array* a = bindpose_find(question->inputs, question->input_count, "a");
  const bindpose_array* b = bindpose_find(question->inputs, question->input_count, "b");
  const bindpose_array* t = bindpose_find(question->inputs, question->input_count, "t");
  if (!a || !b || !t || answer->output_count != 1) return BINDPOSE_ERROR;
  const float *from = a->data, *to = b->data, *at = t->data;
  float* values = answer->outputs[0]->data;
  const size_t width = a->element_count / t->element_count;
  for (size_t i = 0; i < a->element_count; ++i) {
    const float s = at[i / width];
    values[i] = (1 - s) * from[i] + s * to[i];
  }
  return BINDPOSE_OK;
}

static const bindpose_capability lerp = {sizeof(bindpose_capability), "interp.lerp", "pose", NULL};
static const bindpose_capability* const capabilities[] = {&lerp};
static const bindpose_subject subject = {
    sizeof(bindpose_subject), BINDPOSE_PROTOCOL, "consumer", "1", "C99", 1, capabilities, 0, 0, 0, run};

const bindpose_subject* bindpose_subject_entry(void) {
  return &subject;
}
