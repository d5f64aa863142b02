// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/rubric.h"

#include <algorithm>
#include <ostream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/cases.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/schema.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::rubric_test {

using nlohmann::json;

TEST(RubricTest, a_rubric_is_read_completely) {
  BINDPOSE_ASSERT(const auto rubric, parse_rubric(small_rubric, "small.json"));
  EXPECT_EQ(rubric.title, "Small");
  ASSERT_EQ(rubric.exercises.size(), 4U);
  const Exercise& skin = rubric.exercises[0];
  EXPECT_EQ(skin.id, "skin");
  EXPECT_EQ(skin.points, 10);
  EXPECT_EQ(skin.source, "skin.py");
  EXPECT_EQ(skin.hint, "Think again.");
  EXPECT_EQ(skin.fresh, 2U);
  EXPECT_EQ(skin.needs, std::vector<std::string>{"palette"});
  EXPECT_EQ(skin.partial, PartialCredit::stages);
  ASSERT_EQ(skin.cases.size(), 2U);
  EXPECT_FALSE(skin.cases[0].hidden);
  EXPECT_TRUE(skin.cases[1].hidden);
  EXPECT_EQ(rubric.exercises[1].partial, PartialCredit::cases);
  EXPECT_EQ(rubric.exercises[2].partial, PartialCredit::none);
  EXPECT_TRUE(obeys("grade/rubric.schema.json", json::parse(small_rubric)));
}

TEST(RubricTest, a_case_in_both_lists_is_visible) {
  const auto rubric = parse_rubric(R"({"format": "bindpose-rubric-1", "title": "T", "exercises": [
      {"id": "a", "title": "A", "points": 1, "visible": ["hierarchy.fk_matrix.bar.*"], "hidden": ["hierarchy.fk_matrix.*"]}]})",
                                   "r.json");
  ASSERT_TRUE(rubric);
  std::set<std::string> names;
  for (const RubricCase& c : rubric->exercises[0].cases) {
    EXPECT_EQ(c.hidden, !c.from->name.starts_with("hierarchy.fk_matrix.bar.")) << c.from->name;
    names.insert(c.from->name);
  }
  EXPECT_EQ(names.size(), rubric->exercises[0].cases.size()) << "none twice";
  EXPECT_GE(names.size(), 9U);
}

TEST(RubricTest, globs_with_former_names_match) {
  const auto rubric = [](const char* glob) {
    return parse_rubric(fmt::format(R"({{"format": "bindpose-rubric-1", "title": "T", "exercises": [
        {{"id": "a", "title": "A", "points": 1, "visible": ["{}"]}}]}})",
                                    glob),
                        "r.json");
  };
  const auto former = rubric("pose.fk_matrix.*"), today = rubric("hierarchy.fk_matrix.*");
  ASSERT_TRUE(former && today);
  EXPECT_EQ(former->exercises[0].cases.size(), today->exercises[0].cases.size());
  EXPECT_EQ(former->notes.size(), 1U);
  EXPECT_TRUE(today->notes.empty());
  EXPECT_EQ(rubric("pose.linear_blend.*").error().code, "RUBRIC_GLOB") << "this algorithm had no former name";
}

TEST(RubricTest, the_hash_distinguishes_rubrics) {
  std::string other = small_rubric;
  other.replace(other.find("Small"), 5, "Other");
  EXPECT_EQ(parse_rubric(small_rubric, "a")->hash, parse_rubric(small_rubric, "b")->hash);
  EXPECT_NE(parse_rubric(small_rubric, "a")->hash, parse_rubric(other, "a")->hash);
}

