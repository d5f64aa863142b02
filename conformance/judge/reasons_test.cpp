// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/together.h"
#include "conformance/judge/causes.h"
#include "reference/ik/shared/ik_chain.h"
#include "reference/model/rows.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::reasons_test {

// The judge names a cause only for the failures that it causes.
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

/// One array of an input, or of an output, with every number changed.
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

/// The verdict on an output for a changed input.
template <class Change>
Verdict verdict_on(const std::string& name, Change to) {
  const Question question = question_of(name);
  Question changed = question;
  to(changed.arrays);
  return judge(question, *expect(question), in_float32(changed));
}
/// The verdict on a changed output.
template <class Change>
Verdict verdict_with(const std::string& name, Change to) {
  const Question question = question_of(name);
  Answer answer = in_float32(question);
  to(answer.arrays);
  return judge(question, *expect(question), answer);
}

TEST(CausesTest, a_half_precision_palette_is_named_for_any_rounding) {
  for (const std::string& name : {lbs, hose, dqs}) {
    EXPECT_EQ(verdict_on(name, [](ArraySet& arrays) { change_palette(arrays, &half); }).precision_class,
              "half-palette")
        << name;
    const Verdict cut = verdict_on(name, [](ArraySet& arrays) { change_palette(arrays, &cut_half); });
    EXPECT_EQ(cut.precision_class, "half-palette") << name << ": " << cut.detail;
  }
}

TEST(CausesTest, rounded_and_truncated_byte_weights_are_named) {
  for (const std::string& name : {lbs, hose, dqs})
    for (const auto to : {&byte, &cut_byte}) {
      const Verdict verdict = verdict_on(name, [to](ArraySet& arrays) { change(arrays, "weights", to); });
      EXPECT_EQ(verdict.precision_class, "unorm8-weights") << name << ": " << verdict.detail;
    }
}

