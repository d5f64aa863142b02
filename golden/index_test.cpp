// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/index.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/toy_test.h"

namespace bindpose::golden {

TEST(index, fnv1a64_gives_the_published_values) {  // published by the algorithm's authors
  EXPECT_EQ(fnv1a64(""), "cbf29ce484222325");
  EXPECT_EQ(fnv1a64("a"), "af63dc4c8601ec8c");
  EXPECT_EQ(fnv1a64("foobar"), "85944171f73967e8");
}

TEST(index, the_text_lists_algorithm_and_cases) {
  Case c = toy::make_case("third", {1});
  c.catches = {"normal-by-M"};
  const std::string text =
      index_text(toy::algorithm(), {{&c, "third.safetensors", 88, "0123456789abcdef", {{"y", 3, "ZERO"}}}});
  EXPECT_EQ(text.substr(text.size() - 3), "\n}\n");
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["format"], "bindpose-golden-2");
  EXPECT_EQ(json["algorithm"]["stem"], "toy");
  EXPECT_EQ(json["algorithm"]["page"], "reference/skinning/toy.md");
  ASSERT_EQ(json["algorithm"]["options"].size(), 1U) << "formulations are not listed";
  EXPECT_EQ(json["algorithm"]["options"][0]["values"][0], "third");
  const auto& entry = json["cases"][0];
  EXPECT_EQ(entry["name"], "skinning.toy.third");
  EXPECT_EQ(entry["level"], "palette");
  EXPECT_EQ(entry["catches"], nlohmann::json({"normal-by-M"}));
  EXPECT_EQ(entry["options"], nlohmann::json({{"mode", "third"}}));
  EXPECT_EQ(entry["undefined"][0]["row"], 3);
  EXPECT_EQ(nlohmann::json::parse(index_text(toy::algorithm(), {}))["cases"], nlohmann::json::array());
}

}  // namespace bindpose::golden
