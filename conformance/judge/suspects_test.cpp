// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/suspects.h"

#include <gtest/gtest.h>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "conformance/defects/together.h"
#include "conformance/testing/given.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::suspects_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const std::string lbs = "skinning.linear_blend.bar.scaled.direction.pose.f32";
const std::string keyframes = "skinning.linear_blend.bar.keyframes.direction.pose.f32";
const std::string missing_joint = "skinning.linear_blend.hose.unused-joint-nan.direction.palette.f32";

double share_of(std::initializer_list<const char*> ids, const GivenAnswer& given) {
  std::vector<const Defect*> made;
  for (const char* id : ids)
    made.push_back(find_defect(id));
  return evidence_for(made, given).share();
}

/// The output of a float32 implementation that makes the defect.
GivenAnswer made(const std::string& name, const char* id) {
  return given_answer_to(name, *find_defect(id)->question(given_answer(name).question));
}

TEST(SuspectsTest, a_defect_explains_its_own_output) {
  const GivenAnswer given = made(lbs, "ibm-ignored");
  EXPECT_GT(failing_numbers(given), 0U);
  EXPECT_GT(share_of({"ibm-ignored"}, given), 0.99);
  EXPECT_LT(share_of({"quat-wxyz"}, given), 0.5);
  const std::vector<Suspect> found = suspects(std::vector{given});
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().defect->id, "ibm-ignored");
  EXPECT_EQ(found.front().evidence.given.size(), failing_numbers(given));
}

/// Right matrices may become wrong on their way to the shader.
TEST(SuspectsTest, right_stages_refute_earlier_defects) {
  const auto refuted = [](const char* id) {
    GivenAnswer given = made(lbs, id);
    given.answer.arrays.put(
        {"palette", {joint_count(given.question.arrays), 3, 4}, rows_of(palette_of(given.question))});
    EXPECT_GT(share_of({id}, given), 0.9) << id;
    return is_refuted_by_stages(*find_defect(id), std::vector{given});
  };
  EXPECT_FALSE(refuted("palette-transposed"));
  EXPECT_TRUE(refuted("ibm-ignored"));
  EXPECT_TRUE(refuted("quat-wxyz"));
}

/// The errors are just above the bound, so even right numbers nearly match the output.
TEST(SuspectsTest, a_defect_that_changes_nothing_explains_nothing) {
  const GivenAnswer given = given_answer(lbs, "positions", [](double* row, std::size_t) {
    for (int c = 0; c < 3; ++c)
      row[c] *= 1 + 3e-6;
  });
  EXPECT_GT(failing_numbers(given), 0U);
  EXPECT_EQ(share_of({"slots-of-one-joint-apart"}, given), 0);
  EXPECT_EQ(share_of({"weights-renormalised"}, given), 0);
  for (const Suspect& suspect : suspects(std::vector{given}))
    EXPECT_LT(suspect.evidence.share(), 0.5) << suspect.defect->id;
}

/// A sentence that says "right except for X": X is wrong.
TEST(SuspectsTest, arrays_that_are_right_except_for_a_property_are_explained) {
  const GivenAnswer handed = given_answer(lbs, "tangents", [](double* row, std::size_t) { row[3] = 1; });
  EXPECT_GT(failing_numbers(handed), 0U);
  EXPECT_EQ(share_of({"handedness-positive"}, handed), 1);
  const GivenAnswer in_bytes = given_answer("morph.texture_blend.maps.half.as-summed.as-stored.pose.f32",
                                            "texels", [](double* row, std::size_t) {
                                              for (int c = 0; c < 4; ++c)
                                                row[c] = std::round(row[c] * 255) / 255;
                                            });
  EXPECT_GT(failing_numbers(in_bytes), 0U);
  EXPECT_GT(share_of({"texture-in-bytes"}, in_bytes), 0.9);
  const GivenAnswer moved = given_answer(lbs, "positions", [](double* row, std::size_t) { row[0] += 1; });
  EXPECT_EQ(share_of({"normal-not-skinned"}, moved), 0) << "your positions are right, but ...";
}

TEST(SuspectsTest, negated_quaternions_are_the_same_rotation) {
  const std::string slerp = "animation.slerp.turn.120.pose.f32";
  const auto negated = [](double* q, std::size_t) {
    for (int c = 0; c < 4; ++c)
      q[c] = -q[c];
  };
  EXPECT_EQ(failing_numbers(given_answer(slerp, "values", negated)), 0U);
  GivenAnswer given = made(slerp, "nlerp-instead-of-slerp");
  change_rows(given.answer.arrays, "values", 4, negated);
  EXPECT_GT(failing_numbers(given), 0U);
  EXPECT_EQ(share_of({"nlerp-instead-of-slerp"}, given), 1);
}

TEST(SuspectsTest, nan_matches_only_other_nan) {
  const GivenAnswer lost = [] {
    GivenAnswer given = given_answer(missing_joint);
    const auto wrong =
        answer_with(*find_defect("nan-times-zero"), given.question, as_answer(given.right).arrays);
    given.answer.arrays = *wrong;
    return given;
  }();
  EXPECT_GT(failing_numbers(lost), 0U);
  EXPECT_EQ(share_of({"nan-times-zero"}, lost), 1);
  EXPECT_EQ(share_of({"all-zeros"}, lost), 0);
  const GivenAnswer zeros = given_answer(missing_joint, "positions",
                                         [](double* row, std::size_t) { row[0] = row[1] = row[2] = 0; });
  EXPECT_EQ(share_of({"nan-times-zero"}, zeros), 0) << "finite where the defect gives NaN";
  const GivenAnswer elsewhere =
      given_answer(lbs, "positions", [](double* row, std::size_t v) { row[0] = v == 0 ? nan : row[0]; });
  EXPECT_EQ(failing_numbers(elsewhere), 1U);
  EXPECT_EQ(share_of({"ibm-ignored"}, elsewhere), 0);
}

