// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "reference/numeric/random.h"

int main() {
  bindpose::Random random("consumer");
  const double number = random.uniform(0, 1);
  std::printf("%f\n", number);
  return number >= 0 && number <= 1 ? 0 : 1;
}
