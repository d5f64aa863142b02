// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Each convention of engines has a small subject that follows it. The subject passes if it declares
// the convention; otherwise the failure names it. A subject that declares it but follows the
// standard fails.
#include <algorithm>
#include <limits>
#include <memory>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/key_storage.h"

namespace bindpose::conformance::conventions_test {

struct Convention {
  const char *case_name, *option, *value;
};

constexpr Convention conventions[] = {
    {"skinning.linear_blend.bar.weights-sum-0.98.last-from-rest.palette.f32", "weight_sum", "last-from-rest"},
    {"skinning.linear_blend.bar.weights-sum-0.98.last-from-rest.pose.f32", "weight_sum", "last-from-rest"},
    {"skinning.dual_quaternion.trident.running-sum-by-joint.palette.f32", "pivot", "running-sum-by-joint"},
    {"animation.nlerp.turn.30-flipped.as-given.pose.f32", "arc", "as-given"},
    {"animation.slerp.turn.30-flipped.as-given.pose.f32", "arc", "as-given"},
    {"animation.slerp.turn.30.nlerp-above-0.95.pose.f32", "close_rotations", "nlerp-above-0.95"},
    {"animation.slerp.turn.5.nlerp-above-0.999.pose.f32", "close_rotations", "nlerp-above-0.999"},
    {"animation.slerp.turn.3.6.nlerp-above-0.9995.pose.f32", "close_rotations", "nlerp-above-0.9995"},
    {"animation.quaternion_blend.circle.leads.running-sum.pose.f32", "pivot", "running-sum"},
    {"animation.quaternion_blend.fan.signs.as-given.pose.f32", "pivot", "as-given"},
    {"animation.step_track.keys.rotations-1.01.kept-unit.pose.f32", "rotations", "kept-unit"},
    {"animation.linear_track.keys.rotations-1.01.kept-unit.pose.f32", "rotations", "kept-unit"},
    {"animation.linear_track.keys.rotations-30.nlerp-above-0.95.pose.f32", "rotation_interpolation",
     "nlerp-above-0.95"},
};

Question question_of(const char* name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) return *asked_question(c).map([](AskedCase asked) { return asked.question; });
  ADD_FAILURE() << "no case " << name;
  return {};
}

Question asked_by(Question question, const Convention& of, bool declared) {
  if (declared)
    question.options[of.option] = of.value;
  else
    question.options.erase(of.option);
  return question;
}

Answer in_float32(const Question& question) {
  return as_answer(*question.algorithm->implementation.in_float(question.arrays, question.options));
}

Verdict judged(const Question& question, const Answer& answer, const char* precision = nullptr) {
  PrecisionClasses accepted;
  if (precision != nullptr) accepted.push_back(*find_precision_class(precision));
  return judge(question, *expect(question), answer, accepted);
}

class ConventionsTest : public testing::TestWithParam<Convention> {};

TEST_P(ConventionsTest, a_convention_passes_only_if_declared_and_followed) {
  const Question given = question_of(GetParam().case_name);
  const Question declared = asked_by(given, GetParam(), true), standard = asked_by(given, GetParam(), false);
  EXPECT_EQ(judged(declared, in_float32(declared)).outcome, Outcome::pass);
  const Verdict undeclared = judged(standard, in_float32(declared));
  EXPECT_EQ(undeclared.outcome, Outcome::fail);
  EXPECT_EQ(undeclared.policy, std::string(GetParam().option) + "=" + GetParam().value) << undeclared.detail;
  EXPECT_EQ(judged(declared, in_float32(standard)).outcome, Outcome::fail);
}

INSTANTIATE_TEST_SUITE_P(All, ConventionsTest, testing::ValuesIn(conventions));

constexpr const char* without_weight = "skinning.linear_blend.bar.some-without-weight.undefined.palette.f32";

