// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/gradebook.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::gradebook_test {

using namespace std::chrono_literals;

std::filesystem::path written(const TemporaryFolder& folder, const char* name, const std::string& text) {
  std::ofstream(folder / name) << text;
  return folder / name;
}

GradeSheet sheet_of(const std::string& name, double score) {
  GradeSheet sheet;
  sheet.submission = name;
  sheet.score = score;
  sheet.points = 10;
  sheet.complete = true;
  return sheet;
}

TEST(Table, cells_may_have_commas_marks_and_lines) {
  const std::string text =
      "\xEF\xBB\xBF"
      "a,b\r\n\"x, y\",\"say \"\"hi\"\"\"\n\"two\nlines\",\n,";
  BINDPOSE_ASSERT(const auto rows, parse_csv(text, "t.csv"));
  EXPECT_EQ(rows, (std::vector<CsvRow>{{"a", "b"}, {"x, y", "say \"hi\""}, {"two\nlines", ""}, {"", ""}}));
  EXPECT_EQ(*parse_csv(csv_text(rows), "t.csv"), rows);
  EXPECT_EQ(parse_csv("a,\"b", "t.csv").error().code, "TABLE_SYNTAX");
  EXPECT_TRUE(parse_csv("", "t.csv")->empty());
}

TEST(Moment, times_are_read_in_the_formats_of_platforms) {
  const auto noon = std::chrono::sys_days(std::chrono::year(2026) / 11 / 29) + 12h;
  for (const char* text : {"2026-11-29T12:00:00Z", "2026-11-29 12:00", "2026-11-29T13:00:00+01:00",
                           "2026-11-29T04:00:00.000-0800", "2026-11-29 12:00:00 UTC"})
    EXPECT_EQ(parse_moment(text), noon) << text;
  for (const char* text : {"", "2026-11-31T12:00:00Z", "29.11.2026 12:00", "2026-11-29", "2026-11-29T24:00Z",
                           "2026-11-29T12:00:00+1", "2026-11-29T12:00:00Zulu"})
    EXPECT_FALSE(parse_moment(text)) << text;
}

TEST(Gradebook, late_days_and_attempts_cost_shares_of_the_points) {
  const TemporaryFolder folder;
  const auto times = written(folder, "times.csv",
                             "submission,time\nada,2026-11-20T10:00:00Z\nbob,2026-11-20T12:00:01Z\n"
                             "eve,2026-11-19T12:00:00Z\neve,2026-11-23T13:00:00Z\neve,2026-11-18T12:00:00Z\n"
                             "zoe,2027-11-18T12:00:00Z\n");
  LateRule rule{*parse_moment("2026-11-20T12:00:00Z")};
  rule.free_days = 1;
  rule.per_day = 0.1;
  rule.attempts = 2;
  rule.per_attempt = 0.05;
  const auto book = Gradebook::read(times, "", rule);
  ASSERT_TRUE(book) << to_string(book.error());
  EXPECT_TRUE(book->is_used());
  const auto final_of = [&book](const std::string& name) {
    return book->decision_on(sheet_of(name, 8), name).final_points;
  };
  EXPECT_DOUBLE_EQ(final_of("ada"), 8);
  EXPECT_DOUBLE_EQ(final_of("bob"), 8) << "one late day is free";
  EXPECT_DOUBLE_EQ(final_of("eve"), 8 * (1 - 0.3 - 0.05)) << "4 days late, 3 attempts";
  EXPECT_DOUBLE_EQ(final_of("zoe"), 0) << "points are never negative";
  EXPECT_DOUBLE_EQ(final_of("joe"), 8) << "no time is known";
  EXPECT_EQ(book->decision_on(sheet_of("eve", 8), "eve").late_days, 4U);
  EXPECT_EQ(book->decision_on(sheet_of("eve", 8), "eve").attempts, 3U);
  EXPECT_FALSE(book->decision_on(sheet_of("joe", 8), "joe").late_days);
}

TEST(Gradebook, points_by_hand_are_added_with_their_comments) {
  const TemporaryFolder folder;
  const auto manual = written(folder, "manual.csv",
                              "submission,exercise,points,comment\nada,skin,1.5,\"Good, and short\"\n"
                              "ada,,-0.5,Late without a word\nbob,skin,-20,\n");
  BINDPOSE_ASSERT(const auto book, Gradebook::read("", manual, {}));
  const StaffDecision decision = book.decision_on(sheet_of("ada", 4), "ada");
  EXPECT_DOUBLE_EQ(decision.final_points, 5);
  ASSERT_EQ(decision.manual.size(), 2U);
  EXPECT_EQ(decision.manual[0].comment, "Good, and short");
  EXPECT_DOUBLE_EQ(book.decision_on(sheet_of("bob", 4), "bob").final_points, 0);
  EXPECT_FALSE(Gradebook::read("", folder / "absent.csv", {})->is_used());
}

