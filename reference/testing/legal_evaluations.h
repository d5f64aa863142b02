// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, evaluates random inputs many times on a machine with random choices, and compares every output
// with Tracked's bound.
//
// Each kind of input prints the largest error it saw as a fraction of the bound. Above 1 the bound is wrong; far
// below 1 it is too wide.
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"
#include "reference/testing/legal_machine.h"

#if defined(__has_feature)
#define BINDPOSE_HAS_FEATURE(feature) __has_feature(feature)
#else
#define BINDPOSE_HAS_FEATURE(feature) 0
#endif

namespace bindpose::legal {

#if !defined(__OPTIMIZE__) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    BINDPOSE_HAS_FEATURE(address_sanitizer) || BINDPOSE_HAS_FEATURE(thread_sanitizer)
inline constexpr bool slow_build = true;
#else
inline constexpr bool slow_build = false;
#endif
inline constexpr std::size_t kinds = 12;
inline constexpr std::size_t evaluations_a_kind = slow_build ? 45'000 : 900'000;
inline constexpr std::size_t evaluations_a_question = 48;
static_assert(slow_build || kinds * evaluations_a_kind >= 10'000'000);

using Numbers = std::vector<double>;

/// A random float32 in +-[2^low, 2^high). Half of them have significands within a few units of 1, which have the
/// largest relative roundings.
inline double number(Random& random, int low, int high) {
  const int exponent = low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low)));
  const double fraction =
      random.below(2) == 0 ? random.unit() : static_cast<double>(random.below(64)) * 0x1p-20;
  return to_float32(std::ldexp(random.below(2) == 0 ? 1 + fraction : -1 - fraction, exponent));
}

inline Vec3<double> vector(Random& random, int low, int high) {
  return {number(random, low, high), number(random, low, high), number(random, low, high)};
}

inline Affine<double> affine(Random& random, int far) {
  Affine<double> M;
  if (random.below(2) == 0) {
    Trs<double> trs{random.point(std::ldexp(1, far)), random.rotation(), vector(random, -1, 1)};
    M = affine_from_trs(trs);
    for (double& entry : M.linear.reshaped())
      entry = to_float32(entry);
  } else {
    for (double& entry : M.linear.reshaped())
      entry = number(random, -3, 1);
    M.translation = vector(random, far - 3, far);
  }
  return M;
}

template <class Vector>
void append(Numbers& numbers, const Vector& v) {
  numbers.insert(numbers.end(), v.begin(), v.end());
}
template <class Vector>
void append(std::vector<Tracked>& numbers, const Vector& v) {
  numbers.insert(numbers.end(), v.begin(), v.end());
}

struct Tally {
  std::size_t evaluations = 0;
  std::size_t undecided = 0;  ///< skipped inputs, because they have an open comparison
  std::size_t unbounded = 0;  ///< numbers whose bound is infinite
  double greatest = 0;        ///< error / bound

  void record(const Tracked& bound, double actual) {
    const double error = std::fabs(actual - bound.value());
    if (std::isinf(bound.error())) {
      ++unbounded;
    } else if (error != 0) {
      const double fraction = error / bound.error();
      if (!(fraction <= greatest))
        greatest = std::isnan(fraction) ? std::numeric_limits<double>::infinity() : fraction;
    }
  }
};

/// ask(random) returns an input with `bounds` (Tracked outputs) and evaluate(machine, answers).
template <class Ask>
void expect_within_bound(std::string_view kind, double at_least, Ask ask,
                         LegalMachine::Format format = {24, -126}) {
  Random random(kind);
  LegalMachine machine(random.bits(), format);
  Tally tally;
  Numbers answers;
  while (tally.evaluations < evaluations_a_kind) {
    Branches::current() = {};
    const auto question = ask(random);
    if (Branches::current().undecided != 0) {
      ASSERT_LT(++tally.undecided, evaluations_a_kind);
      continue;
    }
    for (std::size_t i = 0; i < evaluations_a_question; ++i, ++tally.evaluations) {
      machine.change_habits();
      answers.clear();
      question.evaluate(machine, answers);
      ASSERT_EQ(answers.size(), question.bounds.size());
      for (std::size_t k = 0; k < answers.size(); ++k)
        tally.record(question.bounds[k], answers[k]);
    }
  }
  fmt::print("{:<28} {:>8} evaluations{}  largest error {:.4f} of the bound  ({} unbounded, {} open)\n", kind,
             tally.evaluations, slow_build ? " (slow build: 1 in 20)" : "", tally.greatest, tally.unbounded,
             tally.undecided);
  testing::Test::RecordProperty("evaluations", static_cast<int>(tally.evaluations));
  testing::Test::RecordProperty("largest_fraction", fmt::format("{:.4f}", tally.greatest));
  EXPECT_LE(tally.greatest, 1);
  EXPECT_GT(tally.greatest, at_least);
  EXPECT_LT(tally.unbounded, tally.evaluations / 10);
}

}  // namespace bindpose::legal
