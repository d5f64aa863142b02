// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/dof.h"

#include <gtest/gtest.h>

#include "reference/numeric/float32.h"

namespace bindpose::dof_test {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::string error_of(const Dof& dof, LimitRule rule = LimitRule::clamp) {
  const auto value = limited_value(dof, rule, "knob", 3);
  return value ? std::string() : value.error().code + " " + value.error().where;
}

TEST(dof, values_are_clamped_to_the_nearer_limit) {
  const auto value = [](double x) { return *limited_value({x, -1, 2}, LimitRule::clamp, "knob", 0); };
  EXPECT_EQ(value(-1.5), -1);
  EXPECT_EQ(value(-1), -1);
  EXPECT_EQ(value(0.25), 0.25);
  EXPECT_EQ(value(2), 2);
  EXPECT_EQ(value(7), 2);
}

TEST(dof, limits_are_infinite_by_default) {
  EXPECT_EQ(*limited_value({1e30}, LimitRule::reject, "knob", 0), 1e30);
  EXPECT_EQ(*limited_value({-1e30, -infinity, 0}, LimitRule::reject, "knob", 0), -1e30);
}

TEST(dof, equal_limits_fix_the_value) {
  EXPECT_EQ(*limited_value({5, 3, 3}, LimitRule::clamp, "knob", 0), 3);
  EXPECT_EQ(*limited_value({3, 3, 3}, LimitRule::reject, "knob", 0), 3);
}

TEST(dof, invalid_values_and_limits_are_reported) {
  EXPECT_EQ(error_of({not_a_number, 0, 1}), "NOT_FINITE knob_values[3]");
  EXPECT_EQ(error_of({infinity, 0, 1}), "NOT_FINITE knob_values[3]") << "not clamped to 1";
  EXPECT_EQ(error_of({0, not_a_number, 1}), "NOT_FINITE knob_limits[3]");
  EXPECT_EQ(error_of({0, 0, not_a_number}), "NOT_FINITE knob_limits[3]");
  EXPECT_EQ(error_of({0, infinity, infinity}), "NOT_FINITE knob_limits[3]");
  EXPECT_EQ(error_of({0, 1, 0.5}), "PARAMETER_RANGE knob_limits[3]");
  EXPECT_EQ(error_of({2, 0, 1}, LimitRule::reject), "PARAMETER_RANGE knob_values[3]");
  EXPECT_EQ(error_of({-2, 0, 1}, LimitRule::reject), "PARAMETER_RANGE knob_values[3]");
  EXPECT_EQ(error_of({1, 0, 1}, LimitRule::reject), "");
}

TEST(dof, arrays_are_read_as_written) {
  ArraySet question;
  add_dofs(question, "knob", {{1, 0, 2}, {-0.5, -infinity, 4}});
  const auto dofs = read_dofs(question, "knob");
  ASSERT_TRUE(dofs);
  ASSERT_EQ(dofs->size(), 2u);
  EXPECT_EQ((*dofs)[0].upper, 2);
  EXPECT_EQ((*dofs)[1].value, -0.5);
  EXPECT_EQ((*dofs)[1].lower, -infinity);
  EXPECT_EQ(read_dofs(question, "other").error().code, "ARRAY_MISSING");
  question.put({"knob_limits", {1, 2}, Array::Reals{0, 1}});
  EXPECT_EQ(read_dofs(question, "knob").error().code, "ARRAY_SHAPE");
}

}  // namespace bindpose::dof_test
