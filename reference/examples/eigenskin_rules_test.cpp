// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Supports, weights, refused inputs, and rows without an output.

#include <gtest/gtest.h>

#include "reference/examples/eigenskin.h"
#include "reference/testing/assert.h"
#include "reference/testing/eigenskin_questions.h"

namespace bindpose::examples::eigenskin_rules_test {

using namespace test::eigenskin;

TEST(EigenSkinRules, barely_displaced_vertices_are_outside_the_support) {
  ArraySet question = bar_question(between, {0, 3, 2});
  const Row blended = values("positions", question, "linear_blend"), whole = values("positions", question);
  question.add("threshold", {1}, Row{0.125});
  const Row some = values("positions", question);
  question.put({"threshold", {1}, Row{2}});
  expect_near(values("positions", question), blended, 0);
  EXPECT_EQ(values("singular_values", question), Row(5, 0));
  EXPECT_EQ(values("energies", question), Row(3, 1));
  std::size_t as_blended = 0, as_whole = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    as_blended += some[i] == blended[i] ? 1 : 0;
    as_whole += std::fabs(some[i] - whole[i]) < 1e-13 ? 1 : 0;
  }
  EXPECT_GT(as_whole, 30U);
  EXPECT_GE(as_blended, 3U);
  question.put({"threshold", {1}, Row{0x1p-40}});
  expect_near(values("positions", question), whole, 0);
  EXPECT_TRUE(is_displaced<double>({{0, 0, 0}, {0, 3, 4}}, 4.5));
  EXPECT_FALSE(is_displaced<double>({{0, 3, 4}}, 5));
}

TEST(EigenSkinRules, degenerate_rows_are_undefined) {
  ArraySet question = bar_question(between, {0, 3, 2});
  Row& w = std::get<Row>(question.find("weights")->data);
  std::fill_n(w.begin(), question.find("weights")->shape[1], 0.0);
  BINDPOSE_ASSERT(const auto result, answer_of(stem, question));
  ASSERT_EQ(result.undefined.size(), 4U);
  for (const Undefined& row : result.undefined) {
    EXPECT_EQ(row.code, "SINGULAR_BLEND");
    EXPECT_EQ(row.row, 0U);
  }
  Random random("eigenskin.given");
  ArraySet given = find_algorithm(stem)->implementation.sample(4, random);
  std::fill_n(std::get<Row>(given.find("weights")->data).begin(), 4, 0.0);
  BINDPOSE_ASSERT(const auto at_origin, answer_of(stem, given));
  ASSERT_EQ(at_origin.undefined.size(), 2U);
  EXPECT_EQ(at_origin.undefined[0].code, "ZERO_NORMAL");
}

TEST(EigenSkinRules, a_singular_example_affects_only_its_joint) {
  const ArraySet question = bar_question(between, {0, 2, 1});
  ArraySet flat = question;
  change_rows(flat, "example_palettes", 12, [](double* row, std::size_t i) {
    if (i == 2 * turned.size() + 1)  // the tip in its first example
      for (const std::size_t c : {1U, 5U, 9U})
        row[c] = 0;
  });
  BINDPOSE_ASSERT(const auto result, answer_of(stem, flat));
  EXPECT_FALSE(result.undefined.empty());
  const Row s = values("singular_values", question), other = result.find("singular_values")->values;
  for (std::size_t k = 0; k < turned.size(); ++k)
    EXPECT_EQ(s[k] == other[k], turned[k].joint == 1) << k;
}

TEST(EigenSkinRules, unread_values_may_be_anything) {
  const ArraySet question = bar_question(between, {0, 3, 0});
  ArraySet other = question;
  change_rows(other, "rest_rotations", 4, [](double* row, std::size_t j) {
    if (j != 1) std::fill(row, row + 4, nan);
  });
  EXPECT_EQ(values("positions", question), values("positions", other));
}