TEST(ConventionsOfNoWeightTest, a_quotient_of_zeros_is_accepted_and_named) {
  const Question declared = question_of(without_weight);
  Question standard = declared;
  standard.options.erase("zero_sum");
  Answer answer = in_float32(standard);
  const Array::Reals weights = declared.arrays.find("weights")->reals();
  const std::size_t K = declared.arrays.find("weights")->shape[1];
  const auto spoil = [&](Answer of, bool only_without_weight) {
    for (const Array& array : answer.arrays) {
      Array::Reals x = array.reals();
      const std::size_t width = x.size() / array.shape[0];
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto w = weights.begin() + static_cast<std::ptrdiff_t>(i / width * K);
        const bool has_none =
            std::all_of(w, w + static_cast<std::ptrdiff_t>(K), [](double w_i) { return w_i == 0; });
        if (has_none || !only_without_weight) x[i] = std::numeric_limits<double>::quiet_NaN();
      }
      of.arrays.put({array.name, array.shape, x, {}});
    }
    return of;
  };
  const Answer zero_by_zero = spoil(answer, true);
  EXPECT_EQ(judged(declared, zero_by_zero).outcome, Outcome::pass);
  EXPECT_EQ(judged(declared, answer).outcome, Outcome::pass) << "any number is right";
  EXPECT_EQ(judged(standard, zero_by_zero).outcome, Outcome::invalid_output);
  EXPECT_EQ(judged(standard, zero_by_zero).policy, "zero_sum=undefined");
  EXPECT_EQ(judged(declared, spoil(answer, false)).outcome, Outcome::invalid_output);
  EXPECT_EQ(judged(standard, spoil(answer, false)).policy, "");
}

constexpr const char* clip = "skinning.linear_blend.bar.many-keyframes.direction.pose.f32";
constexpr const char* track = "animation.linear_track.keys.rotations.pose.f32";

/// The output of a runtime that stores the keys of an input in another form.
Answer with_stored_keys(const Question& question, const PrecisionClass& precision) {
  Question stored = question;
  round_to(precision, stored.arrays);
  if (precision.keys == KeyStorage::resampled)
    stored.arrays = *resampled(question.arrays, question.options, precision.number, LastFrame::at_end);
  return in_float32(stored);
}

void expect_class(const char* question_name, const char* name, const char* finer) {
  const Question question = question_of(question_name);
  const Answer answer = with_stored_keys(question, **find_precision_class(name));
  EXPECT_EQ(judged(question, answer, name).outcome, Outcome::pass) << judged(question, answer, name).detail;
  const Verdict undeclared = judged(question, answer);
  EXPECT_EQ(undeclared.outcome, Outcome::fail) << question_name << " " << name;
  EXPECT_EQ(undeclared.precision_class, name) << undeclared.detail;
  if (finer == nullptr) return;
  EXPECT_EQ(judged(question, answer, finer).outcome, Outcome::fail) << "declared as " << finer;
}

TEST(ConventionsOfKeysTest, quantised_keys_have_the_bound_of_their_bits) {
  expect_class("skinning.linear_blend.bar.keyframes.direction.pose.f32", "keys-quantised-12",
               "keys-quantised-24");
  expect_class(track, "keys-quantised-15", "keys-quantised-20");
  expect_class(track, "keys-quantised-8", "keys-quantised-12");
}

TEST(ConventionsOfKeysTest, resampled_keys_have_the_bound_of_their_rate) {
  expect_class(clip, "keys-resampled-30", nullptr);
  const Question question = question_of(clip);
  const Answer coarse = with_stored_keys(question, **find_precision_class("keys-resampled-5"));
  EXPECT_EQ(judged(question, coarse, "keys-resampled-5").outcome, Outcome::pass);
  EXPECT_EQ(judged(question, coarse, "keys-resampled-60").outcome, Outcome::fail);
}

TEST(ConventionsOfKeysTest, a_clock_of_ratios_moves_the_time_by_a_few_ulp) {
  const Question question = question_of("animation.linear_track.keys.late.pose.f32");
  Question moved = question;
  for (double& t : std::get<Array::Reals>(moved.arrays.find("t")->data))
    t *= 1 + 0x1p-23;
  const Answer answer = in_float32(moved);
  EXPECT_EQ(judged(question, answer).outcome, Outcome::fail);
  EXPECT_EQ(judged(question, answer).precision_class, "clock-of-ratios");
  EXPECT_EQ(judged(question, answer, "clock-of-ratios").outcome, Outcome::pass);
  for (double& t : std::get<Array::Reals>(moved.arrays.find("t")->data))
    t *= 1 + 0x1p-18;
  EXPECT_EQ(judged(question, in_float32(moved), "clock-of-ratios").outcome, Outcome::fail);
}

