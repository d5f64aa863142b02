// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/metamorphic/metamorphic.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/defect.h"
#include "conformance/defects/together.h"
#include "reference/algorithms.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::metamorphic_test {

const Case& case_named(std::string_view name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) return c;
  ADD_FAILURE() << "no case " << name;
  return built_in_cases().front();
}

/// A subject implemented as a function.
using Subject = std::function<Expected<Answer>(const Question&)>;

Expected<Answer> in_float32(const Question& question) {
  const auto result = question.algorithm->implementation.in_float(question.arrays, question.options);
  if (!result) return tl::unexpected(result.error());
  return as_answer(*result);
}

Subject making(std::string_view defect) {
  return [defect](const Question& question) -> Expected<Answer> {
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    if (!right) return tl::unexpected(right.error());
    auto wrong = answer_with(*find_defect(defect), question, judged_arrays(question, *right));
    if (!wrong) return tl::unexpected(wrong.error());
    Answer answer;
    answer.arrays = *std::move(wrong);
    return answer;
  };
}

Expected<Verdict> verdict_of(const Case& c, const Relation& relation, const AskedCase& asked,
                             const Subject& subject) {
  const auto related = related_case(relation, fmt::format("{}.{}", c.name, relation.name), asked);
  if (!related) return tl::unexpected(related.error());
  const auto first = subject(asked.question), second = subject(related->second.question);
  if (!first || !second) return tl::unexpected(first ? second.error() : first.error());
  return judge_related(asked, *related, *first, *second, {});
}

const Relation& relation_named(std::string_view name) {
  return *std::ranges::find(relations(), name, &Relation::name);
}

Verdict verdict_on(std::string_view name, std::string_view relation, const Subject& subject) {
  const Case& c = case_named(name);
  const auto verdict = verdict_of(c, relation_named(relation), *asked_case(c), subject);
  EXPECT_TRUE(verdict) << name << " " << relation << ": " << to_string(verdict.error());
  return verdict.value_or(Verdict{});
}

/// The uncertainty of packed weights is the error of a device that reads them.
TEST(Metamorphic, uncertainty_moves_with_its_numbers) {
  const Case& c = case_named("skinning.linear_blend.crowd.packed-u8-4.direction.palette.f32");
  BINDPOSE_ASSERT(const auto asked, asked_case(c));
  const Array& before = *asked.question.arrays.find("weights");
  ASSERT_FALSE(before.uncertainty.empty());
  const double ratio = std::ranges::max(before.uncertainty) / std::ranges::max(before.reals());
  for (const char* name : {"vertex-order", "influence-order", "split-influence"}) {
    const auto related = related_case(relation_named(name), fmt::format("{}.{}", c.name, name), asked);
    ASSERT_TRUE(related) << name << to_string(related.error());
    const Array& after = *related->second.question.arrays.find("weights");
    ASSERT_EQ(after.uncertainty.size(), after.reals().size()) << name;
    for (std::size_t i = 0; i < after.reals().size(); ++i)
      EXPECT_GE(after.uncertainty[i], after.reals()[i] * ratio * (1 - 1e-12)) << name << i;
  }
}

TEST(MetamorphicTest, unsupported_outputs_are_not_requested) {
  const Case& c = case_named("ik.ik_two_bone.arm.around.pose.f32");
  BINDPOSE_ASSERT(const auto asked, asked_case(c, {}, {*find_feature("reach")}));
  ASSERT_FALSE(asked.left_out.empty());
  std::size_t related_questions = 0;
  for (const Relation& relation : relations()) {
    const auto related = related_case(relation, fmt::format("{}.{}", c.name, relation.name), asked);
    if (!related) continue;
    ++related_questions;
    for (const std::string& array : asked.left_out) {
      EXPECT_EQ(std::ranges::count(related->second.question.answers, array, &ArrayShape::name), 0)
          << relation.name << ": " << array;
      EXPECT_EQ(std::ranges::count(related->second.expectation.arrays, array, &ExpectedArray::name), 0)
          << relation.name << ": " << array;
    }
  }
  EXPECT_GT(related_questions, 0U);
}

