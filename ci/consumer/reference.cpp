// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Computes a point halfway between two others with the reference only.
#include <cstdio>

#include "reference/algorithms.h"

#ifdef __FAST_MATH__
#error "the reference is compiled without fast mathematics"
#endif

int main() {
  using namespace bindpose;
  ArraySet question;
  question.add("a", {1, 3}, std::vector<double>{1, 2, 3});
  question.add("b", {1, 3}, std::vector<double>{3, 2, 1});
  question.add("t", {1}, std::vector<double>{0.5});
  const Algorithm* lerp = find_algorithm("interp.lerp");
  const auto answer = lerp->implementation.in_double(question, {});
  if (!answer) return 1;
  for (const double value : answer->arrays.front().values) {
    std::printf("%g\n", value);
    if (value != 2) return 1;
  }
  return 0;
}
