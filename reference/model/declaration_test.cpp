// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/declaration.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace bindpose {
namespace {

/// "CODE where" of a question with the one array `values`; empty where it passes.
std::string error_of(const ArrayDeclaration& declared, Shape shape, Array::Reals values) {
  ArraySet question;
  question.add("values", std::move(shape), std::move(values));
  const auto checked = check(Declaration{{declared}, {}, {}, {}}, question);
  return checked ? std::string() : checked.error().code + " " + checked.error().where;
}

}  // namespace

TEST(declaration, a_place_counts_rows_and_leaves_out_widths) {
  const Array::Reals six = {0, 0, 0, 0, NAN, 0};
  EXPECT_EQ(error_of(real("values", "", "V 3").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "N w").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "V K").finite(), {2, 3}, six), "NOT_FINITE values[1, 1]");
  EXPECT_EQ(error_of(real("values", "", "V K 1").finite(), {2, 3, 1}, six), "NOT_FINITE values[1, 1]");
  EXPECT_EQ(error_of(real("values", "", "N").finite(), {1}, {NAN}), "NOT_FINITE values[0]");
}

TEST(declaration, a_single_number_is_named_without_a_place) {
  EXPECT_EQ(error_of(real("values", "", "1").finite(), {1}, {NAN}), "NOT_FINITE values");
  EXPECT_EQ(error_of(real("values", "", "1").within(0, 1), {1}, {2}), "PARAMETER_RANGE values");
  EXPECT_EQ(error_of(real("values", "", "N").within(0, 1), {1}, {2}), "PARAMETER_RANGE values[0]");
}

TEST(declaration, not_empty) {
  const ArrayDeclaration declared = real("values", "", "K").not_empty();
  EXPECT_EQ(error_of(declared, {0}, {}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(declared, {1}, {5}), "");
}

TEST(declaration, increasing) {
  const ArrayDeclaration declared = real("values", "", "K").increasing();
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 2}), "");
  EXPECT_EQ(error_of(declared, {0}, {}), "");
  EXPECT_EQ(error_of(declared, {3}, {-1, 0, 0}), "TIME_ORDER values[2]");
  EXPECT_EQ(error_of(declared, {3}, {-1, -2, 0}), "TIME_ORDER values[1]");
  EXPECT_EQ(error_of(declared, {2}, {-1, NAN}), "TIME_ORDER values[1]");
}

}  // namespace bindpose
