// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shape_by_example.h"

#include <string>

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/rows.h"
#include "reference/numeric/random.h"
#include "reference/samples/example_poses.h"

namespace bindpose::examples {
namespace shape_by_example_test {

using Row = Array::Reals;
constexpr std::size_t vertices = 12, joints = 4, count = 3;

/// Random examples; the palette is that of an example.
ArraySet in_pose_of(std::size_t example, const Row& weights) {
  Random random("shape_by_example");
  const scenes::Crowd crowd = samples::sample_gentle_crowd(vertices, joints, random);
  ArraySet question = scenes::crowd_question(crowd);
  for (const char* name : {"positions", "normals", "tangents"})
    question.remove(name);
  samples::add_sample_examples(question, count, vertices, joints, random);
  const Row& palettes = question.find("example_palettes")->reals();
  Row palette;
  for (std::size_t j = 0; j < joints; ++j) {
    const auto first = palettes.begin() + static_cast<std::ptrdiff_t>(12 * (j * count + example));
    palette.insert(palette.end(), first, first + 12);
  }
  question.put({"palette", {joints, 3, 4}, palette});
  question.add("example_weights", {count}, weights);
  return question;
}

Expected<Result<double>> ask(const ArraySet& question, const Options& options = {}) {
  return find_algorithm("sbe")->implementation.in_double(question, options);
}
Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  const auto result = ask(question, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->find(name)->values : Row{};
}
Row of_example(const ArraySet& question, std::size_t k) {
  const Row& x = question.find("example_positions")->reals();
  const auto first = x.begin() + static_cast<std::ptrdiff_t>(3 * vertices * k);
  return {first, first + static_cast<std::ptrdiff_t>(3 * vertices)};
}
void expect_near(const Row& a, const Row& b, double within) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], within) << i;
}

TEST(shape_by_example, in_the_pose_of_an_example_it_is_met) {
  for (std::size_t k = 0; k < count; ++k) {
    Row weights(count, 0);
    weights[k] = 1;
    const ArraySet question = in_pose_of(k, weights);
    expect_near(values("positions", question), of_example(question, k), 1e-13);
    expect_near(values("positions", question, {{"formulation", "adjugate-then-divide"}}),
                of_example(question, k), 1e-13);
  }
}

/// The same by weights that radial basis functions give.
ArraySet at_pose(ArraySet question, const Row& poses, const Row& pose) {
  question.remove("palette");
  question.remove("example_weights");
  question.add("parents", {joints}, Array::Integers(joints, -1));
  question.add("local_translations", {joints, 3}, Row(3 * joints, 0));
  question.add("local_rotations", {joints, 4}, Row(4 * joints, 0));
  change_rows(question, "local_rotations", 4, [](double* q, std::size_t) { q[3] = 1; });
  question.add("local_scales", {joints, 3}, Row(3 * joints, 1));
  const ArraySet given = in_pose_of(1, Row(count, 0));
  question.add("inverse_binds", {joints, 3, 4},
               given.find("palette")->reals());  // the palette of the second example
  question.add("example_poses", {count, poses.size() / count}, poses);
  question.add("pose", {pose.size()}, pose);
  return question;
}

TEST(shape_by_example, radial_basis_functions_give_the_weights) {
  const ArraySet base = in_pose_of(1, Row(count, 0));
  const ArraySet question = at_pose(base, {0, 0, 1, 0.5, -1, 2}, {1, 0.5});
  expect_near(values("example_weights", question), {0, 1, 0}, 1e-14);
  expect_near(values("positions", question), of_example(base, 1), 1e-12);
  const Row between = values("example_weights", at_pose(base, {0, 0, 1, 0.5, -1, 2}, {0.25, 0.75}));
  EXPECT_NEAR(between[0] + between[1] + between[2], 1, 1e-14);
}

TEST(shape_by_example, a_blend_without_inverse_has_no_answer) {
  ArraySet question = in_pose_of(0, {1, 0, 0});
  Row& weights = *reals_of(question, "weights");
  std::fill_n(weights.begin(), 4, 0.0);
  const auto result = ask(question);
  ASSERT_TRUE(result);
  ASSERT_FALSE(result->undefined.empty());
  for (const Undefined& undefined : result->undefined) {
    EXPECT_EQ(undefined.row, 0U);
    EXPECT_EQ(undefined.code, "SINGULAR_BLEND");
  }
}

TEST(shape_by_example, errors) {
  const auto error = [](const ArraySet& question, const Options& options = {}) {
    const auto result = ask(question, options);
    return result ? std::string() : result.error().code + " " + result.error().where;
  };
  const ArraySet base = in_pose_of(1, Row(count, 0));
  EXPECT_EQ(error(at_pose(base, {0, 0, 1, 1, 0, 0}, {0, 0})), "COINCIDENT_POSES example_poses[2]");
  EXPECT_EQ(error(at_pose(base, {0, 0, 1, 1, 0, 2}, {0, 0}), {{"metric", "arc-length"}}),
            "ARRAY_SHAPE example_poses");
  EXPECT_EQ(error(at_pose(base, {0, 1, 2}, {0, 1})).substr(0, 16), "ARRAY_SHAPE pose");
  EXPECT_EQ(error(at_pose(base, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 2}), {{"metric", "arc-length"}}),
            "NOT_UNIT pose[0]");
}

}  // namespace shape_by_example_test
}  // namespace bindpose::examples
