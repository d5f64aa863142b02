// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/named_defects.h"

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/compare_array.h"
#include "reference/model/rows.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::defects_test {

Question question_of(std::string_view name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) return {c.algorithm, c.level, c.options, *c.question()};
  ADD_FAILURE() << "no case " << name;
  return {};
}

Answer in_float(const Question& question) {
  const auto result = question.algorithm->implementation.in_float(question.arrays, question.options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? as_answer(*result) : Answer{};
}

struct Made {
  std::string slug;
  std::string on;  ///< the case to which the defect is applied
};

void PrintTo(const Made& made, std::ostream* out) {
  *out << made.slug << " on " << made.on;
}

class MadeKnownDefect : public testing::TestWithParam<Made> {};

/// The judge names the defect of a float32 implementation.
TEST_P(MadeKnownDefect, the_defect_is_named) {
  const Question question = question_of(GetParam().on);
  const auto right = expect(question);
  ASSERT_TRUE(right);
  bool made = false;
  for (const Defect& defect : defects()) {
    if (defect.id != GetParam().slug || defect.question == nullptr) continue;
    const auto changed = defect.question(question);
    if (!changed) continue;
    made = true;
    const Verdict verdict = judge(question, *right, in_float(*changed));
    EXPECT_EQ(verdict.outcome, Outcome::fail) << verdict.detail;
    EXPECT_EQ(verdict.defect, GetParam().slug) << verdict.detail;
    // Another form of the defect may have the same output here.
    EXPECT_TRUE(std::ranges::any_of(defects(), [&](const Defect& form) {
      if (form.id != defect.id || form.question == nullptr || !has(verdict.detail, form.sentence))
        return false;
      const auto same = form.question(question);
      return same && judge(question, *right, in_float(*same)).detail == verdict.detail;
    })) << verdict.detail;
  }
  EXPECT_TRUE(made) << "cannot be applied to " << GetParam().on;
}

const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32";
const std::string lbs_palette = "skinning.linear_blend.bar.scaled.direction.palette.f32";
const std::string dqs = "skinning.dual_quaternion.bar.posed.first-influence.pose.f32";

INSTANTIATE_TEST_SUITE_P(
    defects, MadeKnownDefect,
    testing::Values(
        Made{"bind-pose-returned", lbs}, Made{"bind-pose-returned", lbs_palette},
        Made{"bind-pose-returned", dqs}, Made{"ibm-ignored", lbs}, Made{"ibm-ignored", dqs},
        Made{"ibm-not-inverted", lbs}, Made{"ibm-not-inverted", dqs}, Made{"ibm-wrong-side", lbs},
        Made{"ibm-wrong-side", dqs}, Made{"ibm-wrong-side", "hierarchy.palette.bar.scaled-middle.pose.f32"},
        Made{"ibm-rot-transposed", "skinning.linear_blend.bar.armature.direction.pose.f32"},
        Made{"palette-transposed", lbs_palette}, Made{"palette-transposed", lbs},
        Made{"fk-local-as-global", lbs}, Made{"fk-local-as-global", dqs},
        Made{"fk-local-as-global", "hierarchy.fk_matrix.bar.scaled-middle.pose.f32"},
        Made{"fk-child-times-parent", lbs}, Made{"fk-child-times-parent", dqs},
        Made{"fk-child-times-parent", "hierarchy.fk_matrix.bar.scaled-middle.pose.f32"},
        Made{"fk-child-times-parent", "hierarchy.fk_quaternion.bar.parents-first.pose.f32"},
        Made{"fk-offset-not-turned", "hierarchy.fk_matrix.bar.scaled-middle.pose.f32"},
        Made{"quat-wxyz", lbs}, Made{"quat-wxyz", dqs}, Made{"quaternion-conjugated", lbs},
        Made{"rotation-ignored", lbs}, Made{"scale-ignored", lbs}, Made{"translation-ignored", lbs},
        Made{"translation-ignored", lbs_palette},
        Made{"first-influence", "skinning.linear_blend.hose.slots-4.direction.pose.f32"},
        Made{"largest-weight", "skinning.linear_blend.bar.shuffled.direction.pose.f32"},
        Made{"weights-ignored", lbs}, Made{"weights-ignored", dqs}, Made{"weights-over-256", lbs},
        Made{"weights-over-256", lbs_palette}, Made{"joint-off-by-one", lbs},
        Made{"joint-off-by-one", lbs_palette}, Made{"lerp-unnormalised", "animation.slerp.turn.170.pose.f32"},
        Made{"nlerp-instead-of-slerp", "animation.slerp.turn.120.pose.f32"},
        Made{"linear-as-step", "animation.linear_track.keys.numbers.pose.f32"},
        Made{"step-as-linear", "animation.step_track.keys.numbers.pose.f32"},
        Made{"time-zero", "animation.pose_loop.elbow.even-1250ms.pose.f32"}, Made{"lbs-instead", dqs}));

TEST(NamedDefectsTest, every_named_defect_is_registered) {
  for (const std::string_view id : defects_by_question())
    EXPECT_NE(find_defect(id), nullptr) << id;
  for (std::size_t m = 0; m < defect_checks().size(); ++m)
    EXPECT_NE(defect_checks()[m].defect, nullptr) << m;
}

TEST(NamedDefectsTest, each_form_of_a_defect_is_written_and_read_back) {
  std::size_t later_ways = 0;
  Verdict verdict;
  for (const Defect& defect : defects()) {
    name_defect(verdict, defect);
    EXPECT_EQ(named_defect(verdict), &defect) << defect.id;
    later_ways += verdict.defect_way ? 1 : 0;
  }
  EXPECT_GT(later_ways, 0U);
  verdict.defect = "nobody-knows-this";
  EXPECT_EQ(named_defect(verdict), nullptr);
}

TEST(NamedDefectsTest, renormalised_weights_are_named_as_a_convention) {
  const Question question =
      question_of("surface.direct_delta_mush_omegas.tube.weights-sum-0.98.uniform.palette.f32");
  const Expectation right = *expect(question);
  Question renormalised = question;
  renormalised.options["weight_sum"] = "renormalised";
  const Verdict verdict = judge(question, right, in_float(renormalised));
  EXPECT_EQ(verdict.outcome, Outcome::fail) << verdict.detail;
  EXPECT_TRUE(has(verdict.detail, "weight_sum: asked for as-given, found renormalised"));
}

TEST(NamedDefectsTest, misread_and_unfinished_outputs_are_named) {
  const Question question = question_of(lbs);
  const Expectation right = *expect(question);
  const auto named = [&](auto change) {
    Answer answer = in_float(question);
    change(answer);
    return judge(question, right, answer).defect;
  };
  EXPECT_EQ(named([](Answer& answer) {
              for (const char* name : {"positions", "normals", "tangents"})
                for (double& x : *reals_of(answer.arrays, name))
                  x = 0;
            }),
            "all-zeros");
  EXPECT_EQ(named([](Answer& answer) {
              for (double& x : *reals_of(answer.arrays, "normals"))
                x *= 1.5;
            }),
            "normal-not-renormalised");
  EXPECT_EQ(named([](Answer& answer) {
              for (double& x : *reals_of(answer.arrays, "normals"))
                x = 0;
            }),
            "normal-not-written");
  EXPECT_EQ(named([&](Answer& answer) { answer.arrays.put(*question.arrays.find("normals")); }),
            "normal-not-skinned");
  EXPECT_EQ(named([](Answer& answer) { (*reals_of(answer.arrays, "positions"))[4] += 0.25; }), "");
}

TEST(NamedDefectsTest, misread_matrices_and_rotations_are_named) {
  const Question matrices = question_of("hierarchy.fk_matrix.bar.scaled-middle.pose.f32");
  const auto named = [](const Question& question, const char* array, std::size_t width, auto change) {
    Answer answer = in_float(question);
    change_rows(answer.arrays, array, width, change);
    return judge(question, *expect(question), answer).defect;
  };
  EXPECT_EQ(named(matrices, "world", 12,
                  [](double* row, std::size_t) {
                    Affine<double> map = affine_at(row);
                    map.linear.transposeInPlace();
                    put_affine(row, map);
                  }),
            "output-transposed");
  EXPECT_EQ(named(matrices, "world", 12,
                  [](double* row, std::size_t) {
                    const std::vector<double> by_rows(row, row + 12);
                    for (std::size_t i = 0; i < 12; ++i)
                      row[i] = by_rows[4 * (i % 3) + i / 3];
                  }),
            "output-by-columns");
  EXPECT_EQ(named(question_of("hierarchy.fk_quaternion.bar.parents-first.pose.f32"), "world_rotations", 4,
                  [](double* row, std::size_t) { std::rotate(row, row + 3, row + 4); }),
            "output-wxyz");
}

TEST(NamedDefectsTest, right_outputs_and_unknown_defects_get_no_name) {
  for (const Case& c : built_in_cases()) {
    if (c.name.find(".bar.") == std::string::npos && c.algorithm->family == "skinning") continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const auto right = expect(question);
    ASSERT_TRUE(right) << c.name;
    Answer answer = in_float(question);
    EXPECT_EQ(judge(question, *right, answer).defect, "") << c.name;
    // A fault in one number is not a registered defect.
    const ExpectedArray& first = right->arrays.front();
    Array::Reals& values = *reals_of(answer.arrays, first.name);
    if (!is_decided(first, values.size() - 1)) continue;
    values.back() += 10;
    EXPECT_EQ(judge(question, *right, answer).defect, "") << c.name;
  }
}

TEST(NamedDefectsTest, explanations_are_reused_for_the_next_wrong_output) {
  Explanations explanations;
  int made = 0;
  const auto make = [&]() -> Expected<Expectation> {
    ++made;
    return Expectation{};
  };
  const auto first = explanations.get("one", make);
  EXPECT_NE(first, nullptr);
  EXPECT_EQ(explanations.get("one", make), first);
  EXPECT_EQ(made, 1);
  const auto broken = [&]() -> Expected<Expectation> {
    ++made;
    return fail("CODE", "", "");
  };
  EXPECT_EQ(explanations.get("two", broken), nullptr);
  EXPECT_EQ(explanations.get("two", broken), nullptr);
  EXPECT_EQ(made, 2);
}

}  // namespace bindpose::conformance::defects_test
