// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: every algorithm of the reference in float32, as a shared library for bindpose.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <bindpose/subject.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"

namespace bindpose {
namespace {

/// A capability and the texts that it points to.
struct Declared {
  std::string levels, options;
  bindpose_capability capability{};
};

/// "normal_rule=direction,inverse-transpose": every value of every policy.
std::string all_policies(const Declaration& declaration) {
  std::vector<std::string> words;
  for (const OptionSpec& option : declaration.options)
    if (option.kind == OptionSpec::Kind::policy)
      words.push_back(fmt::format("{}={}", option.name, fmt::join(option.values, ",")));
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<Declared> declare() {
  std::vector<Declared> all;
  for (const Algorithm& algorithm : algorithms()) {
    Declared& declared = all.emplace_back();
    for (const Level level : algorithm.levels)
      if (level != Level::asset) declared.levels += std::string(to_string(level)) + " ";
    declared.options = all_policies(algorithm.implementation.declaration);
  }
  for (std::size_t i = 0; i < all.size(); ++i)  // from here on, texts do not move
    all[i].capability = {sizeof(bindpose_capability), algorithms()[i].id.data(), all[i].levels.c_str(),
                         all[i].options.empty() ? nullptr : all[i].options.c_str()};
  return all;
}

ArraySet read_inputs(const bindpose_question& question) {
  ArraySet arrays;
  for (std::size_t i = 0; i < question.input_count; ++i) {
    const bindpose_array& array = *question.inputs[i];
    const Shape shape(array.shape, array.shape + array.rank);
    if (array.type == BINDPOSE_INT32) {
      const auto* numbers = static_cast<const std::int32_t*>(array.data);
      arrays.add(array.name, shape, Array::Integers(numbers, numbers + array.element_count));
    } else {
      const auto* numbers = static_cast<const float*>(array.data);
      arrays.add(array.name, shape, Array::Reals(numbers, numbers + array.element_count));
    }
  }
  return arrays;
}

/// The requested policies, and one formulation of each kind, which depends on the input's size.
Options read_options(const bindpose_question& question, const Declaration& declaration) {
  Options options;
  for (std::size_t i = 0; i < question.option_count; ++i)
    options[question.options[i]->name] = question.options[i]->value;
  std::size_t size = 0;
  for (std::size_t i = 0; i < question.input_count; ++i)
    size += question.inputs[i]->element_count;
  for (const OptionSpec& option : declaration.options)
    if (option.kind == OptionSpec::Kind::formulation)
      options[std::string(option.name)] = option.values[size % option.distinct];
  return options;
}

/// Fills the arrays of the output that the result has, by name.
void write(const Result<float>& result, bindpose_array* const* arrays, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    bindpose_array& array = *arrays[i];
    const ResultArray<float>* const values = result.find(array.name);
    if (values == nullptr || values->values.size() != array.element_count) continue;
    if (array.type == BINDPOSE_INT32)
      std::transform(values->values.begin(), values->values.end(), static_cast<std::int32_t*>(array.data),
                     [](float x) { return static_cast<std::int32_t>(x); });
    else
      std::copy(values->values.begin(), values->values.end(), static_cast<float*>(array.data));
    array.filled = 1;
  }
}

std::int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  const Algorithm& algorithm = *find_algorithm(question->id);
  const auto result = algorithm.implementation.in_float(
      read_inputs(*question), read_options(*question, algorithm.implementation.declaration));
  if (!result) {
    std::snprintf(answer->message, answer->message_capacity, "%s", to_string(result.error()).c_str());
    return BINDPOSE_ERROR;
  }
  write(*result, answer->outputs, answer->output_count);
  write(*result, answer->stages, answer->stage_count);
  return BINDPOSE_OK;
}

}  // namespace
}  // namespace bindpose

const bindpose_subject* bindpose_subject_entry(void) {
  static const std::vector<bindpose::Declared> declared = bindpose::declare();
  static const std::vector<const bindpose_capability*> capabilities = [] {
    std::vector<const bindpose_capability*> all;
    for (const bindpose::Declared& each : declared)
      all.push_back(&each.capability);
    return all;
  }();
  static const bindpose_subject subject = {sizeof(bindpose_subject),
                                           BINDPOSE_PROTOCOL,
                                           "reference-float",
                                           BINDPOSE_VERSION,
                                           "C++",
                                           capabilities.size(),
                                           capabilities.data(),
                                           0,
                                           0,
                                           0,
                                           bindpose::run};
  return &subject;
}
