// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/own/own_cases.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/testing/schema.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::own_cases_test {

using nlohmann::json;

const json half_way = {{"format", "bindpose-case-1"},
                       {"name", "half"},
                       {"algorithm", "interp.lerp"},
                       {"level", "pose"},
                       {"arrays", {{"a", {{0, 1}}}, {"b", {{0.1, 3}}}, {"t", {0.5}}}}};

Expected<Case> parsed(const json& document, const std::filesystem::path& folder = "") {
  return parse_own_case(document.dump(), "half.json", folder);
}

TEST(OwnCasesTest, an_own_case_is_an_ordinary_case) {
  EXPECT_TRUE(obeys("cases/own/case.schema.json", half_way));
  BINDPOSE_ASSERT(const auto own, parsed(half_way));
  EXPECT_EQ(own.name, "animation.lerp.mine.half.pose.f32");
  EXPECT_EQ(own.algorithm->id, "interp.lerp");
  BINDPOSE_ASSERT(const auto arrays, own.question());
  EXPECT_EQ(arrays.find("b")->shape, (Shape{1, 2}));
  EXPECT_EQ(arrays.find("b")->reals()[0], static_cast<double>(0.1F)) << "what a subject gets is float32";
}

TEST(OwnCasesTest, arrays_may_be_in_a_separate_file) {
  const TemporaryFolder folder;
  for (const char* prefix : {"input.", ""}) {
    const auto name = [&prefix](const char* word) { return std::string(prefix) + word; };
    ArraySet arrays;
    arrays.add(name("a"), {1, 1}, Array::Reals{0})
        .add(name("b"), {1, 1}, Array::Reals{1})
        .add(name("t"), {1}, Array::Reals{0.5});
    if (*prefix != '\0') arrays.add("expected.values", {1, 1}, Array::Reals{7});
    ASSERT_TRUE(write_file(folder.path() / "numbers.safetensors", *to_safetensors(to_tensors(arrays), {})));
    json document = half_way;
    document["arrays"] = "numbers.safetensors";
    BINDPOSE_ASSERT(const auto own, parsed(document, folder.path()));
    EXPECT_EQ(own.question()->size(), 3U) << "of a golden file only the input";
  }
}

TEST(OwnCasesTest, keyframes_may_be_given) {
  const auto built_in = std::ranges::find_if(built_in_cases(), [](const Case& c) {
    const auto question = c.question();
    return question && question->has("track_0_times");
  });
  ASSERT_NE(built_in, built_in_cases().end());
  BINDPOSE_ASSERT(const auto arrays, built_in->question());
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "keys.safetensors", *to_safetensors(to_tensors(arrays), {})));
  json document = half_way;
  document["algorithm"] = built_in->algorithm->id;
  document["options"] = built_in->options;
  document["arrays"] = "keys.safetensors";
  BINDPOSE_ASSERT(const auto own, parsed(document, folder.path()));
  EXPECT_TRUE(own.question()->has("track_0_times"));
}

struct Wrong {
  const char* pointer;
  json value;  ///< null: removed
  std::string error;
};

