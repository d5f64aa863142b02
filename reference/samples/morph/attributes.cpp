// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>

#include "reference/model/arrays.h"
#include "reference/samples/morph_targets.h"

namespace bindpose::samples {

/// Attributes in 0 .. 1, displaced by up to 0.5.
ArraySet attributes_question(std::size_t size, Random& random) {
  const std::size_t count = sample_target_count(size, random);
  ArraySet question;
  question.add("target_weights", {count}, sample_target_weights(count, random));
  const auto add = [&](const char* name, Shape base, double low, double high, bool of_targets) {
    if (of_targets) base.insert(base.begin(), count);
    Array::Reals numbers(element_count(base));
    for (double& x : numbers)
      x = random.uniform(low, high);
    question.add((of_targets ? "target_" : "") + std::string(name), std::move(base), std::move(numbers));
  };
  for (const auto& [name, base] :
       {std::pair{"colours", Shape{size, 4}}, std::pair{"texture_coordinates", Shape{size, 2}},
        std::pair{"wrinkles", Shape{size}}}) {
    add(name, base, 0, 1, false);
    add(name, base, -0.5, 0.5, true);
  }
  return question;
}

}  // namespace bindpose::samples
