// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for cyclic coordinate descent. Varied: the number of iterations and bones, the
// position of the goal (around the chain, out of reach, on the chain's line), and the order in
// which joints are visited.
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {

void ik_ccd_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "ik_ccd");
  add_ik_cases(add, as_it_is);
  add_long_runs(add, as_it_is);
  const Chain<double> bent = bent_chain(5);
  add("bent.root-to-tip", "Joints are visited in the other order, set by an option.", as_it_is,
      ik_question(bent, goals_around(bent), 3))
      .options = {{"order", "root-to-tip"}};
  const Chain<double> shorter = bent_chain(3);
  add("shorter.root-to-tip", "A shorter chain in the other order.", as_it_is,
      ik_question(shorter, goals_around(shorter), 3))
      .options = {{"order", "root-to-tip"}};
}

}  // namespace bindpose::conformance::ik
