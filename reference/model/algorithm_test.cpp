// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/algorithm.h"

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::algorithm_test {

const std::vector<OptionSpec> declared = {
    {"rule", {"first", "second"}, OptionSpec::Kind::policy, "which rule"},
    {"formulation", {"loop", "rows", "unrolled"}, OptionSpec::Kind::formulation, "which order", 2}};

TEST(Algorithm, choice_defaults_to_the_first_value) {
  EXPECT_EQ(*choice(declared, {}, "rule"), "first");
  EXPECT_EQ(*choice_index(declared, {{"rule", "second"}}, "formulation"), 0u);
}

TEST(Algorithm, choice_takes_the_given_value) {
  const Options options = {{"formulation", "unrolled"}, {"rule", "second"}};
  EXPECT_EQ(*choice(declared, options, "rule"), "second");
  EXPECT_EQ(*choice_index(declared, options, "formulation"), 2u);
}

TEST(Algorithm, errors_name_unknown_options_and_values) {
  EXPECT_EQ(test::refusal_of(choice(declared, {{"rul", "first"}}, "rule")), "OPTION_UNKNOWN rul");
  EXPECT_EQ(test::refusal_of(choice_index(declared, {}, "width")), "OPTION_UNKNOWN width");
  const auto value = choice(declared, {{"rule", "third"}}, "rule");
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().code, "OPTION_VALUE");
  EXPECT_NE(value.error().message.find("first, second"), std::string::npos) << value.error().message;
}

TEST(Algorithm, levels_have_names) {
  EXPECT_EQ(to_string(Level::palette), "palette");
  EXPECT_EQ(to_string(Level::pose), "pose");
  EXPECT_EQ(to_string(Level::asset), "asset");
}

/// Regression test: formulas once could read arrays with unchecked shapes and indices.
TEST(Algorithm, a_formula_sees_only_checked_arrays) {
  const auto names = [](const ArraySet& question) {
    const Evaluate<double> evaluate = {[](const Inputs<double>& in) -> Expected<Result<double>> {
                                         Result<double> seen;
                                         for (const Array& array : in.arrays())
                                           seen.arrays.push_back({array.name, {}, {}});
                                         return seen;
                                       },
                                       []() -> const Declaration& {
                                         static const Declaration question_of{
                                             .inputs = {real("palette", "", "J 3 4").at_palette(),
                                                        integer("parents", "", "J").at_pose().forest(),
                                                        real("centres", "", "J 3").optional(),
                                                        integer("has", "", "J").asked_beside("centres"),
                                                        integer("ties", "", "J").asked_instead_of("centres")},
                                             .stages = {},
                                             .outputs = {},
                                             .options = {}};
                                         return question_of;
                                       }};
    std::string text;
    const auto seen = evaluate(question, {});
    if (!seen) return to_string(seen.error());
    for (const auto& array : seen->arrays)
      text += array.name + " ";
    return text;
  };
  ArraySet question;
  question.add("parents", {9}, Array::Integers(9, 1000)).add("palette", {1, 3, 4}, Array::Reals(12));
  question.add("has", {}, Array::Integers{7}).add("ties", {1}, Array::Integers{0});
  EXPECT_EQ(names(question), "palette ties ");
  question.add("centres", {1, 3}, Array::Reals(3)).put({"has", {1}, Array::Integers{7}});
  question.put({"ties", {2}, Array::Reals(2)});
  EXPECT_EQ(names(question), "palette has centres ");
}

TEST(Algorithm, results_find_arrays_by_name) {
  Result<double> result;
  result.arrays.push_back({"world", {1}, {7}});
  result.arrays.push_back({"positions", {2}, {1, 2}});
  ASSERT_NE(result.find("positions"), nullptr);
  EXPECT_EQ(result.find("positions")->values[1], 2);
  EXPECT_EQ(result.find("normals"), nullptr);
}

TEST(Algorithm, the_path_is_family_and_stem) {
  Algorithm algorithm;
  algorithm.family = "skinning";
  algorithm.stem = "linear_blend";
  EXPECT_EQ(algorithm.path(), "skinning/linear_blend");
}

}  // namespace bindpose::algorithm_test
