// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/algorithms.h"

#include <algorithm>

#include "reference/oracle_note.h"
#include "reference/renamed.h"

namespace bindpose {

#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl)    \
  namespace family {                                                          \
  Implementation stem##_implementation();                                     \
  extern const char stem##_page[]; /* made from <stem>.md when configuring */ \
  }                                                                           \
  namespace samples {                                                         \
  ArraySet stem##_question(std::size_t size, Random& random);                 \
  }
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM

namespace {

#ifdef __ELF__
/// Marks every program that can look up an algorithm.
[[gnu::used, gnu::section(".note.bindpose")]] alignas(4) constexpr OracleNote placed_note = oracle_note;
#endif

constexpr bool glsl = true;
constexpr bool no_glsl = false;

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) result.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

std::vector<Level> parse_levels(std::string_view text) {
  std::vector<Level> levels;
  for (const Level level : {Level::palette, Level::pose, Level::asset})
    for (const std::string_view word : words(text))
      if (word == to_string(level)) levels.push_back(level);
  return levels;
}

std::vector<Algorithm> make_table() {
  std::vector<Algorithm> table;
#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl)                \
  table.push_back({#family, #stem, id, title, parse_levels(levels), words(outputs), glsl, \
                   family::stem##_page, family::stem##_implementation()});                \
  table.back().implementation.sample = &samples::stem##_question;
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM
  return table;
}

}  // namespace

std::span<const Algorithm> algorithms() {
  static const std::vector<Algorithm> table = make_table();
  return table;
}

const Algorithm* find_algorithm(std::string_view name) {
  std::string path = current_path(name);
  std::replace(path.begin(), path.end(), '.', '/');
  const std::string_view family = std::string_view(path).substr(0, path.find('/'));
  const auto is_path = [&](const Algorithm& algorithm) {
    return algorithm.family == family && path.size() == family.size() + 1 + algorithm.stem.size() &&
           path.ends_with(algorithm.stem);
  };
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.id == name || algorithm.stem == name || is_path(algorithm)) return &algorithm;
  return nullptr;
}

}  // namespace bindpose