TEST(RubricTest, too_many_exercises_or_globs_are_refused) {
  const auto error_of = [](std::size_t exercises, std::size_t globs) {
    json document = json::parse(small_rubric);
    document["exercises"] = json(exercises, {{"visible", json(globs, "no.such.case")}});
    return parse_rubric(document.dump(), "r.json").error();
  };
  EXPECT_EQ(error_of(1000, 1).code, "RUBRIC_FIELD") << "the largest number is read";
  EXPECT_EQ(to_string(error_of(1001, 0)),
            "RUBRIC_LIMIT at r.json#/exercises: 1001 exercises, expected at most 1000");
  EXPECT_EQ(to_string(error_of(7, 143)),
            "RUBRIC_LIMIT at r.json#/exercises: 1001 globs, expected at most 1000");
}

struct Wrong {
  const char* pointer;  ///< place in the small rubric
  const char* value;    ///< new JSON value; nothing: the field is removed
  const char* error;    ///< expected code and place
  bool schema_sees_it = true;
};

void PrintTo(const Wrong& wrong, std::ostream* out) {
  *out << wrong.pointer << " = " << (wrong.value != nullptr ? wrong.value : "nothing");
}

class WrongRubric : public testing::TestWithParam<Wrong> {};

TEST_P(WrongRubric, is_refused_with_its_place) {
  json document = json::parse(small_rubric);
  const json::json_pointer pointer(GetParam().pointer);
  if (GetParam().value != nullptr)
    document[pointer] = json::parse(GetParam().value);
  else
    document[pointer.parent_pointer()].erase(pointer.back());
  const auto rubric = parse_rubric(document.dump(), "r.json");
  ASSERT_FALSE(rubric);
  EXPECT_EQ(fmt::format("{} {}", rubric.error().code, rubric.error().where), GetParam().error)
      << to_string(rubric.error());
  EXPECT_EQ(obeys("grade/rubric.schema.json", document), !GetParam().schema_sees_it);
}

INSTANTIATE_TEST_SUITE_P(
    rubrics, WrongRubric,
    testing::Values(
        Wrong{"/surprise", "1", "RUBRIC_FIELD r.json#/surprise"},
        Wrong{"/format", "\"bindpose-rubric-9\"", "RUBRIC_FORMAT r.json#/format"},
        Wrong{"/format", nullptr, "RUBRIC_FIELD r.json#/format"},
        Wrong{"/title", "3", "RUBRIC_FIELD r.json#/title"},
        Wrong{"/seconds", "0", "RUBRIC_FIELD r.json#/seconds"},
        Wrong{"/memory", "-4", "RUBRIC_FIELD r.json#/memory"},
        Wrong{"/accept", "[\"half-pallete\"]", "RUBRIC_ACCEPT r.json#/accept/0", false},
        Wrong{"/accept", "[\"pivot=none\"]", "RUBRIC_ACCEPT r.json#/accept/0", false},
        Wrong{"/class_credit", "1.5", "RUBRIC_FIELD r.json#/class_credit"},
        Wrong{"/policy_credit", "-1", "RUBRIC_FIELD r.json#/policy_credit"},
        Wrong{"/exercises", "[]", "RUBRIC_FIELD r.json#/exercises"},
        Wrong{"/exercises/1", "7", "RUBRIC_FIELD r.json#/exercises/1"},
        Wrong{"/exercises/1/surprise", "1", "RUBRIC_FIELD r.json#/exercises/1/surprise"},
        Wrong{"/exercises/1/id", "\"a b\"", "RUBRIC_FIELD r.json#/exercises/1/id"},
        Wrong{"/exercises/1/id", "\"skin\"", "RUBRIC_ID r.json#/exercises/1/id", false},
        Wrong{"/exercises/1/title", "\"\"", "RUBRIC_FIELD r.json#/exercises/1/title"},
        Wrong{"/seconds", "1e300", "RUBRIC_FIELD r.json#/seconds"},
        Wrong{"/exercises/1/points", "1e308", "RUBRIC_FIELD r.json#/exercises/1/points"},
        Wrong{"/exercises/1/points", "-1", "RUBRIC_FIELD r.json#/exercises/1/points"},
        Wrong{"/exercises/1/points", nullptr, "RUBRIC_FIELD r.json#/exercises/1/points"},
        Wrong{"/exercises/1/fresh", "1.5", "RUBRIC_FIELD r.json#/exercises/1/fresh"},
        Wrong{"/exercises/1/partial", "\"half\"", "RUBRIC_FIELD r.json#/exercises/1/partial"},
        Wrong{"/exercises/1/if_needed_fails", "\"ask\"", "RUBRIC_FIELD r.json#/exercises/1/if_needed_fails"},
        Wrong{"/assets", "[\"none.glb\"]", "RUBRIC_ASSET r.json#/assets/0", false},
        Wrong{"/cases", "[\"none.json\"]", "FILE_READ none.json", false},
        Wrong{"/exercises/1/visible", "\"pose.*\"", "RUBRIC_FIELD r.json#/exercises/1/visible"},
        Wrong{"/exercises/1/visible", "[]", "RUBRIC_CASES r.json#/exercises/1", false},
        Wrong{"/exercises/1/visible", nullptr, "RUBRIC_CASES r.json#/exercises/1"},
        Wrong{"/exercises/1/visible/0", "\"pose.fk_matrx.*\"", "RUBRIC_GLOB r.json#/exercises/1/visible/0",
              false},
        Wrong{"/exercises/1/needs", "[\"nothing\"]", "RUBRIC_NEEDS r.json#/exercises/1/needs/0", false},
        Wrong{"/exercises/1/needs", "[\"skin\"]", "RUBRIC_NEEDS r.json#/exercises/0/needs", false},
        Wrong{"/exercises/1/needs", "[\"world\"]", "RUBRIC_NEEDS r.json#/exercises/1/needs", false}));

