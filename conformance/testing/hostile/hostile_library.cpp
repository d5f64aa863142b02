// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A library that misuses its buffers in the mode of the environment variable MODE. For an input of linear
// blending, it returns the rest pose in every mode.
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

#include "conformance/include/bindpose/subject.h"

namespace {

std::string_view mode() {
  const char* text = std::getenv("MODE");
  return text == nullptr ? "" : text;
}

void copy_rest(const bindpose_question& question, bindpose_answer& answer) {
  for (std::size_t i = 0; i < answer.output_count; ++i) {
    bindpose_array& output = *answer.outputs[i];
    const bindpose_array* input = bindpose_find(question.inputs, question.input_count, output.name);
    if (input != nullptr) std::memcpy(output.data, input->data, output.element_count * sizeof(float));
  }
}

std::int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  const std::string_view what = std::string_view(question->id) == "dqs" ? mode() : "";
  if (what == "error") {
    std::strncpy(answer->message, "I do not feel like it", answer->message_capacity - 1);
    return BINDPOSE_ERROR;
  }
  const float before = static_cast<const float*>(answer->outputs[0]->data)[4];
  if (what != "untouched") copy_rest(*question, *answer);
  bindpose_array& first = *answer->outputs[0];
  auto* numbers = static_cast<float*>(first.data);
  if (what == "past-the-end") numbers[first.element_count] = 1;
  if (what == "before-the-beginning") numbers[-1] = 1;
  if (what == "far-past-the-end") std::memset(numbers, 1, first.element_count * sizeof(float) + 100000);
  if (what == "writes-to-input") static_cast<float*>(question->inputs[0]->data)[0] = 1;
  if (what == "nan") numbers[0] = std::numeric_limits<float>::quiet_NaN();
  if (what == "reads-the-buffer") numbers[4] = before + 1;
  if (what == "throws") throw 1;
  if (what == "exits") std::exit(0);
  return BINDPOSE_OK;
}

}  // namespace

extern "C" BINDPOSE_EXPORT const bindpose_subject* bindpose_subject_entry(void) {
  static const bindpose_capability lbs = {sizeof(bindpose_capability), "lbs", "palette pose", nullptr};
  static const bindpose_capability dqs = {sizeof(bindpose_capability), "dqs", "palette pose", nullptr};
  static const bindpose_capability* const capabilities[] = {&lbs, &dqs};
  static bindpose_subject subject = {
      sizeof(bindpose_subject), BINDPOSE_PROTOCOL, "hostile", "1", "C++", 2, capabilities, 0, 0, 0, &run};
  if (mode() == "null") return nullptr;
  if (mode() == "old") subject.size = 8;
  if (mode() == "newer-protocol") subject.protocol = 99;
  return &subject;
}
