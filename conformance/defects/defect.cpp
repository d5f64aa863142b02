// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/defect.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

#include "conformance/defects/patched/patched.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {

#define BINDPOSE_DEFECT_FILE(folder, stem) BINDPOSE_DEFECTS(folder, stem);
#include "generated/defects/files.def"
#undef BINDPOSE_DEFECT_FILE

namespace {

/// True if the word occurs in a list of words separated by spaces.
bool is_word_of(std::string_view words, std::string_view word) {
  return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

}  // namespace

bool leaves_right(const Defect& defect, std::string_view array) {
  return is_word_of(defect.leaves_right, array);
}

std::span<const Defect> defects() {
  static const std::vector<Defect> all = [] {
    std::vector<Defect> listed;
    static std::deque<std::string> sentences;
    const auto add = [&listed](std::string_view folder, std::string_view stem,
                               const std::vector<Defect>& file) {
      for (Defect defect : file) {
        if (!defect.when.empty())
          defect.sentence =
              sentences.emplace_back(fmt::format("your output equals what one gets when {}", defect.when));
        defect.folder = folder;
        defect.stem = stem;
        listed.push_back(defect);
      }
    };
#define BINDPOSE_DEFECT_FILE(folder, stem) add(#folder, #stem, folder##_##stem##_defects());
#include "generated/defects/files.def"
#undef BINDPOSE_DEFECT_FILE
    for (const patched::Patch& patch : patched::patches())
      listed.push_back({.id = patch.id,
                        .sentence = patch.sentence,
                        .symptom = patch.symptom,
                        .source = patch.source,
                        .leaves_right = patch.leaves_right,
                        .patch = patch.number,
                        .folder = patch.folder,
                        .stem = patch.stem,
                        .reaches = patch.reaches});
    std::ranges::stable_sort(listed, {}, [](const Defect& d) { return std::pair(d.folder, d.stem); });
    return listed;
  }();
  return all;
}

const Defect* find_defect(std::string_view id) {
  const auto all = defects();
  const auto found = std::find_if(all.begin(), all.end(), [id](const Defect& d) { return d.id == id; });
  return found == all.end() ? nullptr : &*found;
}

bool is_registered_for(const Defect& defect, const Algorithm& algorithm) {
  return defect.folder == "general" || defect.folder == algorithm.family;
}

bool concerns(const Defect& defect, const Algorithm& algorithm) {
  return defect.patch != 0 ? is_word_of(defect.reaches, algorithm.stem)
                           : is_registered_for(defect, algorithm);
}

std::string_view how_made(const Defect& defect) {
  if (defect.question != nullptr) return "a changed input";
  return defect.patch != 0 ? "a patched kernel" : "a changed output";
}

ArraySet judged_arrays(const Question& question, const Result<double>& result) {
  ArraySet arrays;
  for (const std::string_view name : question.algorithm->outputs)
    if (const ResultArray<double>* array = result.find(name))
      arrays.add(array->name, array->shape, array->values);
  return arrays;
}

}  // namespace bindpose::conformance