/// The defect gives NaN for the goal that is out of reach, not for the others.
TEST(SuspectsTest, an_output_that_is_nan_in_more_rows_is_not_explained) {
  GivenAnswer given = given_answer("ik.ik_ccd.line.on-axis.pose.f32");
  given.answer.arrays =
      *answer_with(*find_defect("ik-unreachable-nan"), given.question, as_answer(given.right).arrays);
  EXPECT_EQ(share_of({"ik-unreachable-nan"}, given), 1);
  change_rows(given.answer.arrays, "positions", 3,
              [](double* row, std::size_t) { row[0] = row[1] = row[2] = nan; });
  EXPECT_GT(failing_numbers(given), 0U);
  EXPECT_EQ(share_of({"ik-unreachable-nan"}, given), 0);
}

TEST(SuspectsTest, defects_of_sampling_also_apply_to_keyframes) {
  const Question question = given_answer(keyframes).question;
  Question nlerped = question;
  nlerped.options["rotation_interpolation"] = "nlerp";
  const GivenAnswer given = given_answer_to(keyframes, nlerped);
  EXPECT_GT(failing_numbers(given), 0U);
  EXPECT_GT(share_of({"nlerp-instead-of-slerp"}, given), 0.99);
  EXPECT_LT(share_of({"linear-as-step"}, given), 0.5);
}

TEST(SuspectsTest, two_defects_are_named_if_neither_suffices) {
  std::vector<GivenAnswer> answers;
  for (const std::string level : {"palette", "pose"})
    for (const char* scene :
         {"skinning.linear_blend.bar.scaled.direction.", "skinning.linear_blend.bar.posed.direction."}) {
      const std::string name = scene + level + ".f32";
      const Question question = given_answer(name).question;
      const auto strongest = find_defect("largest-weight")->question(question);
      GivenAnswer given = given_answer_to(name, *strongest);
      given.answer.arrays.put(*question.arrays.find("normals"));
      given.answer.arrays.put(*question.arrays.find("tangents"));
      answers.push_back(given);
    }
  const std::vector<Suspect> alone = suspects(answers);
  ASSERT_FALSE(alone.empty());
  EXPECT_LT(alone.front().evidence.share(), 0.9);
  BINDPOSE_ASSERT(const auto pair, suspect_pair(answers, alone));
  const auto [first, second] = pair.defects;
  EXPECT_EQ((std::set<std::string_view>{first->id, second->id}),
            (std::set<std::string_view>{"largest-weight", "normal-not-skinned"}));
  EXPECT_GT(pair.evidence.share(), 0.99);
}

/// Flags, for example, have two values: all defects that make a flag wrong give the same value.
TEST(SuspectsTest, an_array_of_few_numbers_names_no_defect) {
  const auto found = [](std::size_t explained) {
    Suspect suspect{find_defect("largest-weight"), {explained, 200, {}}};
    suspect.evidence.arrays["rogue_marks"] = {explained, 1};
    return suspects_of_arrays(std::vector{suspect});
  };
  EXPECT_TRUE(found(10).empty());
  EXPECT_EQ(found(90).size(), 1U);
}

TEST(SuspectsTest, one_defect_is_not_a_pair) {
  const std::vector<GivenAnswer> answers = {made(lbs, "ibm-ignored")};
  EXPECT_FALSE(suspect_pair(answers, suspects(answers)));
  EXPECT_FALSE(suspect_pair(answers, {}));
}

/// Two defects do not explain an error that is not registered either.
TEST(SuspectsTest, an_unknown_defect_is_not_in_a_pair) {
  const std::vector<GivenAnswer> answers = {given_answer(
      lbs, "positions", [](double* row, std::size_t v) { row[0] += 0.25 * static_cast<double>(v % 5 + 1); })};
  EXPECT_FALSE(suspect_pair(answers, suspects(answers)));
}

TEST(SuspectsTest, two_defects_are_applied_in_a_possible_order) {
  const Question question = given_answer(lbs).question;
  const auto *ignored = find_defect("ibm-wrong-side"), *first = find_defect("quat-wxyz");
  BINDPOSE_ASSERT(const auto both, ignored->question(*first->question(question)));
  const GivenAnswer given = given_answer_to(lbs, both);
  EXPECT_GT(share_of({"ibm-wrong-side", "quat-wxyz"}, given), 0.99);
  EXPECT_EQ(share_of({"ibm-wrong-side", "quat-wxyz"}, given),
            share_of({"quat-wxyz", "ibm-wrong-side"}, given));
}

TEST(SuspectsTest, only_the_applicable_defect_of_a_pair_is_used) {
  const std::string palette = "skinning.linear_blend.bar.scaled.direction.palette.f32";
  EXPECT_GT(share_of({"fk-child-times-parent", "weights-ignored"}, made(palette, "weights-ignored")), 0.99);
}

}  // namespace bindpose::conformance::suspects_test
