// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests of reports, a judged output with one wrong vertex.
#pragma once

#include "conformance/report/judged_answer.h"
#include "conformance/testing/given.h"

namespace bindpose::conformance {

/// The cylinder's output with vertex 7 moved.
struct WrongCylinder {
  explicit WrongCylinder(double by = 2.5)
      : given(given_answer(name, "positions", [by](double* x, std::size_t v) { x[1] += v == 7 ? by : 0; })) {
    for (const Case& c : built_in_cases())
      if (c.name == name) from = &c;
    verdict = compare(given.right, given.answer);
  }
  JudgedAnswer judged() const { return {test, *from, given.question, given.right, given.answer, verdict}; }

  static constexpr const char* name = "skinning.linear_blend.cylinder.bend-90.direction.palette.f32";
  std::string test = std::string(name) + "/fake/default";
  GivenAnswer given;
  const Case* from = nullptr;
  Verdict verdict;
};

}  // namespace bindpose::conformance
