// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/numeric/random.h"

namespace bindpose::samples {

ArraySet lerp_question(std::size_t size, Random& random) {
  Array::Reals a, b, t;
  for (std::size_t i = 0; i < size; ++i) {
    for (int c = 0; c < 3; ++c)
      a.push_back(random.uniform(-2, 2));
    for (int c = 0; c < 3; ++c)
      b.push_back(random.uniform(-2, 2));
    t.push_back(random.uniform(-0.5, 1.5));
  }
  ArraySet question;
  question.add("a", {size, 3}, std::move(a)).add("b", {size, 3}, std::move(b)).add("t", {size}, std::move(t));
  return question;
}

}  // namespace bindpose::samples
