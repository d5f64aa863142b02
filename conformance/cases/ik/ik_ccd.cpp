// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of cyclic coordinate descent. Varied: how many iterations, how many bones, where the goal is -
// around, out of reach, on the chain's own line - and the order in which joints are visited.
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {

void ik_ccd_cases(std::vector<Case>& cases) {
  add_ik_cases(cases, "ik_ccd", {"ccd-root-to-tip", "ccd-stale-end", "ik-iterations-off-by-one"},
               [](ArraySet question) { return question; });
  add_case(cases, "ik_ccd", "bent.root-to-tip", "The other order of visits, asked for by its option.",
           {"ccd-order-fixed"}, [] {
             const Chain<double> bent = bent_chain(5);
             return ik_question(bent, goals_around(bent), 3);
           });
  cases.back().options = {{"order", "root-to-tip"}};
}

}  // namespace bindpose::conformance::ik
