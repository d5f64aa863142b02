// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Right outputs pass, each kind of wrong output gets its own verdict, and NaN never passes.
#include "conformance/judge/judge.h"

#include <gtest/gtest.h>

#include "conformance/defects/together.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/named_defects.h"
#include "conformance/testing/given.h"
#include "reference/algorithms.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::judge_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Answer exact_answer(const Expectation& expectation) {
  Answer answer;
  for (const ExpectedArray& array : expectation.arrays)
    answer.arrays.add(array.name, array.shape, array.branch.values);
  return answer;
}

struct JudgeTest : testing::Test {
  JudgeTest() {
    scenes::BarVariation variation;
    variation.middle_scale = {2, 0.5, 1};
    question_.algorithm = find_algorithm("lbs");
    question_.options = {{"normal_rule", "direction"}};
    question_.arrays = *scenes::palette_question(scenes::bar(variation));
    expectation_ = *expect(question_);
    exact_ = exact_answer(expectation_);
  }

  /// The exact output with one array changed.
  template <class Change>
  Answer changed(const char* name, Change change) const {
    Answer answer = exact_;
    change(std::get<Array::Reals>(answer.arrays.find(name)->data));
    return answer;
  }

  Outcome outcome(const Answer& answer) const { return judge(question_, expectation_, answer).outcome; }

  Question question_;
  Expectation expectation_;
  Answer exact_;
};

TEST_F(JudgeTest, the_exact_output_passes) {
  const Verdict verdict = judge(question_, expectation_, exact_);
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_LT(verdict.worst_fraction, 1e-9) << "rounding of a length of 1 in double";
  EXPECT_TRUE(verdict.detail.empty());
}

TEST_F(JudgeTest, the_worst_number_has_the_largest_error_not_fraction) {
  ASSERT_EQ(expectation_.arrays[0].name, "positions");
  std::vector<double>& bounds = expectation_.arrays[0].branch.bounds;
  Answer answer = exact_answer(expectation_);
  auto& positions = std::get<Array::Reals>(answer.arrays.find("positions")->data);
  bounds[0] = 1e-9;
  positions[0] += 1e-3;  // a million times its bound
  bounds[4] = 1e-2;
  positions[4] += 0.5;  // fifty times
  const Verdict verdict = judge(question_, expectation_, answer);
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.arrays[0].row, 1U);
  EXPECT_EQ(verdict.arrays[0].component, 1U);
  EXPECT_NEAR(verdict.arrays[0].error(), 0.5, 1e-6);
  EXPECT_GT(verdict.worst_fraction, 9e5) << "the largest fraction of all numbers";
  EXPECT_TRUE(has(verdict.detail, {"worst positions[1].y is", "(50 times the bound)"}));
}

TEST_F(JudgeTest, the_detail_begins_with_the_most_displaced_vertex) {
  const Verdict verdict = judge(question_, expectation_, changed("positions", [](auto& x) {
                                  x[0] += 0.5;  // the largest error of a single number
                                  x[3] += 0.375;
                                  x[4] -= 0.4375;
                                  x[5] += 0.375;
                                }));
  ASSERT_EQ(verdict.arrays[0].name, "positions");
  EXPECT_EQ(verdict.arrays[0].row, 1U);
  EXPECT_EQ(verdict.arrays[0].component, 1U);
  EXPECT_NEAR(verdict.arrays[0].error(), 0.4375, 1e-6);
  EXPECT_EQ(verdict.detail.find("68.8 cm at most, "), 0U) << verdict.detail;
  EXPECT_TRUE(has(verdict.detail, {" of the mesh's size: vertex 1, joint ", "worst positions[1].y is"}));
}

/// The exact output with every normal scaled by a factor.
Answer longer(const Expectation& expectation, double factor) {
  Answer answer = exact_answer(expectation);
  for (double& x : std::get<Array::Reals>(answer.arrays.find("normals")->data))
    x *= factor;
  return answer;
}

TEST_F(JudgeTest, a_direction_with_wide_bounds_must_have_length_1) {
  for (ExpectedArray& array : expectation_.arrays)
    array.branch.bounds.assign(array.branch.bounds.size(), 1e-2);
  EXPECT_EQ(outcome(longer(expectation_, 1 + 0x1p-21)), Outcome::pass);
  const Verdict verdict = judge(question_, expectation_, longer(expectation_, 1 + 0x1p-18));
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_TRUE(has(verdict.detail, {"worst the length of normals[", "is 1.00000381, expected 1 +- 1.02e-06"}));
  ASSERT_EQ(verdict.arrays[1].name, "normals");
  EXPECT_EQ(verdict.arrays[1].failing, verdict.arrays[1].judged)
      << "every number of a row with a wrong length";
}

