// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/case_file.h"

#include <cmath>

#include <gtest/gtest.h>

#include "golden/toy_test.h"
#include "reference/io/safetensors.h"

namespace bindpose::golden::case_file_test {

std::string code_of(const Case& c) {
  const auto file = make_case_file(c);
  return file ? "accepted" : file.error().code;
}

TEST(case_file, files_hold_input_output_and_bounds) {
  const auto made = make_case_file(toy::make_case("third", {1, 0, -2, 0}));
  ASSERT_TRUE(made) << to_string(made.error());
  const auto file = from_safetensors(made->bytes);
  ASSERT_TRUE(file);
  std::vector<std::string> names;
  for (const Tensor& t : file->tensors)
    names.push_back(t.array.name + " " + std::string(dtype(t.storage)));
  EXPECT_EQ(names, (std::vector<std::string>{"input.x F32", "tap.twice F64", "bound.twice F32",
                                             "expected.y F64", "bound.y F32", "undefined.y I32"}));
  EXPECT_EQ(file->find("expected.y")->array.reals(), (Array::Reals{1.0 / 3, 0, -2.0 / 3, 0}));
  EXPECT_EQ(file->find("undefined.y")->array.integers(), (Array::Integers{1, 3}));
  EXPECT_TRUE(std::isinf(file->find("bound.y")->array.reals()[1]));
  EXPECT_EQ(file->metadata.at("case"), "skinning.toy.third");
  EXPECT_EQ(file->metadata.at("option.mode"), "third");
  EXPECT_FALSE(file->metadata.contains("option.formulation"));
  ASSERT_EQ(made->undefined.size(), 2U);
  EXPECT_EQ(made->undefined[0].code, "ZERO");
  ASSERT_EQ(made->deviations.size(), 1U);
  EXPECT_EQ(made->deviations[0].ulps, 0) << "division in double is correctly rounded";
}

TEST(case_file, the_same_case_gives_the_same_bytes) {
  const Case c = toy::make_case("square", {0.1f, 3, 1e-30f});
  EXPECT_EQ(make_case_file(c)->bytes, make_case_file(c)->bytes);
  EXPECT_NE(make_case_file(c)->bytes, make_case_file(toy::make_case("square", {0.1f, 3, 1e-29f}))->bytes);
}

TEST(case_file, unsuitable_cases_are_rejected) {
  EXPECT_EQ(code_of(toy::make_case("third", {0.1})), "NOT_FLOAT32");
  EXPECT_EQ(code_of(toy::make_case("third", {0})), "GOLDEN_VACUOUS");
  EXPECT_EQ(code_of(toy::make_case("branch", {2})), "GOLDEN_VACUOUS");
  EXPECT_EQ(code_of(toy::make_case("third", {})), "GOLDEN_VACUOUS");
  EXPECT_EQ(code_of(toy::make_case("infinite", {1})), "GOLDEN_NOT_FINITE");
  EXPECT_EQ(code_of(toy::make_case("no-such-mode", {1})), "OPTION_VALUE");
  Case c = toy::make_case("third", {1});
  c.leave_out.clear();
  EXPECT_EQ(code_of(c), "BROKEN");
  c.question = []() -> Expected<ArraySet> { return fail("NO_QUESTION", "", ""); };
  EXPECT_EQ(code_of(c), "NO_QUESTION");
}

TEST(case_file, resolved_policies_include_the_defaults) {
  Case c = toy::make_case("square", {1});
  c.options = {{"formulation", "long-way"}};
  EXPECT_EQ(resolved_policies(c), (Options{{"mode", "third"}}));
}

}  // namespace bindpose::golden::case_file_test
