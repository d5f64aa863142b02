// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, inputs of EigenSkin: the bar with examples of its joints.
#pragma once

#include <algorithm>

#include "reference/model/rows.h"
#include "reference/samples/eigen_examples.h"
#include "reference/scenes/bar.h"
#include "reference/testing/answers.h"

namespace bindpose::test::eigenskin {

using Row = Array::Reals;
using Integers = Array::Integers;
using samples::JointTurnedBy;
using Turned = std::vector<JointTurnedBy>;
using test::expect_near;

inline constexpr const char* stem = "eigenskin";
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();
inline const Turned turned = {
    {1, {1, 2, 3}, 70}, {2, {0, 1, 1}, -60}, {1, {0, 0, 1}, -50}, {1, {3, 1, 0}, 95}, {2, {0, 0, 1}, 80}};
inline const Turned between = {{0, {1, 0, 0}, 15}, {1, {1, 2, 3}, 35}, {2, {0, 0, 1}, -30}};

inline Expected<Result<double>> answer_of(const char* asked, const ArraySet& question) {
  return find_algorithm(asked)->implementation.in_double(question, {});
}
inline Row values(const char* name, const ArraySet& question, const char* asked = stem) {
  return answered(asked, question, name);
}
inline std::string error_of(const ArraySet& question) {
  return test::error_of(stem, question);
}
template <class Numbers>
ArraySet with_array(ArraySet question, const char* name, Shape shape, Numbers numbers) {
  question.put({name, std::move(shape), std::move(numbers)});
  return question;
}

/// A bar of three joints: the second has three examples and the third two.
inline ArraySet bar_question(const Turned& pose, const Integers& ranks, const Turned& examples = turned) {
  Random random("eigenskin");
  return *samples::eigenskin_from_examples({scenes::bar({}, true), pose, examples}, ranks, random);
}

/// The input with the matrices of the examples' poses, not rounded to float32.
inline ArraySet with_exact_palettes(ArraySet question, const Turned& examples = turned) {
  Array& palettes = *question.find("example_palettes");
  for (std::size_t k = 0; k < examples.size(); ++k) {
    const Row palette = values("palette", bar_question({examples[k]}, {0, 0, 0}));
    for (std::size_t j = 0; j < 3; ++j)
      std::copy_n(
          palette.begin() + static_cast<std::ptrdiff_t>(12 * j), 12,
          std::get<Row>(palettes.data).begin() + static_cast<std::ptrdiff_t>(12 * (j * examples.size() + k)));
  }
  return question;
}

}  // namespace bindpose::test::eigenskin
