// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/verified.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "bench/bench.h"
#include "bench/lines.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t verified_rows = 1000;        // first vertices of a crowd, which are independent
constexpr std::size_t most_verified_rows = 10000;  // other inputs: all rows

/// The first rows of every array that has one for each of `all` vertices.
ArraySet beginning(const ArraySet& arrays, std::size_t all, std::size_t rows) {
  ArraySet cut;
  for (Array array : arrays) {
    if (!array.shape.empty() && array.shape.front() == all) {
      array.shape.front() = rows;
      const std::size_t kept = bindpose::element_count(array.shape);
      std::visit([kept](auto& numbers) { numbers.resize(kept); }, array.data);
    }
    cut.put(std::move(array));
  }
  return cut;
}

bool all_finite(const ArraySet& arrays) {
  return std::ranges::all_of(arrays, [](const Array& array) {
    return !array.is_real() ||
           std::ranges::all_of(array.reals(), [](double number) { return std::isfinite(number); });
  });
}

}  // namespace

Question crowd_of(const Algorithm& algorithm, const scenes::CrowdShape& shape) {
  Random random("curves");
  return {&algorithm,
          Level::palette,
          {},
          algorithm.id == "dqs" ? samples::rigid_crowd_question(shape, random)
                                : scenes::crowd_question(scenes::crowd(shape, random))};
}

Verified verify(Question question, conformance::Answer answer, bool is_crowd) {
  const std::size_t rows = row_count(*question.algorithm, answer);
  const bool is_cut = is_crowd && rows > verified_rows;
  if (!is_crowd && rows > most_verified_rows)
    return {"finite", all_finite(answer.arrays) ? "" : "not all numbers are finite"};
  if (is_cut) {
    question.arrays = beginning(question.arrays, rows, verified_rows);
    answer.arrays = beginning(answer.arrays, rows, verified_rows);
    answer.undefined.clear();
  }
  const auto expectation = conformance::expect(question);
  if (!expectation) return {"", to_string(expectation.error())};
  return {is_cut ? "beginning" : "all", check(*expectation, answer).reason};
}

}  // namespace bindpose::bench