TEST_F(JudgeTest, the_length_of_a_partly_undecided_direction_is_not_judged) {
  for (ExpectedArray& array : expectation_.arrays)
    for (std::size_t i = 0; i < array.branch.bounds.size(); ++i)
      array.branch.bounds[i] = i % width_of(array) == 1 ? infinity : 1e-2;
  EXPECT_EQ(outcome(longer(expectation_, 1.005)), Outcome::pass);
}

TEST_F(JudgeTest, an_error_within_the_bound_passes_and_a_larger_one_fails) {
  const double bound = expectation_.arrays[0].branch.bounds[7];
  EXPECT_EQ(outcome(changed("positions", [&](auto& x) { x[7] += 0.999 * bound; })), Outcome::pass);
  const Verdict verdict = judge(question_, expectation_, changed("positions", [&](auto& x) { x[7] += 0.5; }));
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_TRUE(has(verdict.detail, {"positions[2].y", "1 of "}));
}

TEST_F(JudgeTest, nan_and_infinity_are_invalid_output) {
  EXPECT_EQ(outcome(changed("positions", [](auto& x) { x[0] = nan; })), Outcome::invalid_output);
  EXPECT_EQ(outcome(changed("normals", [](auto& x) { x.back() = std::numeric_limits<double>::infinity(); })),
            Outcome::invalid_output);
  EXPECT_EQ(outcome(changed("positions", [](auto& x) { std::fill(x.begin(), x.end(), nan); })),
            Outcome::invalid_output);
}

TEST_F(JudgeTest, nan_is_reported_with_its_vertex_and_joint) {
  const Verdict verdict = judge(question_, expectation_, changed("positions", [](auto& x) { x[7] = nan; }));
  EXPECT_TRUE(has(verdict.detail, {"positions[2].y is nan, expected ", "\nvertex 2, joint "}));
  const Verdict normals = judge(question_, expectation_, changed("normals", [](auto& x) { x[3] = nan; }));
  EXPECT_TRUE(has(normals.detail, "\nvertex 1, joint "));
}

TEST(JudgeOfMissingJoints, nan_times_zero_is_suggested_only_if_it_explains_all) {
  GivenAnswer right = given_answer("skinning.linear_blend.bar.unused-joint-nan.direction.palette.f32");
  const Array::Reals palette = right.question.arrays.find("palette")->reals();
  auto& joints = *integers_of(right.question.arrays, "joints");
  for (std::size_t i = 0; i < joints.size() / 2; ++i)  // half of the vertices list no such joint
    if (std::isnan(palette[12 * static_cast<std::size_t>(joints[i])])) joints[i] = 0;
  const auto said = [&right](const ArraySet& arrays) {
    Answer answer = right.answer;
    answer.arrays = arrays;
    const Verdict verdict = judge(right.question, right.right, answer);
    EXPECT_EQ(verdict.outcome, Outcome::invalid_output);
    return verdict.detail.find("without\": [\"not-finite\"]") != std::string::npos;
  };
  const ArraySet times_zero =
      *answer_with(*find_defect("nan-times-zero"), right.question, as_answer(right.right).arrays);
  EXPECT_TRUE(said(times_zero));
  ArraySet others_are_wrong = times_zero, elsewhere = right.answer.arrays;
  for (double& x : *reals_of(others_are_wrong, "positions"))
    x += 0.5;
  EXPECT_FALSE(said(others_are_wrong));
  Array::Reals& positions = *reals_of(elsewhere, "positions");
  const Array::Reals& lost = times_zero.find("positions")->reals();
  EXPECT_LT(std::ranges::count_if(lost, [](double x) { return std::isnan(x); }), std::ssize(lost));
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (std::isfinite(lost[i])) positions[i] = nan;
  EXPECT_FALSE(said(elsewhere)) << "rows that read no such joint";
}

TEST_F(JudgeTest, missing_short_and_long_arrays_are_invalid_output) {
  Answer without;
  without.arrays.put(*exact_.arrays.find("positions"));
  EXPECT_EQ(outcome(without), Outcome::invalid_output);
  for (const int change : {-1, 1}) {
    Answer answer = exact_;
    Array& positions = *answer.arrays.find("positions");
    positions.shape[0] = change < 0 ? positions.shape[0] - 1 : positions.shape[0] + 1;
    std::get<Array::Reals>(positions.data).resize(element_count(positions.shape));
    EXPECT_EQ(outcome(answer), Outcome::invalid_output);
  }
}

