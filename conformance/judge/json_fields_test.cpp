// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>

#include "conformance/judge/verdict_json.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::json_fields_test {

using nlohmann::ordered_json;

Verdict sample() {
  Verdict verdict;
  verdict.outcome = Outcome::waived;
  verdict.judged = Outcome::fail;
  verdict.detail = "far off";
  verdict.worst_fraction = std::numeric_limits<double>::infinity();
  ArrayVerdict array;
  array.name = "positions";
  array.row = 7;
  array.got = std::numeric_limits<double>::quiet_NaN();
  array.expected = -std::numeric_limits<double>::infinity();
  verdict.arrays = {array};
  verdict.defect_way = 1;
  verdict.error = Error{"CRASH", "subject", "it ended"};
  return verdict;
}

/// The error of reading after the value at a pointer was replaced, or removed (null).
std::string error_with(const char* pointer, const ordered_json& value) {
  ordered_json document = json_of(sample());
  const ordered_json::json_pointer at(pointer);
  if (value.is_null())
    document[at.parent_pointer()].erase(at.back());
  else
    document[at] = value;
  const auto read = verdict_from_json(document);
  return read ? "" : to_string(read.error());
}

TEST(json_fields, invisible_characters_are_escaped_and_read_back) {
  const std::string hidden =
      "a\xE2\x80\xAE"
      "b\xD8\x9C\xE2\x81\xA6\xC2\x9B\x7F\x1b\r\n\xE2\x80\x8F";
  const ordered_json document = {{hidden, hidden}};
  const std::string text = json_text(document);
  EXPECT_EQ(text.find_first_of("\xE2\xD8\xC2\x7F\x1b\r"), std::string::npos) << text;
  EXPECT_TRUE(has(text, "a\\u202eb\\u061c\\u2066\\u009b\\u007f\\u001b\\r\\n\\u200f"));
  EXPECT_EQ(ordered_json::parse(text), document);
}

TEST(json_fields, letters_stay_as_they_are) {
  const ordered_json document = {
      {"\xC3\xBC\xE6\xBC\xA2\xF0\x9F\x98\x80\xE2\x82\xAC\xC2\xB0", "\\u202e \" \\"}};
  EXPECT_EQ(json_text(document), document.dump(1) + "\n");
}

TEST(JsonFields, written_files_are_read_back) {
  const ordered_json written = json_of(sample());
  EXPECT_EQ(written["worst_fraction"], "inf");
  EXPECT_EQ(written["arrays"][0]["worst"]["got"], "nan");
  const auto read = verdict_from_json(written);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->judged, Outcome::fail);
  EXPECT_EQ(read->defect_way, 1U);
  EXPECT_EQ(read->error->code, "CRASH");
  EXPECT_EQ(read->arrays.at(0).row, 7U);
  EXPECT_TRUE(std::isnan(read->arrays.at(0).got));
  EXPECT_EQ(json_of(*read), written);
}

TEST(JsonFields, former_names_of_a_defect_are_read) {
  ordered_json written = json_of(sample());
  written.erase("defect");
  written.erase("defect_way");
  written["mistake"] = "ibm-ignored";
  written["mistake_way"] = 2U;
  const auto read = verdict_from_json(written);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->defect, "ibm-ignored");
  EXPECT_EQ(read->defect_way, 2U);
  EXPECT_EQ(json_of(*read)["defect"], "ibm-ignored");
}

TEST(JsonFields, empty_fields_are_omitted) {
  Verdict verdict = sample();
  verdict.judged.reset();
  EXPECT_FALSE(json_of(verdict).contains("judged"));
  EXPECT_EQ(error_with("/judged", nullptr), "");
}

TEST(JsonFields, a_wrong_field_is_reported_with_place_and_expected_type) {
  EXPECT_EQ(error_with("/detail", nullptr), "VERDICT_FORMAT at /detail: is missing, expected a text");
  EXPECT_EQ(error_with("/detail", 3), "VERDICT_FORMAT at /detail: expected a text");
  EXPECT_EQ(error_with("/arrays/0/worst/row", -1),
            "VERDICT_FORMAT at /arrays/0/worst/row: expected a whole number");
  EXPECT_EQ(error_with("/arrays/0/worst/bound", "much"),
            "VERDICT_FORMAT at /arrays/0/worst/bound: expected a number");
  EXPECT_EQ(error_with("/arrays/0/worst/component", 1U), "") << "the length of the row's direction";
  EXPECT_EQ(error_with("/arrays/0/worst/component", 1000000000000U),
            "VERDICT_FORMAT at /arrays/0/worst/component: expected at most 1, the width");
  for (const ordered_json& none : {ordered_json(-1), ordered_json("nan"), ordered_json("inf")})
    EXPECT_EQ(error_with("/arrays/0/worst/bound", none),
              "VERDICT_FORMAT at /arrays/0/worst/bound: expected a finite number of at least 0")
        << none;
  for (const std::string place :
       {"/arrays/0/worst/fraction", "/worst_fraction", "/subject_seconds", "/judge_seconds"})
    EXPECT_EQ(error_with(place.c_str(), -0.5),
              "VERDICT_FORMAT at " + place + ": expected a number of at least 0");
  for (const char* place : {"/worst_fraction", "/arrays/0/worst/fraction"})
    EXPECT_NE(error_with(place, "nan"), "") << place;
  for (const char* count : {"judged", "undecided", "failing", "other_branch", "width"})
    EXPECT_NE(error_with((std::string("/arrays/0/") + count).c_str(), -1), "") << count;
  EXPECT_EQ(error_with("/arrays/0/worst", 1), "VERDICT_FORMAT at /arrays/0/worst: expected an object");
  EXPECT_EQ(error_with("/arrays/0", "x"), "VERDICT_FORMAT at /arrays/0: expected an object");
  EXPECT_EQ(error_with("/stages", ordered_json::object()), "VERDICT_FORMAT at /stages: expected a list");
  EXPECT_EQ(error_with("/judged", "superb"),
            "VERDICT_FORMAT at /judged: 'superb' is not a verdict that this bindpose knows");
}

TEST(JsonFields, only_the_first_wrong_field_is_reported) {
  EXPECT_EQ(to_string(verdict_from_json(ordered_json::array()).error()),
            "VERDICT_FORMAT at /outcome: is missing, expected a text");
}

TEST(JsonFields, the_alphabetically_first_unknown_key_is_reported) {
  const ordered_json object = {{"z", 1}, {"known", 2}, {"a", 3}};
  const FieldWords words = {.code = "CODE", .name_code = "CODE"};
  std::optional<Error> error;
  EXPECT_FALSE(FieldReader(object, "f.json#", words, error).knows({"known"}, "is not known"));
  EXPECT_EQ(to_string(*error), "CODE at f.json#/a: is not known");
  error.reset();
  EXPECT_TRUE(FieldReader(object, "f.json#", words, error).knows({"a", "known", "z"}, "is not known"));
  EXPECT_FALSE(error);
}

}  // namespace bindpose::conformance::json_fields_test