TEST(MetamorphicTest, every_relation_finds_a_defect_and_passes_right_subjects) {
  const struct {
    std::string_view relation, name;
    std::string_view defect;
  } known[] = {
      {"rigid-motion", "skinning.dual_quaternion.bar.posed.first-influence.palette.f32",
       "translations-linear"},
      {"mirror", "hierarchy.fk_matrix.bar.parents-first.pose.f32", "quat-wxyz"},
      {"unit-change", "skinning.linear_blend.bar.posed.direction.palette.f32", "normal-gets-translation"},
      {"joint-order", "hierarchy.fk_matrix.bar.parents-first.pose.f32", "fk-stale-parent"},
      {"vertex-order", "skinning.multi_weight.bar.own.direction.palette.f32", "entry-weights-stride"},
      {"influence-order", "skinning.linear_blend.bar.posed.direction.palette.f32", "first-influence"},
      {"split-influence", "skinning.linear_blend.bar.posed.direction.palette.f32",
       "slots-of-one-joint-apart"},
      {"quaternion-sign", "skinning.spherical_blend.bar.posed.palette.f32", "antipodal-signs-ignored"},
      {"time-shift", "animation.pose_loop.elbow.even-1250ms.pose.f32", "key-search"},
  };
  std::set<std::string_view> covered;
  for (const auto& [relation, name, defect] : known) {
    covered.insert(relation);
    const Verdict wrong = verdict_on(name, relation, making(defect));
    EXPECT_EQ(wrong.outcome, Outcome::fail) << relation << " " << name;
    EXPECT_EQ(wrong.detail.find(std::string(relation) + " does not hold"), 0U) << wrong.detail;
    const Verdict right = verdict_on(name, relation, &in_float32);
    EXPECT_EQ(right.outcome, Outcome::pass) << relation << " " << name << ": " << right.detail;
  }
  EXPECT_EQ(covered.size(), relations().size());
}

/// The message contains the relation, the vertex and the difference.
TEST(MetamorphicTest, a_message_has_the_vertex_and_the_difference) {
  const Verdict verdict = verdict_on("skinning.linear_blend.bar.posed.direction.palette.f32",
                                     "split-influence", making("slots-of-one-joint-apart"));
  for (const char* part : {"split-influence", "positions[", "they differ by", "expected at most"})
    EXPECT_NE(verdict.detail.find(part), std::string::npos) << verdict.detail;
  EXPECT_GT(verdict.worst_fraction, 1000);
}

/// A subject that rounds numbers to a fixed grid, such as tenths of a millimetre.
TEST(MetamorphicTest, changing_the_unit_detects_absolute_constants) {
  const auto on_a_grid = [](const Question& question) {
    auto answer = in_float32(question);
    if (answer)
      for (double& x : std::get<Array::Reals>(answer->arrays.find("positions")->data))
        x = std::round(x * 0x1p14) / 0x1p14;
    return answer;
  };
  const char* const name = "skinning.dual_quaternion.bar.posed.first-influence.palette.f32";
  EXPECT_EQ(verdict_on(name, "unit-change", on_a_grid).outcome, Outcome::fail);
}

/// Float64 numbers that differ from the right ones by less than the float32 spacing are right, also
/// in the comparison with another output.
TEST(MetamorphicTest, float64_numbers_count_as_their_nearest_float32) {
  Random random("float64");
  const auto nearly_right = [&random](const Question& question) -> Expected<Answer> {
    const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
    if (!right) return tl::unexpected(right.error());
    Answer answer;
    for (const ResultArray<double>& array : right->arrays) {
      Array::Reals values = array.values;
      for (double& x : values)
        x *= 1 + random.uniform(-2e-8, 2e-8);
      answer.arrays.add(array.name, array.shape, std::move(values));
    }
    return answer;
  };
  for (const char* name : {"skinning.linear_blend.bar.posed.direction.palette.f32",
                           "hierarchy.fk_matrix.bar.parents-first.pose.f32"})
    for (const char* relation : {"mirror", "unit-change", "joint-order"}) {
      const Verdict verdict = verdict_on(name, relation, nearly_right);
      EXPECT_EQ(verdict.outcome, Outcome::pass) << name << ": " << verdict.detail;
    }
}

TEST(MetamorphicTest, malformed_output_is_invalid) {
  const char* const name = "skinning.linear_blend.bar.posed.direction.palette.f32";
  int asked = 0;
  const auto second_is_not_finite = [&asked](const Question& question) {
    auto answer = in_float32(question);
    if (answer && ++asked == 2)
      std::get<Array::Reals>(answer->arrays.find("positions")->data)[4] =
          std::numeric_limits<double>::quiet_NaN();
    return answer;
  };
  const Verdict verdict = verdict_on(name, "mirror", second_is_not_finite);
  EXPECT_EQ(verdict.outcome, Outcome::invalid_output);
  EXPECT_NE(verdict.detail.find("positions[1].y"), std::string::npos) << verdict.detail;
  const auto without_positions = [](const Question&) -> Expected<Answer> { return Answer{}; };
  EXPECT_EQ(verdict_on(name, "mirror", without_positions).outcome, Outcome::invalid_output);
}