TEST(EigenSkinRules, ranks_between_equal_singular_values_are_refused) {
  // Two examples that displace different vertices by the same lengths.
  ArraySet question =
      with_exact_palettes(bar_question({}, {0, 0, 0}, {{1, {1, 2, 3}, 70}, {1, {0, 0, 1}, -50}}),
                          {{1, {1, 2, 3}, 70}, {1, {0, 0, 1}, -50}});
  const auto displaced = [&](double first, double second) {
    ArraySet other = question;
    const std::size_t V = other.find("positions")->shape[0];
    for (std::size_t k = 0; k < 2; ++k) {
      Row palette;
      for (std::size_t j = 0; j < 3; ++j) {
        const auto row =
            other.find("example_palettes")->reals().begin() + static_cast<std::ptrdiff_t>(12 * (2 * j + k));
        palette.insert(palette.end(), row, row + 12);
      }
      ArraySet still;
      for (const char* name : {"positions", "normals", "joints", "weights"})
        still.put(*other.find(name));
      change_rows(still, "positions", 3, [&](double* x, std::size_t v) {
        if (v == 4 * k) x[k] += k == 0 ? first : second;
      });
      still.add("palette", {3, 3, 4}, palette);
      const Row posed = values("positions", still, "linear_blend");
      std::copy(posed.begin(), posed.end(),
                std::get<Row>(other.find("example_positions")->data).begin() +
                    static_cast<std::ptrdiff_t>(3 * V * k));
    }
    return other;
  };
  const auto ranked = [](const ArraySet& base, int rank) {
    return error_of(with_array(base, "ranks", {3}, Integers{0, rank, 0}));
  };
  const ArraySet tied = displaced(0.5, 0.5);
  EXPECT_EQ(ranked(tied, 1), "TIED_RANK ranks[1]");
  EXPECT_EQ(ranked(tied, 0), "");
  EXPECT_EQ(ranked(tied, 2), "");
  EXPECT_EQ(ranked(displaced(0.5, 0.5000001), 1), "");
  EXPECT_EQ(values("singular_values", displaced(0.25, 0.5)).size(), 2U);
  expect_near(values("singular_values", displaced(0.25, 0.5)), {0.5, 0.25}, 1e-14);
}

TEST(EigenSkinRules, bad_input_is_refused) {
  const ArraySet question = bar_question(between, {0, 2, 1});
  EXPECT_EQ(error_of(question), "");
  EXPECT_EQ(error_of(with_array(question, "example_joints", {5}, Integers{1, 2, 0, 1, 2})),
            "PARAMETER_RANGE example_joints[2]");
  EXPECT_EQ(error_of(with_array(question, "example_joints", {5}, Integers{1, 2, 3, 1, 2})),
            "INDEX_RANGE example_joints[2]");
  for (const Integers& ranks : {Integers{0, 4, 1}, Integers{0, -1, 1}})
    EXPECT_EQ(error_of(with_array(question, "ranks", {3}, ranks)), "PARAMETER_RANGE ranks[1]");
  EXPECT_EQ(error_of(with_array(question, "ranks", {3}, Integers{1, 2, 1})), "PARAMETER_RANGE ranks[0]");
  EXPECT_EQ(error_of(with_array(question, "sigma", {1}, Row{0})), "PARAMETER_RANGE sigma");
  EXPECT_EQ(error_of(with_array(question, "threshold", {1}, Row{0})), "PARAMETER_RANGE threshold");
  EXPECT_EQ(error_of(with_array(question, "rest_rotations", {3, 4}, Row(12, 1.0))),
            "NOT_UNIT rest_rotations[1]");
  EXPECT_EQ(error_of(with_array(question, "example_rotations", {5, 4}, Row(20, nan))),
            "NOT_FINITE example_rotations[0]");
  EXPECT_EQ(error_of(with_array(question, "example_positions", {5, 36, 3}, Row(540, nan))).substr(0, 10),
            "NOT_FINITE");
  ArraySet same = question;
  Row q = same.find("example_rotations")->reals();
  std::copy_n(q.begin(), 4, q.begin() + 8);
  EXPECT_EQ(error_of(with_array(same, "example_rotations", {5, 4}, q)), "COINCIDENT_POSES rest_rotations[1]");
  ArraySet as_matrix = question;
  as_matrix.add("local_is_matrix", {3}, Integers{0, 1, 0});
  as_matrix.add("local_matrices", {3, 3, 4}, values("world", question));
  EXPECT_EQ(error_of(as_matrix), "MATRIX_LOCAL local_matrices[1]");
  as_matrix.put({"ranks", {3}, Integers{0, 0, 1}});
  EXPECT_EQ(error_of(as_matrix), "");
}

}  // namespace bindpose::examples::eigenskin_rules_test
