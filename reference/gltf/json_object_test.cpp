// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/json_object.h"

#include <gtest/gtest.h>

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf::json_object_test {

/// An object at "/o" with a log of its own.
struct JsonObjectTest : testing::Test {
  JsonObject object(const char* text) {
    json_ = Json::parse(text);
    return JsonObject(json_, Pointer() / "o", vetting_);
  }

  void expect(const char* code, const char* pointer, Issue::Severity severity = Issue::Severity::error) {
    EXPECT_TRUE(has_issue(log_.all(), severity, code, pointer)) << code << pointer << "\n"
                                                                << listed(log_.all());
  }

  IssueLog log_;
  Vetting vetting_{log_, {"KHR_known"}};
  Json json_;
};

TEST_F(JsonObjectTest, index_accepts_integers_in_any_form) {
  EXPECT_EQ(object(R"({"i":3})").index("i", Presence::required), 3);
  EXPECT_EQ(object(R"({"i":3.0})").index("i", Presence::required), 3);
  EXPECT_EQ(object(R"({})").index("i", Presence::optional), kNone);
  EXPECT_FALSE(log_.has_errors());
}

TEST_F(JsonObjectTest, index_caps_numbers_beyond_any_array) {
  EXPECT_EQ(object(R"({"i":18446744073709551615})").index("i", Presence::required), kLargestInteger);
  EXPECT_EQ(object(R"({"i":1e300})").index("i", Presence::required), kLargestInteger);
}

TEST_F(JsonObjectTest, index_refuses_values_that_are_not_indices) {
  EXPECT_EQ(object(R"({"i":-1})").index("i", Presence::required), kNone);
  expect("INVALID_INDEX", "/o/i");
  EXPECT_EQ(object(R"({"i":-1e300})").index("i", Presence::required), kNone);
  EXPECT_EQ(object(R"({"i":1.5})").index("i", Presence::required), kNone);
  expect("TYPE_MISMATCH", "/o/i");
  EXPECT_EQ(object(R"({"n":null})").index("n", Presence::optional), kNone);
  expect("TYPE_MISMATCH", "/o/n");
  EXPECT_EQ(object("{}").index("i", Presence::required), kNone);
  expect("UNDEFINED_PROPERTY", "/o");
}

TEST_F(JsonObjectTest, integer_checks_ranges_and_lists) {
  EXPECT_EQ(object(R"({"i":4})").integer("i", {.min = 4, .max = 252}), 4);
  EXPECT_EQ(object("{}").integer("i", {.fallback = 7}), 7);
  EXPECT_EQ(object(R"({"i":2})").integer("i", {.allowed = {1, 2}}), 2);
  EXPECT_TRUE(log_.all().empty());
  EXPECT_EQ(object(R"({"i":3})").integer("i", {.min = 4}), kNone);
  expect("VALUE_NOT_IN_RANGE", "/o/i");
  EXPECT_EQ(object(R"({"j":3})").integer("j", {.allowed = {1, 2}}), kNone);
  expect("VALUE_NOT_IN_LIST", "/o/j", Issue::Severity::warning);
  EXPECT_EQ(object(R"({"k":1e300})").integer("k", {}), kNone);
  expect("VALUE_NOT_IN_RANGE", "/o/k");
}

TEST_F(JsonObjectTest, boolean_and_string_check_their_types) {
  EXPECT_TRUE(object(R"({"b":true})").boolean("b"));
  EXPECT_FALSE(object(R"({"b":1})").boolean("b"));
  expect("TYPE_MISMATCH", "/o/b");
  EXPECT_EQ(object(R"({"s":"x"})").string("s"), "x");
  EXPECT_FALSE(object(R"({"s":1})").string("s"));
  expect("TYPE_MISMATCH", "/o/s");
}

TEST_F(JsonObjectTest, numbers_are_rounded_to_float32) {
  const auto values = object(R"({"v":[0.1,1]})").numbers("v", {.length = 2});
  ASSERT_TRUE(values);
  EXPECT_EQ((*values)[0], static_cast<double>(0.1f));
}

TEST_F(JsonObjectTest, numbers_refuse_other_types) {
  EXPECT_FALSE(object(R"({"a":[]})").numbers("a", {}));
  expect("EMPTY_ENTITY", "/o/a");
  EXPECT_FALSE(object(R"({"b":[1]})").numbers("b", {.length = 2}));
  expect("ARRAY_LENGTH_NOT_IN_LIST", "/o/b");
  EXPECT_FALSE(object(R"({"c":["x"]})").numbers("c", {}));
  expect("ARRAY_TYPE_MISMATCH", "/o/c");
  EXPECT_FALSE(object(R"({"d":[0,2]})").numbers("d", {.min = -1, .max = 1}));
  expect("VALUE_NOT_IN_RANGE", "/o/d/1");
  EXPECT_FALSE(object(R"({"e":[3.5e38]})").numbers("e", {}));
  expect("VALUE_NOT_IN_RANGE", "/o/e/0");
  EXPECT_FALSE(object(R"({"f":{}})").numbers("f", {}));
  expect("TYPE_MISMATCH", "/o/f");
}

TEST_F(JsonObjectTest, the_largest_float32_is_accepted) {
  EXPECT_TRUE(object(R"({"v":[3.4028234663852886e38]})").numbers("v", {}));
}

TEST_F(JsonObjectTest, gl_integers_must_fit_their_type) {
  EXPECT_TRUE(object(R"({"v":[-128,127.0]})").gl_integers("v", 2, -128, 127));
  EXPECT_FALSE(object(R"({"v":[128]})").gl_integers("v", 1, -128, 127));
  expect("INVALID_GL_VALUE", "/o/v");
  EXPECT_FALSE(object(R"({"w":[0.5]})").gl_integers("w", 1, 0, 1));
  expect("ARRAY_TYPE_MISMATCH", "/o/w");
  EXPECT_FALSE(object(R"({"x":[1,2]})").gl_integers("x", 1, 0, 9));
  expect("ARRAY_LENGTH_NOT_IN_LIST", "/o/x");
}

TEST_F(JsonObjectTest, indices_must_be_distinct) {
  const auto values = object(R"({"v":[2,2,-1]})").indices("v", Presence::required);
  ASSERT_TRUE(values);
  EXPECT_EQ(*values, (std::vector<std::int64_t>{2, 2, kNone}));
  expect("DUPLICATE_ELEMENTS", "/o/v/1");
  expect("INVALID_INDEX", "/o/v/2");
  EXPECT_FALSE(object(R"({"v":[]})").indices("v", Presence::required));
  expect("EMPTY_ENTITY", "/o/v");
}

TEST_F(JsonObjectTest, strings_must_be_distinct) {
  EXPECT_EQ(object(R"({"v":["a","a",1]})").strings("v").size(), 2U);
  expect("DUPLICATE_ELEMENTS", "/o/v/1");
  expect("ARRAY_TYPE_MISMATCH", "/o/v/2");
}

TEST_F(JsonObjectTest, objects_are_read_only_if_all_elements_are_objects) {
  std::vector<std::string> places;
  const auto note = [&](const JsonObject& element, std::size_t) { places.push_back(element.where().str()); };
  EXPECT_EQ(object(R"({"v":[{},{}]})").objects("v", note), 2U);
  EXPECT_EQ(places, (std::vector<std::string>{"/o/v/0", "/o/v/1"}));
  EXPECT_EQ(object(R"({"w":[{},1]})").objects("w", note), 0U);
  expect("ARRAY_TYPE_MISMATCH", "/o/w");
  EXPECT_EQ(object("{}").objects("v", note), 0U);
  expect("UNDEFINED_PROPERTY", "/o");
}

TEST_F(JsonObjectTest, extensions_must_be_declared_objects) {
  object(R"({"extensions":{"KHR_known":{}}})").check_extensions();
  EXPECT_FALSE(log_.has_errors());
  object(R"({"extensions":{"KHR_known":1,"KHR_new":{}}})").check_extensions();
  expect("TYPE_MISMATCH", "/o/extensions/KHR_known");
  expect("UNDECLARED_EXTENSION", "/o/extensions/KHR_new");
}

}  // namespace bindpose::gltf::json_object_test