/// A relation is not tested on inputs for which it does not hold.
TEST(MetamorphicTest, inapplicable_relations_do_not_run) {
  const auto asked = [](std::string_view name) {
    std::set<std::string_view> names;
    const auto cases = metamorphic_cases(case_named(name), [](const std::string&) { return true; });
    for (const auto& each : *cases)
      names.insert(each.relation->name);
    return names;
  };
  const auto mwe = asked("skinning.multi_weight.bar.own.direction.palette.f32");
  EXPECT_FALSE(mwe.contains("rigid-motion")) << "weights belong to axes";
  EXPECT_TRUE(mwe.contains("mirror") && mwe.contains("split-influence"));
  EXPECT_FALSE(asked("surface.delta_mush.tube.bend-90.uniform.palette.f32").contains("vertex-order"));
  EXPECT_FALSE(asked("binding.rogue_weights.sheet.equal.pose.f32").contains("vertex-order")) << "a tie";
  EXPECT_TRUE(asked("binding.rogue_weights.sheet.any.pose.f32").contains("vertex-order"));
  EXPECT_FALSE(asked("ik.ik_ccd.bent.iterations-1.pose.f32").contains("joint-order"));
  EXPECT_FALSE(asked("skinning.linear_blend.bar.posed.direction.palette.f32").contains("time-shift"));
}

/// Every algorithm and level has relations, and the float32 reference satisfies them. This test
/// runs one case of each; suite.metamorphic runs more.
TEST(MetamorphicTest, the_float32_reference_passes) {
  std::map<std::string_view, std::size_t> passes;
  std::set<std::pair<std::string_view, Level>> kinds;
  for (const Case& c : built_in_cases()) {
    if (!kinds.insert({c.algorithm->id, c.level}).second) continue;
    const auto asked = asked_case(c);
    ASSERT_TRUE(asked) << c.name;
    const auto cases = metamorphic_cases(c, [](const std::string&) { return true; });
    ASSERT_TRUE(cases) << c.name;
    EXPECT_GE(cases->size(), 1U) << c.name;
    for (const MetamorphicCase& each : *cases) {
      const auto verdict = verdict_of(c, *each.relation, *asked, &in_float32);
      ASSERT_TRUE(verdict) << each.c.name << ": " << to_string(verdict.error());
      EXPECT_EQ(verdict->outcome, Outcome::pass) << each.c.name << ": " << verdict->detail;
      ++passes[each.relation->name];
    }
  }
  EXPECT_EQ(passes.size(), relations().size());
}

/// Prints the registered defects that some cases detect only by relations.
TEST(MetamorphicTest, many_defects_are_detected_only_by_relations) {
  std::set<std::string_view> made, found;
  for (const std::string_view name :
       {"skinning.linear_blend.bar.posed.direction.palette.f32",
        "skinning.linear_blend.bar.posed.direction.pose.f32",
        "skinning.dual_quaternion.bar.posed.first-influence.palette.f32",
        "hierarchy.fk_matrix.bar.parents-first.pose.f32", "animation.pose_loop.elbow.even-1250ms.pose.f32",
        "animation.slerp.turn.30-flipped.pose.f32", "animation.quaternion_blend.fan.signs.pose.f32"}) {
    const Case& c = case_named(name);
    const auto asked = asked_case(c);
    ASSERT_TRUE(asked) << name;
    for (const Defect& defect : defects()) {
      if (!concerns(defect, *c.algorithm)) continue;
      for (const Relation& relation : relations()) {
        const auto verdict = verdict_of(c, relation, *asked, making(defect.id));
        if (!verdict) continue;
        made.insert(defect.id);
        if (verdict->outcome == Outcome::fail) found.insert(defect.id);
      }
    }
  }
  fmt::print("{} of {} defects: {}\n", found.size(), made.size(), fmt::join(found, " "));
  EXPECT_GE(found.size(), 30U);
}

TEST(ChangedQuestionTest, bounds_map_back_by_absolute_coefficients) {
  Back back;
  back.map.L.resize(2, 2);
  back.map.L << 0, -2, 1, 0;
  back.map.c = Eigen::Vector2d(1, 0);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Numbers first = taken_back(back, {2, 2}, {{3, 5, 7, nan}, {0.5, 0.25, 0.125, 1}});
  EXPECT_EQ(first.values[0], -9);
  EXPECT_EQ(first.values[1], 3);
  EXPECT_NEAR(first.bounds[0], 0.5, 1e-13);
  EXPECT_NEAR(first.bounds[1], 0.5, 1e-13);
  EXPECT_TRUE(std::isnan(first.values[2]));
  EXPECT_EQ(first.values[3], 7) << "what is not a number elsewhere is not looked at";
}

TEST(ChangedQuestionTest, entries_return_to_their_original_positions) {
  const Order order = {2, 0, 1};
  const std::vector<int> x = {0, 1, 10, 11, 20, 21};
  const auto there = permuted(x, {3, 2}, {order});
  EXPECT_EQ(there, (std::vector<int>{20, 21, 0, 1, 10, 11}));
  EXPECT_EQ(permuted(there, {3, 2}, {places(order)}), x);
}

}  // namespace bindpose::conformance::metamorphic_test
