// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the functions <family>::<stem>_cases(cases), which append each algorithm's cases.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) \
  namespace family {                                                       \
  void stem##_cases(std::vector<Case>& cases);                             \
  }
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM

}  // namespace bindpose::conformance
