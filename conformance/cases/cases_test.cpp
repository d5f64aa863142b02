// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/cases.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "conformance/cases/shared/scene_case.h"
#include "conformance/judge/expectation.h"
#include "reference/io/glob.h"

namespace bindpose::conformance::cases_test {

TEST(Cases, every_method_has_morphed_cases_in_at_least_two_scenes) {
  const Algorithm& then_skin = *find_algorithm("then_skin");
  std::map<std::string, std::set<std::string>> scenes;
  for (const Case& c : built_in_cases())
    if (c.algorithm == &then_skin && c.golden) scenes[c.options.at("method")].insert(scene_of(c));
  const auto& options = then_skin.implementation.declaration.options;
  const auto methods = std::ranges::find(options, std::string_view("method"), &OptionSpec::name);
  for (const std::string_view method : methods->values)
    EXPECT_GE(scenes[std::string(method)].size(), 2U) << method;
}

TEST(Cases, matrix_cases_omit_palettes_of_rigid_motions) {
  const Algorithm& then_skin = *find_algorithm("then_skin");
  for (const Case& c : built_in_cases()) {
    if (c.algorithm != &then_skin || c.level != Level::palette) continue;
    const bool is_of_matrices = c.question()->has("palette");
    for (const char* form : {"quaternion-translation", "dual-quaternion"})
      EXPECT_EQ(is_left_out(c, {{"form", form}}), is_of_matrices) << c.name << " " << form;
    EXPECT_FALSE(is_left_out(c, {{"form", "rows-3x4"}}));
  }
}

TEST(Cases, every_selecting_name_matches_a_case) {
  const auto& cases = built_in_cases();
  const auto [golden, smoke, without_directions] = chosen_names();
  for (const auto names : {golden, smoke, without_directions})
    for (const std::string_view name : names)
      EXPECT_TRUE(std::ranges::any_of(cases, [&](const Case& c) { return matches_glob(c.name, name); }))
          << name;
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count_if(
                cases, [](const Case& c) { return c.name.find("-zero-directions") != std::string::npos; })),
            without_directions.size());
}

}  // namespace bindpose::conformance::cases_test
