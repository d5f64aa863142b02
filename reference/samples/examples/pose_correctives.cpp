// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/numbers_of.h"
#include "reference/samples/morph_targets.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples {

/// At palette level, with a few shapes and the features of two joints.
ArraySet pose_correctives_question(std::size_t size, Random& random) {
  constexpr std::size_t features = 18;
  const std::size_t shapes = 1 + random.below(4);
  ArraySet question = scenes::sample_skinning(size, random);
  const auto add_directions = [&](const char* name, std::size_t count) {
    Array::Reals directions;
    for (const MorphTarget& target : sample_targets(count, size, random)) {
      const Array::Reals rows = numbers_of(target.positions);
      directions.insert(directions.end(), rows.begin(), rows.end());
    }
    question.add(name, {count, size, 3}, std::move(directions));
  };
  const auto add_numbers = [&](const char* name, std::size_t count, double most) {
    Array::Reals numbers(count);
    for (double& x : numbers)
      x = random.uniform(-most, most);
    question.add(name, {count}, std::move(numbers));
  };
  add_numbers("shape_coefficients", shapes, 2);
  add_directions("shape_directions", shapes);
  add_directions("pose_directions", features);
  add_numbers("pose_features", features, 1);
  return question;
}

}  // namespace bindpose::samples