/// The float32 output, with numbers of one array changed.
template <class Change>
Answer changed_answer(const Question& question, const char* name, Change change) {
  Answer answer = in_float32(question);
  change(std::get<Array::Reals>(answer.arrays.find(name)->data));
  return answer;
}

/// The rows of a sampled track whose time is within 2^-20 of a key other than the first.
std::vector<std::size_t> rows_at_keys(const Question& question) {
  const Array::Reals &t = question.arrays.find("t")->reals(), &keys = question.arrays.find("times")->reals();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < t.size(); ++row)
    if (std::any_of(keys.begin() + 1, keys.end(),
                    [&](double key) { return std::fabs(t[row] - key) < 0x1p-20; }))
      rows.push_back(row);
  return rows;
}

TEST(ConventionsOfKeysTest, a_clock_of_ratios_does_not_accept_the_inverse_of_a_flipped_key) {
  const Question question = question_of("animation.linear_track.keys.rotations-flipped.pose.f32");
  const std::vector<std::size_t> rows = rows_at_keys(question);
  ASSERT_FALSE(rows.empty());
  const Answer inverse = changed_answer(question, "values", [&](Array::Reals& q) {
    for (const std::size_t row : rows)
      q[4 * row + 3] *= -1;
  });
  EXPECT_EQ(judged(question, inverse, "clock-of-ratios").outcome, Outcome::fail);
  EXPECT_EQ(judged(question, inverse).precision_class, "");
}

TEST(ConventionsOfKeysTest, a_clock_of_ratios_may_be_on_either_side_of_a_step) {
  const Question question = question_of("animation.step_track.keys.numbers.pose.f32");
  const std::vector<std::size_t> rows = rows_at_keys(question);
  ASSERT_FALSE(rows.empty());
  Question earlier = question;
  for (double& t : std::get<Array::Reals>(earlier.arrays.find("t")->data))
    t *= 1 - 0x1p-22;
  const Array::Reals before = in_float32(earlier).arrays.find("values")->reals();
  const std::size_t width = before.size() / question.arrays.find("t")->reals().size();
  const auto part_of_step = [&](double part) {
    const Answer answer = changed_answer(question, "values", [&](Array::Reals& x) {
      for (const std::size_t row : rows)
        for (std::size_t i = row * width; i < (row + 1) * width; ++i)
          x[i] += part * (before[i] - x[i]);
    });
    return judged(question, answer, "clock-of-ratios").outcome;
  };
  EXPECT_EQ(part_of_step(0), Outcome::pass);
  EXPECT_EQ(part_of_step(1), Outcome::pass);
  EXPECT_EQ(part_of_step(0.5), Outcome::fail);
  EXPECT_EQ(part_of_step(-1), Outcome::fail);
}

TEST(ConventionsOfKeysTest, coarse_keys_do_not_accept_another_motion) {
  const Question question = question_of(track);
  const Quat<double> turn(Eigen::AngleAxisd(0.24, Vec3<double>(1, 0, 0)));
  const Answer turned = changed_answer(question, "values", [&](Array::Reals& q) {
    for (std::size_t i = 0; i < q.size(); i += 4) {
      const Quat<double> both = turn * quaternion_xyzw(q[i], q[i + 1], q[i + 2], q[i + 3]);
      std::copy_n(both.coeffs().data(), 4, &q[i]);
    }
  });
  EXPECT_EQ(judged(question, turned, "keys-quantised-4").outcome, Outcome::fail);
  const Question moving = question_of(clip);
  const Array::Reals frames =
      with_stored_keys(moving, **find_precision_class("keys-resampled-5")).arrays.find("positions")->reals();
  const Answer mirrored = changed_answer(moving, "positions", [&](Array::Reals& x) {
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = 2 * x[i] - frames[i];
  });
  EXPECT_EQ(judged(moving, mirrored, "keys-resampled-5").outcome, Outcome::fail);
}