TEST_F(JudgeTest, swapped_axes_fail) {
  EXPECT_EQ(outcome(changed("positions",
                            [](auto& x) {
                              for (std::size_t i = 0; i < x.size(); i += 3)
                                std::swap(x[i + 1], x[i + 2]);
                            })),
            Outcome::fail);
}

TEST_F(JudgeTest, flipped_normal_and_lost_handedness_fail) {
  EXPECT_EQ(outcome(changed("normals",
                            [](auto& n) {
                              for (double& x : n)
                                x = -x;
                            })),
            Outcome::fail);
  EXPECT_EQ(outcome(changed("tangents",
                            [](auto& t) {
                              for (std::size_t i = 3; i < t.size(); i += 4)
                                t[i] = 1;
                            })),
            Outcome::fail);
}

TEST_F(JudgeTest, another_normal_rule_is_a_named_policy) {
  Question other = question_;
  other.options["normal_rule"] = "blend-of-inverse-transposes";
  const Expectation found = *expect(other);
  const Answer answer = exact_answer(found);
  const Verdict verdict = judge(question_, expectation_, answer);
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_EQ(verdict.policy, "normal_rule=blend-of-inverse-transposes");
  EXPECT_TRUE(has(verdict.detail, "blend-of-inverse-transposes"));
}

TEST_F(JudgeTest, mixed_normal_rules_fail) {
  Question other = question_;
  other.options["normal_rule"] = "blend-of-inverse-transposes";
  const Expectation found = *expect(other);
  EXPECT_EQ(outcome(changed("normals",
                            [&](auto& n) {
                              for (std::size_t i = 0; i < n.size() / 2; ++i)
                                n[i] = found.arrays[1].branch.values[i];
                            })),
            Outcome::fail);
}

/// Rounds to binary16's 11 significant bits.
double to_half(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, 11)), exponent - 11);
}

TEST_F(JudgeTest, another_class_is_named_and_passes_only_if_accepted) {
  Question half = question_;
  for (double& x : std::get<Array::Reals>(half.arrays.find("palette")->data))
    x = to_half(x);
  const Answer answer = exact_answer(*expect(half));
  const Verdict unasked = judge(question_, expectation_, answer);
  EXPECT_EQ(unasked.outcome, Outcome::fail);
  EXPECT_EQ(unasked.precision_class, "half-palette");
  EXPECT_TRUE(has(unasked.detail, {"half-palette", " of its bound), which was not accepted: "}));
  EXPECT_EQ(judge(question_, expectation_, answer, {*find_precision_class("half-weights")}).outcome,
            Outcome::fail);
  const Verdict accepted =
      judge(question_, expectation_, answer,
            {*find_precision_class("unorm8-weights"), *find_precision_class("half-palette")});
  EXPECT_EQ(accepted.outcome, Outcome::pass);
  EXPECT_EQ(accepted.precision_class, "half-palette");
  EXPECT_TRUE(is_on_terms(accepted));
  EXPECT_EQ(deqp_status(accepted), "Warn");
}

/// The classes of an earlier failure are tried first; the verdict is the same.
TEST_F(JudgeTest, an_earlier_class_does_not_change_a_verdict) {
  Question half = question_;
  for (double& x : std::get<Array::Reals>(half.arrays.find("palette")->data))
    x = to_half(x);
  for (const Answer& answer :
       {exact_answer(*expect(half)),
        exact_answer(*expect_defect(*find_defect("weights-over-256"), question_, expectation_))}) {
    const Verdict alone = judge(question_, expectation_, answer);
    ASSERT_EQ(alone.outcome, Outcome::fail);
    for (const char* earlier : {"half-palette", "half-weights", "mediump"}) {
      Explanations explanations;
      explanations.likely_classes = {*find_precision_class(earlier)};
      EXPECT_EQ(judge(question_, expectation_, answer, {}, explanations).detail, alone.detail) << earlier;
    }
  }
}

TEST_F(JudgeTest, right_float32_outputs_need_no_class) {
  const Verdict verdict = judge(question_, expectation_, exact_, {*find_precision_class("half-palette")});
  EXPECT_EQ(verdict.outcome, Outcome::pass);
  EXPECT_EQ(verdict.precision_class, "");
}

