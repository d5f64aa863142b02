// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - random examples of a posed mesh, and inputs in the pose of one of them.
#pragma once

#include "reference/model/rows.h"
#include "reference/samples/example_poses.h"

namespace bindpose::test {

constexpr std::size_t example_vertices = 12, example_joints = 4, example_count = 3;

/// An input whose palette is an example's.
inline ArraySet in_pose_of(const char* seed, std::size_t example) {
  Random random(seed);
  ArraySet question =
      scenes::crowd_question(samples::sample_gentle_crowd(example_vertices, example_joints, random));
  samples::add_sample_examples(question, example_count, example_vertices, example_joints, random);
  const Array::Reals& palettes = question.find("example_palettes")->reals();
  Array::Reals palette;
  for (std::size_t j = 0; j < example_joints; ++j) {
    const auto first = palettes.begin() + static_cast<std::ptrdiff_t>(12 * (j * example_count + example));
    palette.insert(palette.end(), first, first + 12);
  }
  question.put({"palette", {example_joints, 3, 4}, palette});
  return question;
}

/// The mesh of an example.
inline Array::Reals of_example(const ArraySet& question, std::size_t k) {
  const Array::Reals& x = question.find("example_positions")->reals();
  const auto first = x.begin() + static_cast<std::ptrdiff_t>(3 * example_vertices * k);
  return {first, first + static_cast<std::ptrdiff_t>(3 * example_vertices)};
}

/// Joints at rest whose inverse binds are the palette of the input.
inline ArraySet at_level_pose(ArraySet question) {
  const std::size_t J = example_joints;
  question.add("inverse_binds", {J, 3, 4}, Array::Reals(question.find("palette")->reals()));
  for (const char* name : {"palette", "example_weights"})
    question.remove(name);
  question.add("parents", {J}, Array::Integers(J, -1));
  question.add("local_translations", {J, 3}, Array::Reals(3 * J, 0));
  question.add("local_rotations", {J, 4}, Array::Reals(4 * J, 0));
  change_rows(question, "local_rotations", 4, [](double* q, std::size_t) { q[3] = 1; });
  question.add("local_scales", {J, 3}, Array::Reals(3 * J, 1));
  return question;
}

}  // namespace bindpose::test
