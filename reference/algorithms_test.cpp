// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/algorithms.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

namespace bindpose {

TEST(Algorithms, algorithms_are_found_by_id_path_and_dotted_path) {
  const Algorithm* lbs = find_algorithm("lbs");
  ASSERT_NE(lbs, nullptr);
  EXPECT_EQ(lbs->path(), "skinning/linear_blend");
  EXPECT_EQ(find_algorithm("skinning/linear_blend"), lbs);
  EXPECT_EQ(find_algorithm("skinning.linear_blend"), lbs);
  EXPECT_EQ(find_algorithm("fk.matrix")->path(), "hierarchy/fk_matrix") << "a dot within an id";
  EXPECT_EQ(find_algorithm("linear_blend"), find_algorithm("lbs")) << "by its stem";
  EXPECT_EQ(find_algorithm(""), nullptr);
}

TEST(Algorithms, rows_are_read_as_written) {
  const Algorithm& lbs = *find_algorithm("lbs");
  EXPECT_EQ(lbs.title, "Linear blend skinning");
  EXPECT_EQ(lbs.levels, (std::vector<Level>{Level::palette, Level::pose}));
  EXPECT_EQ(lbs.outputs, (std::vector<std::string_view>{"positions", "normals", "tangents"}));
  EXPECT_TRUE(lbs.has_glsl);
  EXPECT_FALSE(find_algorithm("fk.matrix")->has_glsl);
}

TEST(Algorithms, names_are_unique_and_rows_complete) {
  std::set<std::string> names;
  for (const Algorithm& algorithm : algorithms()) {
    EXPECT_TRUE(names.insert(std::string(algorithm.id)).second) << algorithm.id;
    EXPECT_TRUE(names.insert(algorithm.path()).second) << algorithm.path();
    EXPECT_FALSE(algorithm.levels.empty()) << algorithm.id;
    EXPECT_FALSE(algorithm.outputs.empty()) << algorithm.id;
    EXPECT_NE(algorithm.page.find("Formula"), std::string_view::npos) << algorithm.id;
    EXPECT_NE(algorithm.page.find("Degenerate"), std::string_view::npos) << algorithm.id;
  }
  EXPECT_EQ(names.size(), 2 * algorithms().size());
}

TEST(Algorithms, options_offer_distinct_values) {
  for (const Algorithm& algorithm : algorithms())
    for (const OptionSpec& option : algorithm.implementation.declaration.options) {
      const std::set<std::string_view> values(option.values.begin(), option.values.end());
      EXPECT_EQ(values.size(), option.values.size()) << algorithm.id << " " << option.name;
      EXPECT_GE(values.size(), 2u) << algorithm.id << " " << option.name;
      EXPECT_LE(option.distinct, option.values.size()) << algorithm.id << " " << option.name;
    }
}

TEST(Algorithms, all_four_evaluations_compute_the_judged_arrays) {
  for (const Algorithm& algorithm : algorithms()) {
    const Implementation& f = algorithm.implementation;
    Random random(algorithm.id);
    const ArraySet question = f.sample(4, random);
    const auto answer = f.in_double(question, {});
    ASSERT_TRUE(answer) << algorithm.id << ": " << to_string(answer.error());
    const bool at_palette = level_of(f.declaration, question) == Level::palette;
    for (const std::string_view output : algorithm.outputs) {
      const auto declared = std::ranges::find(f.declaration.outputs, output, &ArrayDeclaration::name);
      ASSERT_NE(declared, f.declaration.outputs.end()) << algorithm.id << " does not declare " << output;
      if (at_palette && declared->only_pose) continue;
      const auto* array = answer->find(output);
      ASSERT_NE(array, nullptr) << algorithm.id << " lacks " << output;
      EXPECT_EQ(array->values.size(), element_count(array->shape)) << algorithm.id << " " << output;
    }
    const auto quad = f.in_quad(question, {});
    const auto tracked = f.in_tracked(question, {});
    const auto in_float = f.in_float(question, {});
    ASSERT_TRUE(quad && tracked && in_float) << algorithm.id;
    for (const auto& array : answer->arrays) {
      ASSERT_NE(quad->find(array.name), nullptr) << algorithm.id;
      EXPECT_EQ(quad->find(array.name)->shape, array.shape) << algorithm.id;
      ASSERT_NE(tracked->find(array.name), nullptr) << algorithm.id;
      EXPECT_EQ(tracked->find(array.name)->shape, array.shape) << algorithm.id;
      ASSERT_NE(in_float->find(array.name), nullptr) << algorithm.id;
      EXPECT_EQ(in_float->find(array.name)->shape, array.shape) << algorithm.id;
    }
  }
}

TEST(Algorithms, unknown_options_and_empty_inputs_are_errors) {
  for (const Algorithm& algorithm : algorithms()) {
    Random random(algorithm.id);
    const ArraySet question = algorithm.implementation.sample(4, random);
    const auto unknown = algorithm.implementation.in_double(question, {{"no-such-option", "1"}});
    if (!algorithm.implementation.declaration.options.empty()) {
      ASSERT_FALSE(unknown) << algorithm.id;
      EXPECT_EQ(unknown.error().code, "OPTION_UNKNOWN") << algorithm.id;
    }
    for (const OptionSpec& option : algorithm.implementation.declaration.options) {
      const auto wrong =
          algorithm.implementation.in_double(question, {{std::string(option.name), "none such"}});
      ASSERT_FALSE(wrong) << algorithm.id << " " << option.name;
      EXPECT_EQ(to_string(wrong.error()).substr(0, 12), "OPTION_VALUE") << algorithm.id << " " << option.name;
    }
    const auto empty = algorithm.implementation.in_double(ArraySet{}, {});
    ASSERT_FALSE(empty) << algorithm.id;
    EXPECT_EQ(empty.error().code, "ARRAY_MISSING") << algorithm.id;
  }
}

}  // namespace bindpose