TEST(Gradebook, rows_of_unknown_students_and_exercises_are_reported) {
  const TemporaryFolder folder;
  const auto times =
      written(folder, "times.csv", "submission,time\nada,2026-11-20T10:00:00Z\njoe,2026-11-20\n");
  EXPECT_EQ(Gradebook::read(times, "", LateRule{}).error().code, "TABLE_FIELD");
  const auto manual = written(folder, "manual.csv",
                              "submission,exercise,points,comment\nada,skin,1,\n0123456789,,1,\neve,,1,\n");
  BINDPOSE_ASSERT(const auto book, Gradebook::read("", manual, {}, {"skin"}));
  EXPECT_EQ(book.unknown_names({"ada", "0123456789"}),
            (std::vector<std::pair<std::string, std::string>>{{manual.string(), "eve"}}));
  EXPECT_DOUBLE_EQ(book.decision_on(sheet_of("0123456789", 4), "bob").final_points, 5) << "by the id";
  const auto refused = Gradebook::read("", manual, {}, {"bones"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "TABLE_FIELD");
  EXPECT_TRUE(has(refused.error().message, "no exercise 'skin'"));
}

TEST(Table, names_that_look_like_formulas_are_guarded_and_restored) {
  for (const char* name : {"=1+1", "+a", "-a", "@a", " =a", "'a", "'=a", "\ta", "ada", ""}) {
    const std::string cell = guarded_name(name);
    EXPECT_EQ(unguarded_name(cell), name);
    EXPECT_FALSE(begins_formula(cell)) << name;
  }
  EXPECT_EQ(guarded_name("ada"), "ada");
}

TEST(Gradebook, missing_rows_of_a_table_are_named) {
  const TemporaryFolder folder;
  for (const char* text : {"", "submission\nada\n", "submission,time\nada,soon\n"}) {
    EXPECT_EQ(test::code_of(Gradebook::read(written(folder, "t.csv", text), "", LateRule{})), "TABLE_FIELD")
        << text;
  }
  const auto book =
      Gradebook::read("", written(folder, "m.csv", "submission,exercise,points,comment\nada,,many,\n"), {});
  EXPECT_EQ(book.error().code, "TABLE_FIELD");
  EXPECT_EQ(Gradebook::read(folder / "absent.csv", "", LateRule{}).error().code, "FILE_READ");
}

/// As Canvas exports it: the second row has the points of each assignment.
const std::string canvas =
    "Student,ID,SIS Login ID,Section,Skinning (77)\r\n    Points Possible,,,,10.00\r\n"
    "\"Lovelace, Ada\",1,ada,A,\r\n\"Bob, B\",2,bob,A,3\r\n\"Gone, G\",3,gone,A,\r\n";

TEST(FilledTable, students_without_a_grade_get_no_points) {
  const TemporaryFolder folder;
  std::vector<std::string> unknown;
  const auto filled = filled_table({written(folder, "canvas.csv", canvas), "SIS Login ID", "Skinning (77)"},
                                   {{"ada", 7.5}, {"eve", 3}}, unknown);
  ASSERT_TRUE(filled) << to_string(filled.error());
  EXPECT_EQ(*filled,
            "Student,ID,SIS Login ID,Section,Skinning (77)\r\n    Points Possible,,,,10.00\r\n"
            "\"Lovelace, Ada\",1,ada,A,7.5\r\n\"Bob, B\",2,bob,A,3\r\n\"Gone, G\",3,gone,A,\r\n");
  EXPECT_EQ(unknown, std::vector<std::string>{"eve"});
  const std::string mark = "\xEF\xBB\xBF";
  const auto marked = filled_table(
      {written(folder, "marked.csv", mark + "name,mark\nada,\n"), "name", "mark"}, {{"ada", 1}}, unknown);
  EXPECT_EQ(*marked, mark + "name,mark\r\nada,1\r\n") << "a byte order mark stays";
}

TEST(FilledTable, missing_columns_and_duplicate_names_are_refused) {
  const TemporaryFolder folder;
  std::vector<std::string> unknown;
  const std::string table = written(folder, "canvas.csv", canvas);
  EXPECT_EQ(filled_table({table, "Login", "Skinning (77)"}, {}, unknown).error().code, "TABLE_FIELD");
  EXPECT_EQ(filled_table({table, "ID", "Skinning"}, {}, unknown).error().code, "TABLE_FIELD");
  EXPECT_EQ(filled_table({table, "Section", "Skinning (77)"}, {{"A", 1}}, unknown).error().code,
            "TABLE_FIELD");
}

}  // namespace bindpose::conformance::gradebook_test
