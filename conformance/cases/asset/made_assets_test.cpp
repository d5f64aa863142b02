// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The files made for engines are valid. The files listed in conformance/engines/README.md
// distinguish each convention from the default.
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/run/suite.h"
#include "reference/algorithms.h"
#include "reference/gltf/load.h"

namespace bindpose::conformance::made_assets_test {

namespace fs = std::filesystem;

/// Cases at level asset by file name.
std::map<std::string, std::vector<Case>> cases_of_made_assets() {
  std::map<std::string, std::vector<Case>> all;
  for (const auto& entry : fs::directory_iterator(BINDPOSE_MADE_ASSETS)) {
    const std::string name = entry.path().stem().string();
    auto loaded = gltf::load(entry.path().string());
    EXPECT_TRUE(loaded) << gltf::to_string(loaded.error());
    if (!loaded) continue;
    for (const gltf::Issue& issue : loaded->warnings)
      EXPECT_TRUE(name == "weight_sums" && issue.code == "ACCESSOR_WEIGHTS_NON_NORMALIZED")
          << name << ": " << issue.code;
    all[name] = *asset_cases(std::make_shared<const gltf::Asset>(std::move(*loaded)), name);
    std::erase_if(all[name], [](const Case& c) { return c.level != Level::asset; });
  }
  return all;
}

/// The rows of conventions on the page, with their files: "weight_sum=renormalised" ->
/// {"two_skins", "weight_sums"}.
std::map<std::string, std::set<std::string>> told_apart_by_the_page() {
  std::map<std::string, std::set<std::string>> rows;
  std::ifstream page(BINDPOSE_CONFORMANCE "/engines/README.md");
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<std::string> parts;  // every second part is between backticks
    std::istringstream split(line);
    for (std::string part; std::getline(split, part, '`');)
      parts.push_back(part);
    if (parts[1].find('=') == std::string::npos) continue;
    for (std::size_t i = 3; i < parts.size(); i += 2)
      rows[parts[1]].insert(parts[i]);
  }
  return rows;
}

/// True if an output with this value fails against the default.
bool is_told_apart(const Case& c, std::string_view option, std::string_view value) {
  const Question question{c.algorithm, c.level, c.options, *c.question()};
  const auto usual = expect(question);
  Question other = question;
  other.options[std::string(option)] = std::string(value);
  const auto answered = expect(other);
  return usual && answered && compare_arrays(*usual, as_answer(*answered)).outcome != Outcome::pass;
}

/// All declared values that files can show, except defaults, as option=value.
std::map<std::string, std::set<std::string>> told_apart_by(
    const std::map<std::string, std::vector<Case>>& assets) {
  std::map<std::string, std::set<std::string>> found;
  for (const auto& [asset, cases] : assets)
    for (const Case& c : cases)
      for (const OptionSpec& spec : c.algorithm->implementation.declaration.options) {
        if (spec.kind != OptionSpec::Kind::policy || c.options.contains(std::string(spec.name))) continue;
        for (const std::string_view value : spec.values) {
          auto& shown_by = found[fmt::format("{}={}", spec.name, value)];
          if (value != spec.values.front() && is_told_apart(c, spec.name, value)) shown_by.insert(asset);
        }
      }
  std::erase_if(found, [](const auto& row) { return row.second.empty(); });
  return found;
}

TEST(MadeAssetsTest, listed_files_distinguish_each_convention) {
  EXPECT_EQ(told_apart_by_the_page(), told_apart_by(cases_of_made_assets()));
}

}  // namespace bindpose::conformance::made_assets_test