TEST(OwnCasesTest, errors_name_the_place_in_the_file) {
  const std::vector<Wrong> all = {{"/format", "bindpose-case-9", "CASE_FORMAT half.json#/format"},
                                  {"/surprise", 1, "CASE_FIELD half.json#/surprise"},
                                  {"/name", "Half Way", "CASE_FIELD half.json#/name"},
                                  {"/level", nullptr, "CASE_FIELD half.json#/level"},
                                  {"/algorithm", "interp.larp", "CASE_ALGORITHM half.json#/algorithm"},
                                  {"/level", "palette", "CASE_ALGORITHM half.json#/level"},
                                  {"/options", {{"range", 1}}, "CASE_FIELD half.json#/options/range"},
                                  {"/options", {{"range", "never"}}, "CASE_ANSWER half.json"},
                                  {"/arrays", nullptr, "CASE_FIELD half.json#/arrays"},
                                  {"/arrays", "none.safetensors", "FILE_READ none.safetensors"},
                                  {"/arrays/c", json::array({1}), "CASE_ARRAY half.json#/arrays/c"},
                                  {"/arrays/a", {{0, 1}, {0}}, "CASE_ARRAY half.json#/arrays/a"},
                                  {"/arrays/a", {{0, "1"}}, "CASE_ARRAY half.json#/arrays/a"},
                                  {"/arrays/a", 1, "CASE_ARRAY half.json#/arrays/a"},
                                  {"/arrays/a", {{0, 1, 2}}, "CASE_ANSWER half.json"},
                                  {"/arrays/t", json::array(), "CASE_ANSWER half.json"},
                                  {"/arrays/a", json::array(), "CASE_ARRAY half.json#/arrays/a"}};
  for (const Wrong& wrong : all) {
    json document = half_way;
    const json::json_pointer pointer(wrong.pointer);
    if (wrong.value.is_null())
      document[pointer.parent_pointer()].erase(pointer.back());
    else
      document[pointer] = wrong.value;
    const auto own = parsed(document);
    ASSERT_FALSE(own) << wrong.pointer << " = " << wrong.value;
    EXPECT_EQ(own.error().code + " " + own.error().where, wrong.error) << to_string(own.error());
  }
  EXPECT_EQ(parse_own_case("{", "half.json", "").error().code, "CASE_JSON");
}

TEST(OwnCasesTest, matrices_are_not_required_with_a_pose) {
  json document = {{"format", "bindpose-case-1"},
                   {"name", "one"},
                   {"algorithm", "lbs"},
                   {"level", "pose"},
                   {"arrays",
                    {{"positions", {{0, 0, 0}}},
                     {"joints", {{0}}},
                     {"weights", {{1}}},
                     {"palette", {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}}}}};
  EXPECT_EQ(parsed(document).error().where, "half.json#/arrays/palette");
  document["level"] = "palette";
  EXPECT_TRUE(parsed(document));
  document["arrays"]["joints"] = {{0.5}};
  EXPECT_EQ(parsed(document).error().code, "CASE_ARRAY") << "joints are whole numbers";
}

TEST(OwnCasesTest, a_case_without_decided_numbers_is_refused) {
  json document = {{"format", "bindpose-case-1"},
                   {"name", "bare"},
                   {"algorithm", "dqs"},
                   {"level", "palette"},
                   {"arrays",
                    {{"positions", {{0, 0, 0}, {1, 0, 0}}},
                     {"joints", {{0}, {0}}},
                     {"weights", {{0}, {0}}},
                     {"palette_rotations", {{0, 0, 0, 1}}},
                     {"palette_translations", {{0, 0, 0}}}}}};
  const auto undefined = parsed(document);
  ASSERT_FALSE(undefined);
  EXPECT_EQ(undefined.error().code, "CASE_ANSWER");
  EXPECT_NE(undefined.error().message.find("judges nothing"), std::string::npos) << undefined.error().message;
  EXPECT_NE(undefined.error().message.find("positions[0] has none: NO_INFLUENCE"), std::string::npos)
      << undefined.error().message;
  document["arrays"]["weights"] = {{0}, {1}};
  EXPECT_TRUE(parsed(document)) << "one vertex is enough";

  json overflowing = half_way;
  overflowing["arrays"] = {{"a", {{3e38}}}, {"b", {{-3e38}}}, {"t", {0.5}}};
  const auto undecided = parsed(overflowing);
  ASSERT_FALSE(undecided);
  EXPECT_EQ(undecided.error().code + " " + undecided.error().where, "CASE_ANSWER half.json");
}

TEST(OwnCasesTest, folder_cases_are_sorted_and_have_unique_names) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_own_cases({folder.path()}).error().code, "FILE_READ") << "a missing file";
  json other = half_way;
  other["name"] = "another";
  ASSERT_TRUE(write_file(folder.path() / "b.json", half_way.dump()));
  ASSERT_TRUE(write_file(folder.path() / "a.json", other.dump()));
  BINDPOSE_ASSERT(const auto both, read_own_cases({folder.path()}));
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both.front().name, "animation.lerp.mine.another.pose.f32");
  EXPECT_EQ(read_own_cases({folder.path(), folder.path() / "a.json"}).error().code, "CASE_NAME");
}

}  // namespace bindpose::conformance::own_cases_test