TEST_F(JudgeTest, several_classes_apply_together) {
  Question both = question_;
  for (double& x : std::get<Array::Reals>(both.arrays.find("palette")->data))
    x = to_half(x);
  for (double& x : std::get<Array::Reals>(both.arrays.find("weights")->data))
    x = std::round(255 * x) / 255;
  const Answer answer = exact_answer(*expect(both));
  const PrecisionClasses one = {*find_precision_class("half-palette")};
  EXPECT_EQ(judge(question_, expectation_, answer, one).outcome, Outcome::fail);
  const PrecisionClasses two = {*find_precision_class("half-palette"),
                                *find_precision_class("unorm8-weights")};
  const Verdict verdict = judge(question_, expectation_, answer, two);
  EXPECT_EQ(verdict.outcome, Outcome::pass) << verdict.detail;
  EXPECT_EQ(verdict.precision_class, "half-palette+unorm8-weights");
}

TEST_F(JudgeTest, weights_times_255_by_256_are_not_a_class) {
  Question scaled = question_;
  for (double& x : std::get<Array::Reals>(scaled.arrays.find("weights")->data))
    x *= 255.0 / 256;
  const Answer answer = exact_answer(*expect(scaled));
  PrecisionClasses all;
  for (const PrecisionClass& each : precision_classes())
    if (!each.computes_in_binary16) all.push_back(&each);
  EXPECT_EQ(judge(question_, expectation_, answer, all).outcome, Outcome::fail);
  const Verdict unasked = judge(question_, expectation_, answer);
  EXPECT_EQ(unasked.defect + unasked.precision_class, "weights-over-256") << "nor mediump";
}

TEST(PrecisionClassTest, representable_numbers_have_no_storage_error) {
  const auto error = [](const char* name, double x) { return (*find_precision_class(name))->form->error(x); };
  for (const double x : {0.0, 1.0, -0.5, 65504.0, 0x1p-24})
    EXPECT_EQ(error("half-palette", x), 0) << x;
  EXPECT_EQ(error("half-palette", 1 + 0x1p-12), 0.75 * 0x1p-10);
  EXPECT_EQ(error("half-palette", 0x1p-26), 0.75 * 0x1p-24);
  EXPECT_TRUE(std::isinf(error("half-palette", 70000)));
  EXPECT_EQ(error("unorm8-weights", 0), 0);
  EXPECT_EQ(error("unorm8-weights", 1), 0);
  EXPECT_LT(error("unorm8-weights", static_cast<double>(85.0F / 255.0F)), 1e-7);
  EXPECT_NEAR(error("unorm8-weights", 0.5), 0.5 / 255, 1e-12);
  EXPECT_FALSE(find_precision_class("half"));
}

TEST_F(JudgeTest, no_lower_class_excuses_a_wrong_joint) {
  Question wrong = question_;
  for (auto& j : std::get<Array::Integers>(wrong.arrays.find("joints")->data))
    j = j > 0 ? j - 1 : j;
  const Answer answer = exact_answer(*expect(wrong));
  EXPECT_EQ(outcome(answer), Outcome::fail);
}

TEST_F(JudgeTest, undefined_rows_are_undecided_not_passed) {
  // With equal weights and a rotation by 180 degrees, directions cancel: no normal, no tangent.
  Question question;
  question.algorithm = find_algorithm("lbs");
  Mesh mesh;
  mesh.positions = {{1, 0, 0}};
  mesh.normals = {{1, 0, 0}};
  question.arrays.add("positions", {1, 3}, Array::Reals{1, 0, 0})
      .add("normals", {1, 3}, Array::Reals{1, 0, 0});
  question.arrays.add("joints", {1, 2}, Array::Integers{0, 1}).add("weights", {1, 2}, Array::Reals{0.5, 0.5});
  question.arrays.add("palette", {2, 3, 4}, Array::Reals{1,  0, 0, 0, 0, 1,  0, 0, 0, 0, 1, 0,  //
                                                         -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1, 0});
  const Expectation expectation = *expect(question);
  ASSERT_EQ(expectation.undefined.size(), 1U);
  EXPECT_EQ(expectation.undefined[0].code, "ZERO_NORMAL");
  Answer answer;
  answer.arrays.add("positions", {1, 3}, Array::Reals{0, 0, 0})
      .add("normals", {1, 3}, Array::Reals{nan, nan, nan});
  const Verdict verdict = judge(question, expectation, answer);
  EXPECT_EQ(verdict.outcome, Outcome::pass) << verdict.detail;
  EXPECT_EQ(verdict.arrays[1].judged, 0U);
  EXPECT_EQ(verdict.arrays[1].undecided, 3U);
}

TEST_F(JudgeTest, an_output_without_decided_numbers_does_not_pass) {
  Expectation expectation = expectation_;
  for (ExpectedArray& array : expectation.arrays)
    for (double& bound : array.branch.bounds)
      bound = std::numeric_limits<double>::infinity();
  EXPECT_EQ(compare(expectation, exact_).outcome, Outcome::not_supported);
}

