// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Every cases.json matches golden/schema/cases.schema.json, and the schema accepts nothing else.
#include "reference/testing/schema.h"

#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "golden/index.h"
#include "golden/toy_test.h"
#include "reference/algorithms.h"

namespace bindpose::golden::schema_test {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path module = BINDPOSE_GOLDEN_MODULE;

json parse(const fs::path& path) {
  std::ifstream in(path);
  return json::parse(in, nullptr, false);
}

/// The violations as text, or nothing.
std::string violation(const json& document) {
  static const json schema = parse(module / "schema" / "cases.schema.json");
  return schema_violations(schema, document);
}

json example() {
  Case c = toy::make_case("third", {1});
  c.catches = {"normal-by-M"};
  c.notes = {"a note"};
  return json::parse(
      index_text(toy::algorithm(), {{&c, "third.safetensors", 88, "0123456789abcdef", {{"y", 3, "ZERO"}}}}));
}

/// Calls f with every object of the document.
void each_object(json& value, const std::function<void(json&)>& f) {
  if (value.is_object()) f(value);
  if (value.is_structured())
    for (auto& child : value)
      each_object(child, f);
}

TEST(schema, golden_data_follows_the_schema) {
  std::size_t found = 0;
  for (const auto& entry : fs::recursive_directory_iterator(module / "data")) {
    if (entry.path().extension() != ".json") continue;
    EXPECT_EQ(violation(parse(entry.path())), "") << entry.path();
    ++found;
  }
  EXPECT_EQ(found, algorithms().size());
}

TEST(schema, the_example_follows_the_schema) {
  EXPECT_EQ(violation(example()), "");
}

TEST(schema, extra_and_missing_keys_are_rejected) {
  std::size_t tried = 0;
  json document = example();
  each_object(document, [&](json& object) {
    object["Extra"] = "x";
    EXPECT_NE(violation(document), "") << object;
    object.erase("Extra");
    const json saved = object;
    if (saved.contains("mode")) return;  // the options of a case: any of the algorithm's
    for (const auto& [key, value] : saved.items()) {
      object.erase(key);
      EXPECT_NE(violation(document), "") << "without " << key;
      object = saved;
      ++tried;
    }
  });
  EXPECT_EQ(tried, 3U + 8 + 3 + 10 + 3);
  EXPECT_EQ(violation(document), "");
}

TEST(schema, wrong_values_are_rejected) {
  const std::pair<const char*, json> wrong[] = {{"/format", "bindpose-golden-1"},
                                                {"/cases", json::object()},
                                                {"/cases/0/file", "../x.safetensors"},
                                                {"/cases/0/file", "x.bin"},
                                                {"/cases/0/bytes", -1},
                                                {"/cases/0/bytes", "88"},
                                                {"/cases/0/fnv1a64", "0123"},
                                                {"/cases/0/level", "vertex"},
                                                {"/cases/0/purpose", ""},
                                                {"/cases/0/undefined/0/row", -1},
                                                {"/cases/0/undefined/0/row", 0.5},
                                                {"/cases/0/name", "noDots"},
                                                {"/cases/0/options/mode", 1},
                                                {"/algorithm/levels", json::array()}};
  for (const auto& [pointer, value] : wrong) {
    json document = example();
    document[json::json_pointer(pointer)] = value;
    EXPECT_NE(violation(document), "") << pointer << " = " << value;
  }
  EXPECT_NE(violation(json(nullptr)), "");
}

}  // namespace bindpose::golden::schema_test
