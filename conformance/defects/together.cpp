// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/together.h"

#include <algorithm>

#include "conformance/defects/patched/patched.h"
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/keyframes.h"

namespace bindpose::conformance {
namespace {

using Defects = std::vector<const Defect*>;

/// True if the evaluation of the input reaches the defect's patch.
bool is_reached(const Defect& defect, const Question& question) {
  if (defect.patch == 0 || !concerns(defect, *question.algorithm)) return false;
  const auto computed = patched::evaluate(std::array{defect.patch}, question);
  return computed || computed.error().code != "NOT_APPLICABLE";
}

/// The changed input; nothing if the defect does not change the input.
Changed changed_by(const Defect& defect, const Question& question) {
  if (is_reached(defect, question)) return std::nullopt;
  Changed changed;
  if (defect.question != nullptr && concerns(defect, *question.algorithm))
    changed = defect.question(question);
  Changed sampled = in_keyframes(defect, changed ? *changed : question);
  return sampled ? sampled : changed;
}

/// Applies the changes in the given order.
Changed changed_by_all(const Defects& made, const Question& question) {
  Changed changed = question;
  for (const Defect* defect : made)
    if (changed) changed = changed_by(*defect, *changed);
  return changed;
}

/// Applies the changes in the first order that works for all.
Changed changed_in_some_order(Defects made, const Question& question) {
  std::ranges::sort(made);
  do {
    if (Changed changed = changed_by_all(made, question)) return changed;
  } while (std::next_permutation(made.begin(), made.end()));
  return std::nullopt;
}

Expected<ArraySet> evaluated(const Question& question) {
  BINDPOSE_TRY(const Result<double> result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  return judged_arrays(question, result);
}

/// The judged arrays with all patches of the kernel at once; nothing if none applies.
Expected<std::optional<ArraySet>> by_patches(const Defects& made, const Question& question) {
  std::vector<int> patches;
  for (const Defect* defect : made)
    if (defect->patch != 0 && concerns(*defect, *question.algorithm)) patches.push_back(defect->patch);
  if (patches.empty()) return std::nullopt;
  const auto computed = patched::evaluate(patches, question);
  if (!computed && computed.error().code == "NOT_APPLICABLE") return std::nullopt;
  if (!computed) return tl::unexpected(computed.error());
  return judged_arrays(question, *computed);
}

}  // namespace

Expected<ArraySet> answer_with(std::span<const Defect* const> made, const Question& question,
                               const ArraySet& right) {
  if (made.size() == 1) {  // without checking first whether its patch is reached
    BINDPOSE_TRY(std::optional<ArraySet> patched, by_patches({made.front()}, question));
    if (patched) return *std::move(patched);
  }
  Defects changing, others;
  Changed asked = question;
  for (const Defect* defect : made) {
    Changed changed = changed_by(*defect, question);
    (changed ? changing : others).push_back(defect);
    if (changed) asked = std::move(changed);
  }
  if (changing.size() > 1) asked = changed_in_some_order(changing, question);
  if (!asked) return cannot_be_made();
  BINDPOSE_TRY(std::optional<ArraySet> answer, by_patches(others, *asked));
  bool any = answer || !changing.empty();
  if (!answer && !changing.empty()) {
    BINDPOSE_TRY(answer, evaluated(*asked));
  }
  if (!answer) answer = right;
  for (const Defect* defect : others) {
    if (defect->answer == nullptr || !concerns(*defect, *question.algorithm)) continue;
    Damaged damaged = defect->answer(question, *answer);
    if (!damaged) continue;
    answer = std::move(damaged);
    any = true;
  }
  if (!any) return cannot_be_made();
  return *std::move(answer);
}

Affines palette_with(const Defect& made, const Question& question) {
  if (question.level != Level::pose) return {};
  if (!is_reached(made, question)) {
    const Changed changed = changed_by(made, question);
    return changed ? palette_of(*changed) : Affines();
  }
  const auto computed = patched::evaluate(std::array{made.patch}, question);
  ArraySet stages;
  for (const char* name : {"palette", "palette_rotations", "palette_translations"})
    if (const ResultArray<double>* const array = computed ? computed->find(name) : nullptr)
      stages.add(array->name, array->shape, array->values);
  return matrices_of(stages, "palette", "palette");
}

Expected<ArraySet> answer_with(const Defect& made, const Question& question, const ArraySet& right) {
  return answer_with(std::array{&made}, question, right);
}

}  // namespace bindpose::conformance