TEST(CompareArrayTest, only_rows_of_declared_width_have_component_letters) {
  EXPECT_EQ(place("positions", 1, 2, 3), "positions[1].z");
  EXPECT_EQ(place("tangents", 2, 3, 4), "tangents[2].w");
  EXPECT_EQ(place("colours", 2, 2, 3), "colours[2].z");
  EXPECT_EQ(place("normals", 2, 3, 3), "the length of normals[2]");
  for (const std::size_t joints : {1U, 2U, 4U, 8U})
    EXPECT_EQ(place("joint_weights", 16, 0, joints), "joint_weights[16][0]") << joints;
  EXPECT_EQ(place("values", 6, 1, 2), "values[6][1]");
  EXPECT_EQ(place("world", 4, 3, 12), "world[4][0][3]");
  EXPECT_EQ(place("edges", 5, 0, 1), "edges[5]");
  EXPECT_EQ(place("undeclared", 5, 1, 2), "undeclared[5].y");
}

TEST(CompareArrayTest, a_float64_number_passes_if_its_nearest_float32_does) {
  // A bound of 0: the output equals the input.
  const ExpectedArray expected{"positions", {1, 3}, {{1, 2, 3}, {0, 0, 0}}, {}};
  const auto failing = [&expected](double x) {
    return compare_array(expected, {"positions", {1, 3}, Array::Reals{x, 2, 3}}).failing;
  };
  EXPECT_EQ(failing(1 + 2e-9), 0U);
  EXPECT_EQ(failing(1 + 1e-7), 1U) << "the next float32";
  const Array large{"positions", {1, 3}, Array::Reals{1e39, 2, 3}};
  ASSERT_TRUE(find_invalid(expected, &large));
  EXPECT_NE(find_invalid(expected, &large)->find("overflows float32"), std::string::npos);
}

TEST(CompareArrayTest, the_uncertainty_of_an_output_is_added_to_the_bound) {
  const ExpectedArray expected{"positions", {1, 3}, {{1, 2, 3}, {0.25, 0.25, 0.25}}, {}};
  Array got{"positions", {1, 3}, Array::Reals{1.5, 2, 3}, Array::Reals{0.25, 0, 0}};
  const ArrayVerdict within = compare_array(expected, got);
  EXPECT_EQ(within.failing, 0U);
  EXPECT_EQ(within.worst_fraction, 1);
  got.uncertainty = {0.125, 1, 1};
  EXPECT_EQ(compare_array(expected, got).failing, 1U) << "the uncertainty of another number does not count";
}

TEST(JudgeErrorTest, error_codes_determine_the_outcome) {
  EXPECT_EQ(judge_error({"NOT_SUPPORTED", "", "16 < 17"}).outcome, Outcome::not_supported);
  EXPECT_EQ(judge_error({"CRASH", "", ""}).outcome, Outcome::crash);
  EXPECT_EQ(judge_error({"TIMEOUT", "", ""}).outcome, Outcome::timeout);
  EXPECT_EQ(judge_error({"INVALID_OUTPUT", "", ""}).outcome, Outcome::invalid_output);
  EXPECT_EQ(judge_error({"JUDGE_RESOURCES", "", ""}).outcome, Outcome::internal_error);
  EXPECT_EQ(judge_error({"GL_ERROR", "", ""}).outcome, Outcome::fail);
}

TEST(ExpectationTest, open_comparisons_accept_either_side) {
  // Quaternions a quarter turn of the 4-sphere apart: the sign of their product is open, both arcs are right.
  Question question;
  question.algorithm = find_algorithm("interp.slerp");
  question.level = Level::pose;
  const double s = static_cast<double>(std::sqrt(0.5F));
  question.arrays.add("a", {1, 4}, Array::Reals{s, 0, 0, s})
      .add("b", {1, 4}, Array::Reals{-s, 0x1p-30, 0, s});
  question.arrays.add("t", {1}, Array::Reals{0.25});
  const auto expectation = expect(question);
  ASSERT_TRUE(expectation) << to_string(expectation.error());
  const ExpectedArray& values = expectation->arrays.at(0);
  ASSERT_FALSE(values.other.values.empty());
  Answer answer;
  answer.arrays.add("values", {1, 4}, values.other.values);
  const Verdict verdict = compare(*expectation, answer);
  EXPECT_EQ(verdict.outcome, Outcome::pass) << verdict.detail;
  EXPECT_GT(verdict.arrays[0].other_branch, 0U);
}

}  // namespace bindpose::conformance::judge_test
