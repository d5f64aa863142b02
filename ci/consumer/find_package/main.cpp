// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skins one vertex with the installed reference and judges the output.
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "conformance/subjects/subject.h"
#include "gpu/device/device.h"
#include "reference/algorithms.h"

int main() {
  using namespace bindpose;
  ArraySet arrays;
  arrays.add("positions", {1, 3}, std::vector<double>{0.5, 1, 2});
  arrays.add("joints", {1, 2}, std::vector<std::int32_t>{0, 1});
  arrays.add("weights", {1, 2}, std::vector<double>{0.25, 0.75});
  arrays.add(
      "palette", {2, 3, 4},
      std::vector<double>{1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0,    // rests
                          0, -1, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0});  // a quarter turn, then a metre along x
  const auto spec = conformance::parse_subject("reference-float");
  if (!spec || !gpu::parse_device("surfaceless")) return 1;
  const Question question{find_algorithm("lbs"), Level::palette, {}, arrays};
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
