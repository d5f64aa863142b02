// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bone segments: which joint they join to which, and for which joints there are some.
#include <utility>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// Segments from each joint j to the place of joint other(j), at the origin where that is -1; none where it is -2.
template <class Other>
Computed bones_to(const Question& question, Other other) {
  const Affines world = worlds_of(question);
  if (question.algorithm->id != "skeleton.bones" || world.empty()) return cannot_be_made();
  ResultArray<double> bones{"bones", {0, 2, 3}, {}};
  for (std::size_t j = 0; j < world.size(); ++j) {
    const int to = other(j);
    if (to < -1) continue;
    const Vec3<double> end = to < 0 ? Vec3<double>::Zero() : world[static_cast<std::size_t>(to)].translation;
    bones.values.insert(bones.values.end(), world[j].translation.begin(), world[j].translation.end());
    bones.values.insert(bones.values.end(), end.begin(), end.end());
    ++bones.shape[0];
  }
  Result<double> result;
  result.arrays.push_back(std::move(bones));
  return result;
}

Damaged ends_swapped(const Question&, const ArraySet& right) {
  return with_answer_rows(right, {"bones"}, 6,
                          [](double* row, std::size_t) { std::swap_ranges(row, row + 3, row + 3); });
}

Computed of_roots_too(const Question& question) {
  const Array::Integers parents = parents_of(question.arrays);
  return bones_to(question, [&](std::size_t j) { return parents[j]; });
}

Computed to_the_joint_before(const Question& question) {
  const Array::Integers parents = parents_of(question.arrays);
  return bones_to(question, [&](std::size_t j) { return parents[j] < 0 ? -2 : static_cast<int>(j) - 1; });
}

Computed of_the_first_tree(const Question& question) {
  const Array::Integers parents = parents_of(question.arrays);
  const auto root_of = [&](std::size_t j) {
    while (parents[j] >= 0)
      j = static_cast<std::size_t>(parents[j]);
    return j;
  };
  std::size_t first = 0;
  while (first < parents.size() && parents[first] >= 0)
    ++first;
  return bones_to(question,
                  [&](std::size_t j) { return parents[j] < 0 || root_of(j) != first ? -2 : parents[j]; });
}

}  // namespace

BINDPOSE_DEFECTS(hierarchy, bones) {
  return {
      {.id = "bone-ends-swapped",
       .sentence = "your output equals what one gets when a bone begins at the parent: the joint comes first",
       .symptom = "bones taper the wrong way",
       .source = "(derived)",
       .answer = &ends_swapped},
      {.id = "bone-of-root",
       .sentence = "your output equals what one gets when roots have a bone, too, from the origin",
       .symptom = "a bone sticks out of the root towards the origin",
       .source = "(derived)",
       .formula = &of_roots_too},
      {.id = "bone-by-listing-order",
       .sentence = "your output equals what one gets when a bone joins a joint to the one listed before it",
       .symptom = "bones run across the character between limbs",
       .source = "(derived)",
       .formula = &to_the_joint_before},
      {.id = "multi-root-first-only",
       .sentence = "your output equals what one gets when only the tree of the first root is kept",
       .symptom = "the limbs of the second root are missing",
       .source = "glTF#1403, vierkant#196",
       .formula = &of_the_first_tree},
  };
}

}  // namespace bindpose::conformance