/// Weights in bytes leave normals undecided that float32 decides.
TEST(CausesTest, accepted_byte_weights_pass_with_fewer_decided_numbers) {
  for (const char* crowd : {"influences-6", "influences-16", "packed-u16-6", "packed-f16-6"})
    for (const char* rule : {"direction", "inverse-transpose-of-blend"}) {
      Question question =
          question_of(fmt::format("skinning.linear_blend.crowd.{}.direction.palette.f32", crowd));
      question.options["normal_rule"] = rule;
      Question stored = question;
      change(stored.arrays, "weights", &byte);
      const Verdict verdict =
          judge(question, *expect(question), in_float32(stored), {*find_precision_class("unorm8-weights")});
      EXPECT_EQ(verdict.outcome, Outcome::pass) << crowd << " " << rule << ": " << verdict.detail;
      EXPECT_EQ(verdict.arrays.front().undecided, 0U) << "positions";
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

TEST(CausesTest, other_errors_of_the_same_size_are_not_a_class) {
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

TEST(CausesTest, mediump_is_named_only_if_every_number_is_binary16) {
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

TEST(CausesTest, a_policy_explains_only_numbers_that_it_changes) {
  for (const Case& c : built_in_cases()) {
    if (c.name.find("skinning.linear_blend.hose.") == std::string::npos) continue;
    const Verdict verdict = verdict_with(c.name, [](ArraySet& arrays) {
      for (const char* name : {"positions", "normals", "tangents"})
        if (arrays.has(name)) change(arrays, name, [](double x) { return x + 2e-9; });
    });
    EXPECT_EQ(verdict.policy, "") << c.name << ": " << verdict.detail;
  }
}

/// The judge names another policy than the one in the input.
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

/// Names of the arrays of an input at pose level.
std::set<std::string> found(const ArraySet& arrays) {
  Question question{find_algorithm("lbs"), Level::pose, {}, arrays};
  std::set<std::string> names;
  for (const Feature& each : features())
    if (each.is_in(question)) names.emplace(each.name);
  return names;
}

using Names = std::set<std::string>;

TEST(FeatureTest, features_of_joints_are_found) {
  EXPECT_EQ(found({}), Names{});
  ArraySet plain;
  plain.add("local_scales", {2, 3}, Array::Reals{1, 1, 1, 1, 1, 1})
      .add("local_is_matrix", {2}, Array::Integers{0, 0});
  EXPECT_EQ(found(plain), Names{});
  ArraySet scaled = plain;
  scaled.put({"local_scales", {2, 3}, Array::Reals{1, 1, 1, 2, 2, 2}});
  EXPECT_EQ(found(scaled), Names{"scale"});
  scaled.put({"local_scales", {2, 3}, Array::Reals{1, 1, 1, -2, 2, 2}});
  EXPECT_EQ(found(scaled), (Names{"scale", "non-uniform-scale", "reflections"}));
  ArraySet matrix = plain;
  matrix.put({"local_is_matrix", {2}, Array::Integers{0, 1}});
  EXPECT_EQ(found(matrix), Names{"matrix-joints"});
  matrix.add("local_matrices", {2, 3, 4}, Array::Reals(24, 0.0));
  Array::Reals& m = std::get<Array::Reals>(matrix.find("local_matrices")->data);
  for (const std::size_t i : {0, 5, 10})
    m[i] = 7;  // not used
  for (const std::size_t i : {12, 17, 22})
    m[i] = 1;
  EXPECT_EQ(found(matrix), Names{"matrix-joints"});
  m[13] = 0.5;
  EXPECT_EQ(found(matrix), (Names{"matrix-joints", "scale", "non-uniform-scale"}));
}

TEST(FeatureTest, features_of_keyframes_are_found) {
  ArraySet question;
  question.add("tracks", {2, 3}, Array::Integers{0, 1, 1, 0, 2, 1});
  question.add("track_1_values", {2, 3}, Array::Reals{1, 1, 1, 1, 1, 1});
  EXPECT_EQ(found(question), Names{"tracks"});
  question.put({"track_1_values", {2, 3}, Array::Reals{1, 1, 1, 3, 1, 1}});
  EXPECT_EQ(found(question), (Names{"tracks", "scale", "non-uniform-scale"}));
  ArraySet cubic;
  cubic.add("tracks", {1, 3}, Array::Integers{0, 0, 2});
  EXPECT_EQ(found(cubic), (Names{"tracks", "cubic-splines"}));
}

TEST(FeatureTest, a_palette_of_rigid_motions_has_no_feature) {
  ArraySet question;
  question.add("palette", {1, 3, 4}, Array::Reals{0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7});
  EXPECT_EQ(found(question), Names{});
  question.put({"palette", {1, 3, 4}, Array::Reals{0, -1, 0, 5, 1.0001, 0, 0, 6, 0, 0, 1, 7}});
  EXPECT_EQ(found(question), (Names{"scale", "non-uniform-scale"}));
}

TEST(FeatureTest, stretches_next_to_motions_are_scales) {
  ArraySet question;
  question.add("palette_stretches", {2, 3, 3},
               Array::Reals{1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 2, 0, 0, 0, 2});
  EXPECT_EQ(found(question), Names{"scale"});
  question.put({"palette_stretches", {1, 3, 3}, Array::Reals{1, 0, 0, 0, -2, 0, 0, 0, 1}});
  EXPECT_EQ(found(question), (Names{"scale", "non-uniform-scale", "reflections"}));
}

TEST(FeatureTest, directions_are_omitted_and_other_features_are_refused) {
  Question question{find_algorithm("lbs"), Level::palette, {}, {}};
  question.arrays.add("normals", {1, 3}, Array::Reals{0, 0, 1})
      .add("tangents", {1, 4}, Array::Reals{1, 0, 0, 1});
  BINDPOSE_ASSERT(const auto left_out,
                  leave_out({*find_feature("tangents"), *find_feature("tracks")}, question));
  EXPECT_EQ(left_out, std::vector<std::string>{"tangents"});
  EXPECT_TRUE(question.arrays.has("normals"));
  EXPECT_FALSE(question.arrays.has("tangents"));
  question.arrays.add("tracks", {0, 3}, Array::Integers{});
  const auto refused = leave_out({*find_feature("tracks")}, question);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "NOT_SUPPORTED");
  EXPECT_EQ(find_feature("tangent").error().code, "FEATURE_UNKNOWN");
}

TEST(FeatureTest, additional_facts_of_a_solution_are_omitted) {
  const Question skin{find_algorithm("lbs"), Level::palette, {}, {}};
  Question chain{find_algorithm("ik.ccd"), Level::pose, {}, {}};
  const Feature& reach = **find_feature("reach");
  EXPECT_FALSE(reach.is_in(skin));
  EXPECT_TRUE(reach.is_in(chain));
  EXPECT_EQ(leave_out({&reach}, chain), (std::vector<std::string>{"residual", "reachable", "nearest"}));
}

TEST(FeatureTest, omitted_outputs_are_neither_requested_nor_expected) {
  Case c;
  c.algorithm = find_algorithm("ik.ccd");
  c.level = Level::pose;
  c.question = [] { return ik::ik_question(ik::bent_chain(3), {{0.5, 0.25, 1}}, 2); };
  BINDPOSE_ASSERT(const auto asked, asked_case(c, {}, {*find_feature("reach")}));
  ASSERT_EQ(asked.question.answers.size(), 1U);
  EXPECT_EQ(asked.question.answers.front().name, "positions");
  ASSERT_EQ(asked.expectation.arrays.size(), 1U);
  BINDPOSE_ASSERT(const auto again, expect(asked.question));
  EXPECT_EQ(again.arrays.size(), 1U);
  ArraySet positions;
  const ExpectedArray& right = again.arrays.front();
  positions.add(right.name, right.shape, right.branch.values);
  for (const Defect& defect : defects()) {
    const auto wrong = answer_with(defect, asked.question, positions);
    EXPECT_TRUE(!wrong || wrong->has("positions")) << defect.id;
  }
}

}  // namespace bindpose::conformance::reasons_test