TEST(ConventionsOfKeysTest, half_keys_have_the_bound_of_binary16) {
  Question question = question_of("animation.linear_track.keys.late.pose.f32");
  for (double& x : std::get<Array::Reals>(question.arrays.find("values")->data))
    x = static_cast<float>(x + 0.1);
  const PrecisionClass& half = **find_precision_class("half-keys");
  const Answer answer = with_stored_keys(question, half);
  EXPECT_EQ(judged(question, answer).outcome, Outcome::fail);
  EXPECT_EQ(judged(question, answer).precision_class, "half-keys");
  EXPECT_EQ(judged(question, answer, "half-keys").outcome, Outcome::pass);
}

TEST(ConventionsOfEstimatesTest, lengths_by_estimated_roots_pass_if_declared) {
  const Question question = question_of("animation.nlerp.turn.60.pose.f32");
  const auto longer = [&](double factor) {
    Answer answer = in_float32(question);
    for (double& x : std::get<Array::Reals>(answer.arrays.find("values")->data))
      x *= factor;
    return answer;
  };
  const Answer estimated = longer(1 + 1.25 * 0x1p-12);
  EXPECT_EQ(judged(question, estimated).outcome, Outcome::fail);
  EXPECT_EQ(judged(question, estimated, "reciprocal-estimates").outcome, Outcome::pass);
  EXPECT_EQ(judged(question, longer(1 + 0x1p-8), "reciprocal-estimates").outcome, Outcome::fail);
}

TEST(ConventionsOfEstimatesTest, sines_divided_by_an_estimate_pass_if_declared) {
  const Question question = question_of("animation.slerp.turn.170.pose.f32");
  const Answer estimated = changed_answer(question, "values", [](Array::Reals& q) {
    for (double& x : q)
      x *= 1 + 3e-4;
  });
  EXPECT_EQ(judged(question, estimated).outcome, Outcome::fail);
  EXPECT_EQ(judged(question, estimated, "reciprocal-estimates").outcome, Outcome::pass);
}

TEST(ConventionsOfAnglesTest, two_bones_bent_by_arccosines_pass_if_declared) {
  std::size_t only_declared = 0, stretched_rows = 0;
  for (const Case& c : built_in_cases()) {
    if (c.algorithm->stem != "ik_two_bone") continue;
    const Question question = asked_question(c)->question;
    Question by_angles = question;
    by_angles.options["formulation"] = "angles";
    const Answer answer = in_float32(by_angles);
    const Verdict undeclared = judged(question, answer), declared = judged(question, answer, "joint-angles");
    EXPECT_TRUE(declared.outcome == Outcome::pass || declared.outcome == Outcome::not_supported)
        << c.name << ": " << declared.detail;
    if (undeclared.outcome != Outcome::fail) continue;
    ++only_declared;
    EXPECT_EQ(undeclared.precision_class, "joint-angles") << c.name << ": " << undeclared.detail;
    const Expectation right = *expect(question);
    const auto positions = std::ranges::find(right.arrays, "positions", &ExpectedArray::name);
    for (std::size_t end = 6; end < answer.arrays.find("positions")->reals().size(); end += 9) {
      if (!is_decided(*positions, end - 3) || !is_decided(*positions, end)) continue;
      const Answer stretched = changed_answer(by_angles, "positions", [end](Array::Reals& p) {
        for (std::size_t i = end; i < end + 3; ++i)
          p[i] += 1e-4 * (p[i] - p[i - 3]);
      });
      if (judged(question, stretched, "joint-angles").outcome != Outcome::pass) continue;
      ++stretched_rows;
      EXPECT_EQ(judged(question, stretched).precision_class, "") << c.name << ": bones keep their lengths";
    }
  }
  EXPECT_GT(only_declared, 0U);
  EXPECT_GT(stretched_rows, 0U);
  const Question question = question_of("ik.ik_two_bone.arm.around.pose.f32");
  Answer wrong = in_float32(question);
  std::get<Array::Reals>(wrong.arrays.find("positions")->data)[4] += 0.01;
  EXPECT_EQ(judged(question, wrong, "joint-angles").outcome, Outcome::fail);
}

