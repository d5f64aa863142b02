// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cases.h"

namespace bindpose::conformance {

#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) \
  namespace family {                                                       \
  void stem##_cases(std::vector<Case>& cases);                             \
  }
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM

const std::vector<Case>& built_in_cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> cases;
#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) family::stem##_cases(cases);
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM
    return cases;
  }();
  return all;
}

}  // namespace bindpose::conformance
