// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "reference/model/declaration.h"

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

TEST(declaration, each_number_is_named_where_numbers_count) {
  const Array::Reals six = {0, 0, 0, 0, NAN, 0};
  EXPECT_EQ(error_of(real("values", "", "V 3").finite(), {2, 3}, six), "NOT_FINITE values[1]");
  EXPECT_EQ(error_of(real("values", "", "V 3").finite().each_number(), {2, 3}, six),
            "NOT_FINITE values[1, 1]");
}

TEST(declaration, an_extent_that_is_given) {
  const ArrayDeclaration some = real("values", "", "V K").at_least_one("K");
  EXPECT_EQ(error_of(some, {2, 0}, {}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(some, {0, 0}, {}), "") << "no row lacks anything";
  EXPECT_EQ(error_of(some, {1, 3}, {1, 2, 3}), "");
  const ArrayDeclaration one = real("values", "", "V K").exactly_one("K");
  EXPECT_EQ(error_of(one, {2, 1}, {1, 2}), "");
  EXPECT_EQ(error_of(one, {1, 2}, {1, 2}), "COUNT_MISMATCH values");
  EXPECT_EQ(error_of(one, {2, 0}, {}), "COUNT_MISMATCH values");
}

TEST(declaration, an_index_into_nothing_is_any_from_0_on) {
  ArraySet question;
  const Declaration declaration{{integer("values", "", "V K").index()}, {}, {}, {}};
  question.add("values", {1, 2}, Array::Integers{0, 2147483647});
  EXPECT_TRUE(check(declaration, question));
  question.put({"values", {1, 2}, Array::Integers{0, -1}});
  EXPECT_EQ(check(declaration, question).error().code, "INDEX_RANGE");
  EXPECT_EQ(check(declaration, question).error().where, "values[0, 1]");
}

}  // namespace bindpose