/// An input of a file with two parts that have the same number of vertices.
Question question_of_two_parts() {
  Question question = question_of("skinning.linear_blend.bar.posed.direction.pose.f32");
  question.level = Level::asset;
  const std::size_t half = question.arrays.find("positions")->shape[0] / 2;
  question.asset =
      std::make_shared<AssetMoment>(AssetMoment{"two.glb", {}, 0, {{0, 0, 0, half}, {1, 1, 0, half}}});
  return question;
}

TEST(ConventionsOfFilesTest, swapped_parts_are_named) {
  const Question question = question_of_two_parts();
  Answer answer = in_float32(question);
  for (const char* name : {"positions", "normals", "tangents"}) {
    auto& x = std::get<Array::Reals>(answer.arrays.find(name)->data);
    std::rotate(x.begin(), x.begin() + std::ssize(x) / 2, x.end());
  }
  const Verdict verdict = judged(question, answer);
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_NE(
      verdict.detail.find("your part 0 has the vertices of part 1, your part 1 has the vertices of part 0"),
      std::string::npos)
      << verdict.detail;
  std::get<Array::Reals>(answer.arrays.find("positions")->data)[0] += 1;
  EXPECT_EQ(judged(question, answer).detail.find("your part"), std::string::npos);
}

TEST(ConventionsOfFilesTest, a_bind_pose_in_place_of_the_rest_pose_is_named) {
  const Question question = question_of_two_parts();
  Answer answer = in_float32(question);
  for (const char* name : {"positions", "normals", "tangents"})
    answer.arrays.put({name, question.arrays.find(name)->shape, question.arrays.find(name)->reals(), {}});
  const Verdict verdict = judged(question, answer);
  EXPECT_EQ(verdict.outcome, Outcome::fail);
  EXPECT_NE(verdict.detail.find("declare \"without\": [\"rest\"]"), std::string::npos) << verdict.detail;
}

std::string refusal_of(const char* feature, Question question) {
  const auto left_out = leave_out({*find_feature(feature)}, question);
  return left_out ? "" : left_out.error().where;
}

TEST(ConventionsOfFilesTest, a_subject_may_lack_rest_poses_and_times_outside_clips) {
  Question rest = question_of_two_parts(), clip_question = question_of(clip);
  EXPECT_EQ(refusal_of("rest", rest), "rest");
  EXPECT_EQ(refusal_of("rest", clip_question), "");
  EXPECT_EQ(refusal_of("times-outside-clip", clip_question), "");
  for (const double outside : {-0.25, 2.5}) {
    clip_question.arrays.put({"time", {1}, Array::Reals{outside}, {}});
    EXPECT_EQ(refusal_of("times-outside-clip", clip_question), "times-outside-clip") << outside;
  }
  Question sampled = question_of(track);
  const double end = sampled.arrays.find("times")->reals().back();
  ASSERT_TRUE(leave_out({*find_feature("times-outside-clip")}, sampled));
  const Array::Reals t = sampled.arrays.find("t")->reals();
  EXPECT_FALSE(t.empty());
  EXPECT_TRUE(std::ranges::all_of(t, [end](double x) { return x >= 0 && x <= end; }));
  EXPECT_LT(t.size(), question_of(track).arrays.find("t")->reals().size());
}

TEST(ConventionsOfFilesTest, solver_arrays_are_declared_one_by_one) {
  for (const char* name : {"residual", "reachable", "nearest"}) {
    Question chain = question_of("ik.ik_two_bone.arm.around.pose.f32");
    EXPECT_EQ(leave_out({*find_feature(name)}, chain), std::vector<std::string>{name});
  }
  EXPECT_EQ(refusal_of("not-finite", question_of("skinning.linear_blend.bar.posed.direction.palette.f32")),
            "");
  EXPECT_EQ(refusal_of("not-finite", question_of("animation.quaternion_blend.fan.unused.pose.f32")),
            "not-finite");
}

}  // namespace bindpose::conformance::conventions_test
