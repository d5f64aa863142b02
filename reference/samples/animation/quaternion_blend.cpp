// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

/// Four rotations per row, within 120 degrees of the lead except for their signs, so that no sum comes near 0; one
/// weight in six is 0.
ArraySet quaternion_blend_question(std::size_t size, Random& random) {
  constexpr std::size_t width = 4;
  Array::Reals rotations, weights;
  Array::Integers leads;
  for (std::size_t row = 0; row < size; ++row) {
    const Vec4<double> centre = random.rotation().coeffs();
    for (std::size_t i = 0; i < width; ++i) {
      const double sign = random.below(2) == 0 ? 1 : -1;
      const Vec4<double> around = centre + 0.5 * Vec4<double>(random.rotation().coeffs());
      const Vec4<double> q = (sign * around.normalized()).unaryExpr(&to_float32);
      rotations.insert(rotations.end(), q.begin(), q.end());
      weights.push_back(random.below(6) == 0 ? 0 : random.uniform(0.0625, 1));
    }
    leads.push_back(static_cast<std::int32_t>(random.below(width)));
    const std::size_t lead = row * width + static_cast<std::size_t>(leads.back());
    if (weights[lead] == 0 && random.below(2) == 0) weights[lead] = 0.5;
  }
  ArraySet question;
  question.add("rotations", {size, width, 4}, std::move(rotations));
  question.add("weights", {size, width}, std::move(weights)).add("leads", {size}, std::move(leads));
  return question;
}

}  // namespace bindpose::samples
