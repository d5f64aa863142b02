// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for FABRIK. Varied: the number of iterations and bones, and the position of the goal
// (around the chain, out of reach, on the chain's line, on a joint).
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {

void ik_fabrik_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "ik_fabrik");
  add_ik_cases(add, as_it_is);
  add_long_runs(add, as_it_is);
}

}  // namespace bindpose::conformance::ik
