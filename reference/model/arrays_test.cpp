// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/arrays.h"

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::arrays_test {

using test::expect_error;

ArraySet example() {
  ArraySet arrays;
  arrays.add("positions", {2, 3}, Array::Reals{1, 2, 3, 4, 5, 6});
  arrays.add("parents", {2}, Array::Integers{-1, 0});
  return arrays;
}

TEST(Arrays, shapes_have_an_element_count_and_a_text) {
  EXPECT_EQ(element_count({}), 1u);
  EXPECT_EQ(element_count({4, 3, 2}), 24u);
  EXPECT_EQ(element_count({4, 0}), 0u);
  EXPECT_EQ(to_string(Shape{12, 3}), "[12, 3]");
  EXPECT_EQ(to_string(Shape{ArraySet::any, 3}), "[any, 3]");
  EXPECT_EQ(to_string(Shape{}), "[]");
}

TEST(Arrays, arrays_keep_their_order_and_are_found_by_name) {
  const ArraySet arrays = example();
  EXPECT_EQ(arrays.size(), 2u);
  EXPECT_EQ(arrays.begin()->name, "positions");
  EXPECT_TRUE(arrays.has("parents"));
  EXPECT_FALSE(arrays.find("parents")->is_real());
  EXPECT_EQ(arrays.find("normals"), nullptr);
}

TEST(Arrays, put_replaces_in_place_or_appends) {
  ArraySet arrays = example();
  arrays.put({"positions", {1}, Array::Reals{9}, {0.5}});
  arrays.put({"time", {1}, Array::Reals{2}});
  ASSERT_EQ(arrays.size(), 3u);
  EXPECT_EQ(arrays.begin()->reals(), (Array::Reals{9}));
  EXPECT_EQ(arrays.begin()->uncertainty, (Array::Reals{0.5}));
  EXPECT_EQ((arrays.end() - 1)->name, "time");
}

TEST(Arrays, require_accepts_the_shape_and_any_extent) {
  const ArraySet arrays = example();
  ASSERT_TRUE(arrays.require_reals("positions", {2, 3}));
  EXPECT_EQ((*arrays.require_reals("positions", {ArraySet::any, 3}))->reals()[5], 6);
  EXPECT_EQ((*arrays.require_integers("parents", {2}))->integers()[0], -1);
}

TEST(Arrays, require_reports_a_wrong_name_type_or_shape) {
  const ArraySet arrays = example();
  expect_error(arrays.require_reals("normals", {2, 3}), "ARRAY_MISSING", "normals");
  expect_error(arrays.require_reals("parents", {2}), "ARRAY_TYPE", "parents");
  expect_error(arrays.require_integers("positions", {2, 3}), "ARRAY_TYPE", "positions");
  expect_error(arrays.require_reals("positions", {2, 4}), "ARRAY_SHAPE", "positions");
  expect_error(arrays.require_reals("positions", {6}), "ARRAY_SHAPE", "positions");
  expect_error(arrays.require_integers("parents", {ArraySet::any, 1}), "ARRAY_SHAPE", "parents");
}

}  // namespace bindpose::arrays_test
