// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for damped least squares. Varied: the number of iterations and bones, the position of
// the goal (around the chain, out of reach, on the chain's line), and the damping.
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {
namespace {

ArraySet damped(ArraySet question, double damping) {
  question.add("damping", {1}, Array::Reals{damping});
  return question;
}

}  // namespace

void ik_dls_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "ik_dls");
  add_ik_cases(add, [](const ArraySet& question) { return damped(question, 0.5); });
  const Chain<double> bent = bent_chain(5);
  for (const double damping : {0.125, 0.25, 1.5})
    add(fmt::format("bent.damping-{}", damping),
        "Little to much damping: the step of one iteration depends on its square.", damped,
        ik_question(bent, goals_around(bent), 3), damping);
}

}  // namespace bindpose::conformance::ik
