// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skins one vertex with the installed reference and asks the judge about the answer.
#include <cstdio>

#include "conformance/subjects/subject.h"
#include "gpu/device/device.h"
#include "reference/algorithms.h"
#include "reference/scenes/bar.h"

int main() {
  using namespace bindpose;
  const auto arrays = scenes::palette_question(scenes::bar());
  const auto spec = conformance::parse_subject("reference-float");
  if (!arrays || !spec || !gpu::parse_device("surfaceless")) return 1;
  const Question question{find_algorithm("lbs"), Level::palette, {}, *arrays};
  const auto expectation = conformance::expect(question);
  const auto subject = conformance::open_subject(*spec);
  if (!expectation || !subject) return 1;
  const auto answer = (*subject)->run(question, {});
  if (!answer) return 1;
  const conformance::Verdict verdict = conformance::judge(question, *expectation, *answer);
  std::printf("%s, %.3f of the bound\n", std::string(to_string(verdict.outcome)).c_str(),
              verdict.worst_fraction);
  return verdict.outcome == conformance::Outcome::pass ? 0 : 1;
}