TEST(RubricTest, a_rubrics_own_cases_are_next_to_its_file) {
  const TemporaryFolder folder;
  const auto with_time = [&folder](double t) {
    const json own = {{"format", "bindpose-case-1"},
                      {"name", "half"},
                      {"algorithm", "interp.lerp"},
                      {"level", "pose"},
                      {"arrays", {{"a", {{0}}}, {"b", {{1}}}, {"t", {t}}}}};
    EXPECT_TRUE(make_folder(folder / "cases"));
    EXPECT_TRUE(write_file(folder / "cases/half.json", own.dump()));
    return read_rubric(folder / "rubric.json");
  };
  EXPECT_TRUE(
      write_file(folder / "rubric.json", std::string_view(R"({"format": "bindpose-rubric-1", "title": "T",
      "cases": ["cases"], "exercises": [{"id": "a", "title": "A", "points": 1, "visible": ["*.mine.*"]}]})")));
  BINDPOSE_ASSERT(const auto rubric, with_time(0.5));
  ASSERT_EQ(rubric.exercises[0].cases.size(), 1U);
  EXPECT_EQ(rubric.exercises[0].cases[0].from->name, "animation.lerp.mine.half.pose.f32");
  EXPECT_NE(with_time(0.25)->hash, rubric.hash) << "another case gives another hash";
}

TEST(RubricTest, text_that_is_not_json_is_reported) {
  EXPECT_EQ(parse_rubric("{", "r.json").error().code, "RUBRIC_JSON");
  EXPECT_EQ(parse_rubric("\xff\xfe", "r.json").error().code, "RUBRIC_JSON");
  EXPECT_EQ(parse_rubric("[]", "r.json").error().code, "RUBRIC_FIELD");
  EXPECT_EQ(read_rubric("/nowhere/rubric.json").error().code, "FILE_READ");
}

TEST(RubricTest, the_courses_rubric_has_100_points) {
  const char* file = BINDPOSE_CONFORMANCE "/course/rubric.json";
  BINDPOSE_ASSERT(const auto rubric, read_rubric(file));
  EXPECT_TRUE(obeys("grade/rubric.schema.json", json::parse(std::ifstream(file))));
  double points = 0;
  for (const Exercise& exercise : rubric.exercises)
    points += exercise.points;
  EXPECT_EQ(points, 100);
  EXPECT_TRUE(rubric.notes.empty()) << rubric.notes.front();
}

/// Notes on a rubric with these exercises.
std::vector<std::string> notes_on_exercises(const std::string& exercises, const std::string& more = "",
                                            const std::filesystem::path& folder = "") {
  const auto rubric = parse_rubric(
      fmt::format(R"({{"format": "bindpose-rubric-1", "title": "T", {}"exercises": [{}]}})", more, exercises),
      "r.json", folder);
  EXPECT_TRUE(rubric) << to_string(rubric.error());
  return rubric ? rubric->notes : std::vector<std::string>();
}

/// The number of built-in cases whose names start with `beginning` but not with `but`.
std::ptrdiff_t asked(std::string_view beginning, std::string_view but = "") {
  return std::ranges::count_if(built_in_cases(), [&](const Case& c) {
    return c.name.starts_with(beginning) && (but.empty() || !c.name.starts_with(but)) &&
           is_asked(c, AcceptedDeviations{});
  });
}

TEST(RubricTest, hidden_built_in_cases_give_a_note_with_their_place) {
  const auto notes = notes_on_exercises(R"(
      {"id": "a", "title": "A", "points": 1, "visible": ["hierarchy.palette.*"]},
      {"id": "b", "title": "B", "points": 1, "visible": ["animation.slerp.turn.120.*"],
       "hidden": ["animation.slerp.turn.*", "animation.slerp.turn.178.*", "animation.lerp.*"]})");
  const std::string why =
      " of the built-in cases into exercise 'b', and anyone can read their outputs; only 'fresh' cases and "
      "cases of your own can be hidden";
  ASSERT_EQ(notes.size(), 2U) << "the second glob takes what the first one has taken";
  EXPECT_EQ(notes[0], fmt::format("r.json#/exercises/1/hidden/0: 'animation.slerp.turn.*' takes {}{}",
                                  asked("animation.slerp.turn.", "animation.slerp.turn.120."), why));
  EXPECT_EQ(notes[1], fmt::format("r.json#/exercises/1/hidden/2: 'animation.lerp.*' takes {}{}",
                                  asked("animation.lerp."), why));
}

TEST(RubricTest, hidden_cases_of_the_rubric_itself_give_no_note) {
  const TemporaryFolder folder;
  const json own = {{"format", "bindpose-case-1"},
                    {"name", "half"},
                    {"algorithm", "interp.lerp"},
                    {"level", "pose"},
                    {"arrays", {{"a", {{0}}}, {"b", {{1}}}, {"t", {0.5}}}}};
  ASSERT_TRUE(write_file(folder / "half.json", own.dump()));
  const auto notes_on_glob = [&folder](const std::string& glob) {
    return notes_on_exercises(
        fmt::format(R"({{"id": "a", "title": "A", "points": 1, "hidden": ["{}"], "fresh": 1}})", glob),
        R"("cases": ["half.json"], )", folder.path());
  };
  EXPECT_TRUE(notes_on_glob("*.mine.*").empty());
  EXPECT_EQ(notes_on_glob("animation.lerp.*").size(), 1U) << "cases of both kinds";
}

TEST(RubricTest, a_case_in_two_exercises_is_noted) {
  const auto notes = notes_on_exercises(R"(
      {"id": "a", "title": "A", "points": 1, "visible": ["hierarchy.palette.bar.posed.*", "animation.lerp.*"]},
      {"id": "b", "title": "B", "points": 1, "visible": ["animation.slerp.turn.*"]},
      {"id": "c", "title": "C", "points": 1, "visible": ["animation.slerp.turn.120.*", "animation.lerp.*"]})");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes[0], fmt::format("exercises 'a' and 'c' have {} cases in common; each counts twice",
                                  asked("animation.lerp.")));
  EXPECT_EQ(notes[1], "exercises 'b' and 'c' have 1 case in common; each counts twice");
}

}  // namespace bindpose::conformance::rubric_test
