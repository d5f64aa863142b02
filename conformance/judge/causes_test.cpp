// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A cause is named where it is the cause, and only there.
#include "conformance/judge/causes.h"

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace causes_test {

const std::string lbs = "skinning.linear_blend.bar.posed.direction.palette.f32";
const std::string hose = "skinning.linear_blend.hose.slots-4.direction.palette.f32";
const std::string dqs = "skinning.dual_quaternion.bar.posed.first-influence.palette.f32";

Question question_of(std::string_view name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) return {c.algorithm, c.level, c.options, *c.question()};
  ADD_FAILURE() << "no case " << name;
  return {};
}

Answer in_float32(const Question& question) {
  const auto result = question.algorithm->implementation.in_float(question.arrays, question.options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? as_answer(*result) : Answer{};
}

/// One array of a question, or of an answer, with every number changed.
template <class Change>
void change(ArraySet& arrays, const char* name, Change to) {
  for (double& x : std::get<Array::Reals>(arrays.find(name)->data))
    x = to(x);
}

/// Matrices, or rotations and translations.
void change_palette(ArraySet& arrays, double (*to)(double)) {
  for (const char* name : {"palette", "palette_rotations", "palette_translations"})
    if (arrays.has(name)) change(arrays, name, to);
}

double half_spacing(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, exponent - 11);
}
double half(double x) {
  return std::nearbyint(x / half_spacing(x)) * half_spacing(x);
}
double cut_half(double x) {
  return std::trunc(x / half_spacing(x)) * half_spacing(x);
}
double byte(double x) {
  return std::round(x * 255) / 255;
}
double cut_byte(double x) {
  return std::floor(x * 255) / 255;
}

/// The verdict on an answer to a changed question.
template <class Change>
Verdict verdict_on(const std::string& name, Change to) {
  const Question question = question_of(name);
  Question changed = question;
  to(changed.arrays);
  return judge(question, *expect(question), in_float32(changed));
}
/// The verdict on a changed answer.
template <class Change>
Verdict verdict_with(const std::string& name, Change to) {
  const Question question = question_of(name);
  Answer answer = in_float32(question);
  to(answer.arrays);
  return judge(question, *expect(question), answer);
}

TEST(CausesTest, a_palette_in_half_precision_is_named_however_it_was_rounded) {
  for (const std::string& name : {lbs, hose, dqs}) {
    EXPECT_EQ(verdict_on(name, [](ArraySet& arrays) { change_palette(arrays, &half); }).precision_class,
              "half-palette")
        << name;
    const Verdict cut = verdict_on(name, [](ArraySet& arrays) { change_palette(arrays, &cut_half); });
    EXPECT_EQ(cut.precision_class, "half-palette") << name << ": " << cut.detail;
  }
}

TEST(CausesTest, weights_in_bytes_are_named_also_where_they_were_cut_off) {
  for (const std::string& name : {lbs, hose, dqs})
    for (const auto to : {&byte, &cut_byte}) {
      const Verdict verdict = verdict_on(name, [to](ArraySet& arrays) { change(arrays, "weights", to); });
      EXPECT_EQ(verdict.precision_class, "unorm8-weights") << name << ": " << verdict.detail;
    }
}

TEST(CausesTest, two_classes_at_once_are_named) {
  for (const std::string& name : {lbs, hose, dqs}) {
    const Verdict verdict = verdict_on(name, [](ArraySet& arrays) {
      change_palette(arrays, &half);
      change(arrays, "weights", &byte);
    });
    EXPECT_EQ(verdict.precision_class, "half-palette+unorm8-weights") << name << ": " << verdict.detail;
  }
}

TEST(CausesTest, what_is_off_by_as_much_is_no_class) {
  for (const std::string& name : {lbs, hose, dqs}) {
    const Verdict scaled = verdict_with(
        name, [](ArraySet& arrays) { change(arrays, "positions", [](double x) { return x * 1.005; }); });
    EXPECT_EQ(scaled.precision_class, "") << name << ": " << scaled.detail;
    for (const double size : {1e-3, 1e-4}) {
      Random random(fmt::format("noise {}", size));
      const Verdict noisy = verdict_with(name, [&](ArraySet& arrays) {
        change(arrays, "positions", [&](double x) { return x * (1 + random.uniform(-size, size)); });
      });
      EXPECT_EQ(noisy.outcome, Outcome::fail);
      EXPECT_EQ(noisy.precision_class, "") << name << ": " << noisy.detail;
    }
  }
}

TEST(CausesTest, mediump_leaves_nothing_but_numbers_of_binary16) {
  const auto rounded = [](ArraySet& arrays) {
    for (const char* name : {"positions", "normals", "tangents"})
      change(arrays, name, &half);
  };
  EXPECT_EQ(verdict_with(lbs, rounded).precision_class, "mediump");
  const Verdict but_one = verdict_with(lbs, [&](ArraySet& arrays) {
    rounded(arrays);
    (*reals_of(arrays, "positions"))[4] *= 1 + 1e-5;
  });
  EXPECT_EQ(but_one.precision_class, "") << but_one.detail;
}

TEST(CausesTest, a_policy_is_no_excuse_for_other_numbers_than_it_changes) {
  for (const Case& c : built_in_cases()) {
    if (c.name.find("skinning.linear_blend.hose.") == std::string::npos) continue;
    const Verdict verdict = verdict_with(c.name, [](ArraySet& arrays) {
      for (const char* name : {"positions", "normals", "tangents"})
        if (arrays.has(name)) change(arrays, name, [](double x) { return x + 2e-9; });
    });
    EXPECT_EQ(verdict.policy, "") << c.name << ": " << verdict.detail;
  }
}

/// What an implementation gives that goes by another policy than the one asked for is named as one.
TEST(CausesTest, another_policy_is_named) {
  std::size_t named = 0, made = 0;
  for (const Case& c : built_in_cases()) {
    if (!c.smoke || c.algorithm->family != "skinning") continue;
    const Question question = question_of(c.name);
    const auto right = expect(question);
    for (const OptionSpec& spec : c.algorithm->implementation.declaration.options) {
      if (spec.kind != OptionSpec::Kind::policy || (spec.only_pose && c.level == Level::palette)) continue;
      for (const std::string_view value : spec.values) {
        Question other = question;
        other.options[std::string(spec.name)] = std::string(value);
        if (!expect(other)) continue;
        const Verdict verdict = judge(question, *right, in_float32(other));
        if (verdict.outcome != Outcome::fail) continue;
        ++made;
        named += verdict.policy.empty() ? 0 : 1;
        EXPECT_FALSE(verdict.policy.empty()) << c.name << " " << spec.name << "=" << value << verdict.detail;
      }
    }
  }
  EXPECT_GT(made, 10U);
  fmt::print("{} of {} named\n", named, made);
}

}  // namespace causes_test
}  // namespace bindpose::conformance
