// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "reference/model/arrays.h"
#include "reference/samples/morph_targets.h"

namespace bindpose::samples {

ArraySet texture_blend_question(std::size_t size, Random& random) {
  const std::size_t count = sample_target_count(size, random);
  Array::Reals texels(4 * size), maps(4 * size * count);
  for (double& x : texels)
    x = random.unit();
  for (double& x : maps)
    x = random.unit();
  ArraySet question;
  question.add("target_weights", {count}, sample_target_weights(count, random));
  question.add("texels", {size, 4}, std::move(texels));
  question.add("target_texels", {count, size, 4}, std::move(maps));
  return question;
}

}  // namespace bindpose::samples
