// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/rbf.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/answers.h"

namespace bindpose::examples::rbf_test {

using Row = Array::Reals;

ArraySet in_one_dimension(const Row& examples, const Row& values, const Row& poses) {
  ArraySet question;
  question.add("example_poses", {examples.size(), 1}, examples);
  question.add("example_values", {examples.size(), values.size() / examples.size()}, values);
  question.add("poses", {poses.size(), 1}, poses);
  return question;
}

Row values(const ArraySet& question, const Options& options = {}, const char* name = "values") {
  return test::answered("rbf", question, name, options);
}

const Options with_constant = {{"constant_term", "added"}};

TEST(rbf, values_match_at_examples_and_vanish_far_away) {
  for (const Options& options : {Options{}, with_constant}) {
    const ArraySet question = in_one_dimension({-1, 0.5, 2, 7}, {3, 1, -4, 2}, {-1, 0.5, 2, 7, 100});
    const Row s = values(question, options);
    for (const auto& [i, f] : {std::pair{0U, 3.0}, {1U, 1.0}, {2U, -4.0}, {3U, 2.0}})
      EXPECT_NEAR(s[i], f, 1e-14);
    EXPECT_EQ(s[4], options.empty() ? 0 : values(question, options, "coefficients")[4]);
  }
}

TEST(rbf, a_constant_term_reproduces_constants) {
  const ArraySet weights = in_one_dimension({-1, 0.5, 2}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {-3, 0, 0.75, 5});
  const Row a = values(weights, with_constant);
  for (std::size_t q = 0; q < 4; ++q)
    EXPECT_NEAR(a[3 * q] + a[3 * q + 1] + a[3 * q + 2], 1, 1e-15);
  for (const double s : values(in_one_dimension({-1, 0.5, 2}, {7, 7, 7}, {-3, 0, 5}), with_constant))
    EXPECT_NEAR(s, 7, 1e-14);
}

/// Angles by atan2 and by the arccosine, in float32.
TEST(rbf, both_angle_formulas_stay_within_the_bound) {
  Random random("rbf.angles");
  double tangent = 0, cosine = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec4<double> q = random.rotation().coeffs();
    Vec4<double> p = q + (random.below(2) == 0 ? 1.0 : 0x1p-12) * Vec4<double>(random.rotation().coeffs());
    p = p.normalized().unaryExpr([](double x) { return to_float32(x); }).eval();
    if (i % 100 == 0) p = -q;
    const Tracked d = pose_distance<Tracked>(q.cast<Tracked>(), p.cast<Tracked>(), Metric::rotation_angle);
    const auto by_tangent =
        static_cast<double>(pose_distance<float>(q.cast<float>(), p.cast<float>(), Metric::rotation_angle));
    const float dot = std::fabs(q.cast<float>().dot(p.cast<float>()));
    const auto by_cosine = static_cast<double>(2 * std::acos(std::min(dot, 1.0F)));
    tangent = std::max(tangent, std::fabs(by_tangent - d.value()) / d.error());
    cosine = std::max(cosine, std::fabs(by_cosine - d.value()) / d.error());
  }
  EXPECT_LE(tangent, 1);
  EXPECT_LE(cosine, 1);
  EXPECT_GT(cosine, 0.1);
}

TEST(rbf, rotations_and_directions_do_not_depend_on_signs_or_lengths) {
  ArraySet question;
  question.add("example_poses", {2, 4}, Row{0, 0, 0, 1, 0.6, 0, 0, 0.8});
  question.add("example_values", {2, 1}, Row{1, 3});
  question.add("poses", {3, 4}, Row{-0.6, 0, 0, -0.8, 0, 0, 0, -1, 0, 0.8, 0, 0.6});
  const Options options = {{"metric", "rotation-angle"}};
  const Row s = values(question, options);
  EXPECT_NEAR(s[0], 3, 1e-14);
  EXPECT_NEAR(s[1], 1, 1e-14);
  question.put({"poses", {3, 4}, Row{0.6, 0, 0, 0.8, 0, 0, 0, 1.01, 0, 0.808, 0, 0.606}});
  const Row same = values(question, options);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(s[i], same[i], 1e-14);
}

TEST(rbf, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question, const Options& options = {}) {
    return test::error_of("rbf", question, options);
  };
  EXPECT_EQ(error(in_one_dimension({0, 1, 0}, {1, 2, 3}, {0})), "COINCIDENT_POSES example_poses[2]");
  EXPECT_EQ(error(in_one_dimension({0, 0x1p-30}, {1, 2}, {0})), "SINGULAR_SYSTEM example_poses");
  EXPECT_EQ(error(in_one_dimension({0, std::nan("")}, {1, 2}, {0})), "NOT_FINITE example_poses[1]");
  ArraySet question = in_one_dimension({0, 1}, {1, 2}, {0});
  question.add("sigma", {1}, Row{0});
  EXPECT_EQ(error(question).substr(0, 15), "PARAMETER_RANGE");
  question = in_one_dimension({0, 1}, {1, 2}, {0});
  EXPECT_EQ(error(question, {{"metric", "rotation-angle"}}), "ARRAY_SHAPE example_poses");
  question.put({"poses", {1, 2}, Row{0, 0}});
  EXPECT_EQ(error(question).substr(0, 11), "ARRAY_SHAPE");
  question.put({"example_poses", {2, 3}, Row{1, 0, 0, 0, 1.5, 0}});
  question.put({"poses", {1, 3}, Row{0, 0, 1}});
  EXPECT_EQ(error(question, {{"metric", "arc-length"}}), "NOT_UNIT example_poses[1]");
  question.put({"example_poses", {2, 3}, Row{1, 0, 0, 0, 1, 0}});
  question.put({"poses", {1, 3}, Row{0, 0, 0}});
  EXPECT_EQ(error(question, {{"metric", "arc-length"}}), "NOT_UNIT poses[0]");
  question.put({"example_poses", {2, 4}, Row{0, 0, 0, 1, 0, 0, 0, -1}});
  question.put({"poses", {1, 4}, Row{0, 0, 0, 1}});
  EXPECT_EQ(error(question, {{"metric", "rotation-angle"}}), "COINCIDENT_POSES example_poses[1]")
      << "one rotation";
  ArraySet none = in_one_dimension({0}, {1}, {0});
  none.put({"example_poses", {0, 1}, Row{}});
  none.put({"example_values", {0, 1}, Row{}});
  EXPECT_EQ(error(none).substr(0, 14), "COUNT_MISMATCH");
}

TEST(rbf, systems_that_float32_cannot_solve_are_not_judged) {
  const auto result = find_algorithm("rbf")->implementation.in_tracked(
      in_one_dimension({0, 0x1p-10, 1}, {1, 2, 3}, {0.5}), {});
  ASSERT_TRUE(result);
  EXPECT_TRUE(std::isinf(result->find("values")->values[0].error()));
}

TEST(rbf, an_addend_of_1e_5_on_the_diagonal_exceeds_the_bound) {
  const ArraySet question = in_one_dimension({0.5}, {2}, {0.5});
  const auto tracked = find_algorithm("rbf")->implementation.in_tracked(question, {});
  ASSERT_TRUE(tracked) << to_string(tracked.error());
  const double bound = tracked->find("values")->values[0].error();
  const auto off = [](double added) { return 2 - 2 / (1 + added); };
  EXPECT_GT(bound, off(1e-6));
  EXPECT_LT(bound, off(1e-5));
}

}  // namespace bindpose::examples::rbf_test
