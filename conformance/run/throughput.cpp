// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/throughput.h"

#include <algorithm>

#include "reference/algorithms.h"
#include "reference/scenes/crowd.h"

namespace bindpose::conformance {

std::optional<Throughput> measure_throughput(const Suite& suite, std::size_t subject) {
  constexpr std::size_t vertices = 20000;
  constexpr int runs = 5;
  constexpr double enough_seconds = 0.3;  // a slow subject does not run six times
  const Algorithm* const lbs = find_algorithm("lbs");
  // Measures only if linear blending at palette level ran with the expected results.
  bool is_right = false, was_asked = false;
  for (const Record& record : suite.records()) {
    if (record.subject != subject || !record.ran) continue;
    was_asked = was_asked || !record.verdict.is_cached;
    const Outcome outcome = record.verdict.outcome;
    if (outcome == Outcome::crash || outcome == Outcome::timeout) return std::nullopt;
    if (record.from->algorithm != lbs || record.from->level != Level::palette) continue;
    if (!is_expected(outcome)) return std::nullopt;
    is_right = is_right || outcome == Outcome::pass;
  }
  if (!is_right || !was_asked) return std::nullopt;
  Question question;
  question.algorithm = lbs;
  const auto variants = suite.subjects()[subject]->variants(*lbs, Level::palette);
  if (variants.empty()) return std::nullopt;
  Random random("throughput");
  question.arrays = scenes::sample_skinning(vertices, random);
  const AcceptedDeviations terms = suite.terms(subject, *lbs, Level::palette);
  if (!leave_out(terms.without, question)) return std::nullopt;
  const auto expectation = expect(question, terms.classes);
  if (!expectation) return std::nullopt;
  Throughput result;
  double spent = 0;
  for (int i = 0; i <= runs && spent < enough_seconds && !interrupted(); ++i) {  // the first run warms up
    const auto answer = suite.subjects()[subject]->run(question, variants.front());
    if (!answer) return std::nullopt;
    result.verdict = compare(*expectation, *answer);
    if (result.verdict.outcome != Outcome::pass) return std::nullopt;
    spent += answer->seconds;
    if ((i > 0 || spent >= enough_seconds) && answer->seconds > 0)
      result.vertices_per_second = std::max(result.vertices_per_second, vertices / answer->seconds);
  }
  return result;
}

}  // namespace bindpose::conformance
