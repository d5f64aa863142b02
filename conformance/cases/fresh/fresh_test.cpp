// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/fresh/fresh.h"

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance::fresh_test {

Question question_of(const Case& c) {
  return {c.algorithm, c.level, c.options, *c.question()};
}

bool same(const ArraySet& a, const ArraySet& b) {
  if (a.size() != b.size()) return false;
  for (const Array& array : a) {
    const Array* other = b.find(array.name);
    if (other == nullptr || other->shape != array.shape || array.is_real() != other->is_real()) return false;
    if (!array.is_real() && array.integers() != other->integers()) return false;
    for (std::size_t i = 0; array.is_real() && i < array.reals().size(); ++i)
      if (!(array.reals()[i] == other->reals()[i]) && !(array.reals()[i] != array.reals()[i])) return false;
  }
  return true;
}

void expect_float32(const Case& fresh, const ArraySet& arrays) {
  for (const Array& array : arrays)
    for (std::size_t i = 0; array.is_real() && i < array.reals().size(); ++i) {
      const double x = array.reals()[i];
      ASSERT_TRUE(x != x || x == to_float32(x)) << fresh.name << " " << array.name << "[" << i << "]";
    }
}

/// Every built-in case has a fresh case whose output differs from the case's output and that the
/// reference passes in float32.
TEST(FreshTest, every_case_has_a_fresh_case) {
  for (const Case& base : built_in_cases()) {
    const auto fresh = fresh_case(base, "a seed", 0);
    ASSERT_TRUE(fresh) << base.name << ": " << to_string(fresh.error());
    const Question question = question_of(*fresh);
    expect_float32(*fresh, question.arrays);
    const auto expectation = expect(question);
    ASSERT_TRUE(expectation) << fresh->name;

    const auto result = base.algorithm->implementation.in_float(question.arrays, question.options);
    ASSERT_TRUE(result) << fresh->name;
    const Verdict verdict = compare(*expectation, as_answer(*result));
    EXPECT_EQ(verdict.outcome, Outcome::pass) << fresh->name << ": " << verdict.detail;

    const Question old = question_of(base);
    const auto learnt = base.algorithm->implementation.in_double(old.arrays, old.options);
    ASSERT_TRUE(learnt) << base.name;
    Answer answer;
    for (const auto& array : learnt->arrays)
      answer.arrays.add(array.name, array.shape, array.values);
    EXPECT_FALSE(is_expected(compare(*expectation, answer).outcome)) << fresh->name;
  }
}

/// True if some rows have no output or a comparison is undecided. Only a few dozen other inputs of
/// this kind exist.
bool depends_on_exact_numbers(const Case& base) {
  const auto expectation = expect(question_of(base));
  if (!expectation) return false;
  return !expectation->undefined.empty() ||
         std::ranges::any_of(expectation->arrays,
                             [](const ExpectedArray& array) { return !array.other.values.empty(); });
}

TEST(FreshTest, fresh_cases_depend_on_the_seed) {
  for (const Case& base : built_in_cases()) {
    if (base.name.find(".bar.posed.") == std::string::npos && base.algorithm->family == "skinning") continue;
    const auto fresh = fresh_case(base, "a seed", 3);
    const auto again = fresh_case(base, "a seed", 3);
    ASSERT_TRUE(fresh && again) << base.name;
    EXPECT_TRUE(same(*fresh->question(), *again->question())) << base.name;
    const auto differs = [&](std::string_view seed, std::size_t index) {
      const auto other = fresh_case(base, seed, index);
      return other && !same(*fresh->question(), *other->question());
    };
    for (const auto& [seed, index] : {std::pair{"another seed", 3U}, std::pair{"a seed", 4U}}) {
      if (differs(seed, index)) continue;
      EXPECT_TRUE(depends_on_exact_numbers(base)) << base.name << ", " << seed;
      bool any = false;
      for (std::size_t i = 1; i < 6 && !any; ++i)
        any = differs(seed, index + i);
      EXPECT_TRUE(any) << base.name << ", " << seed;
    }
    EXPECT_FALSE(same(*fresh->question(), *base.question())) << base.name;
  }
}

TEST(FreshTest, names_have_kind_and_index) {
  const auto named = [](const char* name) {
    for (const Case& c : built_in_cases())
      if (c.name == name) return fresh_case(c, "seed", 7)->name;
    return std::string();
  };
  EXPECT_EQ(named("skinning.linear_blend.bar.posed.direction.pose.f32"),
            "skinning.linear_blend.fresh-7.bar.posed.direction.pose.f32");
  EXPECT_TRUE(is_fresh("skinning.linear_blend.fresh-7.bar.posed.direction.pose.f32"));
  EXPECT_FALSE(is_fresh("skinning.linear_blend.bar.posed.direction.pose.f32"));
}

TEST(FreshTest, files_have_no_fresh_cases) {
  Case base = built_in_cases().front();
  base.level = Level::asset;
  EXPECT_EQ(fresh_case(base, "seed", 0).error().code, "FRESH_IMPOSSIBLE");
}

TEST(FreshTest, inputs_that_cannot_change_have_no_fresh_case) {
  Case base = built_in_cases().front();
  base.question = []() -> Expected<ArraySet> { return fail("SOME_CODE", "here", "broken"); };
  EXPECT_EQ(fresh_case(base, "seed", 0).error().code, "SOME_CODE");
}

}  // namespace bindpose::conformance::fresh_test
