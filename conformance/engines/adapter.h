// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What adapters in C++ have in common: a question's arrays by name, and the library's entry for a table of answers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bindpose/subject.h"

namespace engines {

using Numbers = std::vector<float>;

/// A question's arrays, and those of its answer.
class Arrays {
 public:
  Arrays(const bindpose_question& question, bindpose_answer& answer) : question_(question), answer_(answer) {}

  const bindpose_asset* asset() const { return question_.asset; }
  bool has(const std::string& name) const { return find(name) != nullptr; }

  /// An extent of an array.
  std::size_t extent(const std::string& name, std::size_t axis) const { return need(name).shape[axis]; }

  std::vector<int> integers(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const std::int32_t*>(array.data);
    return {numbers, numbers + array.element_count};
  }
  Numbers numbers(const std::string& name) const {
    const bindpose_array& array = need(name);
    const auto* numbers = static_cast<const float*>(array.data);
    return {numbers, numbers + array.element_count};
  }

  /// Fills the output or the stage of that name; does nothing where the question asks for none.
  void put(const std::string& name, const Numbers& numbers) {
    for (std::size_t i = 0; i < answer_.output_count + answer_.stage_count; ++i) {
      bindpose_array* array =
          i < answer_.output_count ? answer_.outputs[i] : answer_.stages[i - answer_.output_count];
      if (name != array->name) continue;
      if (numbers.size() != array->element_count)
        throw std::runtime_error("'" + name + "' has " + std::to_string(numbers.size()) + " numbers, " +
                                 std::to_string(array->element_count) + " expected");
      std::copy(numbers.begin(), numbers.end(), static_cast<float*>(array->data));
      array->filled = 1;
    }
  }

 private:
  const bindpose_array* find(const std::string& name) const {
    return bindpose_find(question_.inputs, question_.input_count, name.c_str());
  }
  const bindpose_array& need(const std::string& name) const {
    const bindpose_array* array = find(name);
    if (array == nullptr) throw std::runtime_error("the question has no array '" + name + "'");
    return *array;
  }

  const bindpose_question& question_;
  bindpose_answer& answer_;
};

/// Function that answers an algorithm at a level, with Arrays or an adapter's own exchange.
template <class Exchange>
struct Answer {
  bindpose_capability capability;
  void (*answer)(Exchange&);
};

/// A row of the table.
template <class Exchange>
constexpr Answer<Exchange> offers(const char* algorithm, const char* levels, const char* options,
                                  void (*answer)(Exchange&)) {
  return {{sizeof(bindpose_capability), algorithm, levels, options}, answer};
}

inline bool offers_level(const bindpose_capability& capability, std::string_view level) {
  return std::string_view(capability.levels).find(level) != std::string_view::npos;
}

/// Answers a question by the row that offers it. No exception may leave the library.
template <class Exchange, const auto& table>
std::int32_t run(const bindpose_question* question, bindpose_answer* answer) {
  const auto say = [&](const char* message) {
    std::snprintf(answer->message, answer->message_capacity, "%s", message);
  };
  try {
    for (const auto& row : table)
      if (std::string_view(row.capability.algorithm) == question->id &&
          offers_level(row.capability, question->level)) {
        Exchange exchange(*question, *answer);
        row.answer(exchange);
        return BINDPOSE_OK;
      }
    say("an algorithm that was not declared");
  } catch (const std::exception& error) {
    say(error.what());
  }
  return BINDPOSE_ERROR;
}

/// The result of bindpose_subject_entry() for a table of answers. most_joints: 0 for any number.
template <class Exchange, const auto& table>
const bindpose_subject* subject_of(const char* name, const char* version, std::size_t most_joints = 0,
                                   std::size_t most_influences = 0) {
  static const std::vector<const bindpose_capability*> capabilities = [] {
    std::vector<const bindpose_capability*> all;
    for (const auto& row : table)
      all.push_back(&row.capability);
    return all;
  }();
  static const bindpose_subject subject = {
      sizeof(bindpose_subject), BINDPOSE_PROTOCOL,   name, version,     "C++",
      capabilities.size(),      capabilities.data(), 0,    most_joints, most_influences,
      run<Exchange, table>};
  return &subject;
}

}  // namespace engines
