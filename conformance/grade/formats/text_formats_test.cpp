// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/grade/formats/class_table.h"
#include "conformance/grade/formats/words.h"
#include "conformance/testing/sheets.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::text_formats_test {

using nlohmann::json;
namespace fs = std::filesystem;

/// The texts as Python's own reader of the format reads them; null if the reader fails.
json read_back(const std::string& kind, const std::vector<std::string>& texts) {
  const TemporaryFolder folder;
  std::string command = "python3 " BINDPOSE_CONFORMANCE "/grade/formats/read_back.py " + kind;
  for (std::size_t t = 0; t < texts.size(); ++t) {
    const fs::path path = folder / (std::to_string(t) + "." + kind);
    std::ofstream(path, std::ios::binary) << texts[t];
    command += " " + path.string();
  }
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string said;
  for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get()))
    said += static_cast<char>(c);
  const json read = json::parse(said, nullptr, false);
  return read.is_discarded() ? json() : read;
}

std::size_t count_of(const json& element, const std::string& tag) {
  std::size_t count = element["tag"] == tag ? 1 : 0;
  for (const json& child : element["children"])
    count += count_of(child, tag);
  return count;
}

/// A sheet with every exercise of the given sheets.
GradeSheet blank_of(const std::vector<GradeSheet>& sheets) {
  GradeSheet blank;
  blank.rubric = sheets.front().rubric;
  for (const GradeSheet& sheet : sheets)
    for (const ExerciseGrade& exercise : sheet.exercises)
      if (find_exercise(blank, exercise.id) == nullptr) blank.exercises.push_back(exercise);
  return blank;
}

/// class.csv or class.html of these sheets.
std::string class_file(const std::vector<GradeSheet>& sheets, const char* name) {
  const TemporaryFolder folder;
  ClassTable table(folder, blank_of(sheets));
  for (const GradeSheet& sheet : sheets)
    table.add({sheet});
  EXPECT_TRUE(table.finish());
  return *read_text(folder / name);
}

TEST(StatusWords, required_exercises_have_their_titles) {
  GradeSheet sheet;
  sheet.complete = true;
  sheet.exercises.resize(2);
  sheet.exercises[0].id = "the-product";
  sheet.exercises[0].title = "7. The product";
  sheet.exercises[1].status = ExerciseStatus::blocked;
  sheet.exercises[1].blocked_by = "the-product";
  EXPECT_EQ(status_words(sheet, sheet.exercises[1]), "not judged: needs 7. The product");
}

TEST(Junit, expat_reads_the_report_and_its_counts_are_right) {
  std::vector<std::string> texts;
  for (const GradeSheet& sheet : every_sheet())
    texts.push_back(junit_xml(sheet));
  const json roots = read_back("xml", texts);
  ASSERT_EQ(roots.size(), texts.size());
  for (const json& root : roots) {
    const std::size_t tests = count_of(root, "testcase"), failures = count_of(root, "failure"),
                      errors = count_of(root, "error"), skipped = count_of(root, "skipped");
    EXPECT_EQ(root["attributes"]["tests"], std::to_string(tests));
    EXPECT_EQ(root["attributes"]["failures"], std::to_string(failures));
    EXPECT_EQ(root["attributes"]["errors"], std::to_string(errors));
    EXPECT_EQ(root["attributes"]["skipped"], std::to_string(skipped));
  }
}

TEST(Junit, each_case_is_a_testcase_with_its_type) {
  const json root = read_back("xml", {junit_xml(mixed_sheet())}).at(0);
  std::set<std::string> names, types;
  for (const json& suite : root["children"])
    for (const json& one : suite["children"]) {
      names.insert(one["attributes"]["classname"].get<std::string>() + "." +
                   one["attributes"]["name"].get<std::string>());
      for (const json& child : one["children"])
        types.insert(child["tag"].get<std::string>() + " " + child["attributes"].value("type", ""));
    }
  EXPECT_EQ(names.size(), 2U + 5U + 4U + 1U + 1U);
  EXPECT_TRUE(names.contains("linear-blend.hidden case 2"));
  const std::set<std::string> expected = {"error Crash",           "error Timeout", "failure Fail",
                                          "failure InvalidOutput", "skipped ",      "system-out "};
  EXPECT_EQ(types, expected);
  EXPECT_TRUE(has(junit_xml(judge_error_sheet()), "<error message=\"The autograder failed"));
  EXPECT_TRUE(has(junit_xml(broken_sheet()), "type=\"CRASH\""));
}

TEST(Formats, error_output_is_a_code_block_that_keeps_columns) {
  GradeSheet sheet = broken_sheet();
  sheet.broken->message = "it ended with exit code 1; its last words:\n    x = = 1\n        ^\n# SyntaxError";
  for (const std::string& md :
       {feedback_md(sheet), json::parse(gradescope_json(sheet))["output"].get<std::string>()})
    EXPECT_TRUE(has(md, "its last words:\n\n        x = = 1\n            ^\n    # SyntaxError\n\n0 of "));
}

TEST(Formats, hidden_content_stays_hidden) {
  GradeSheet sheet = mixed_sheet();
  sheet.exercises[1].cases[2].feedback.clear();  // then a visible case would show its detail
  json gradescope = json::parse(gradescope_json(sheet));
  std::erase_if(gradescope["tests"].get_ref<json::array_t&>(),
                [](const json& t) { return t["visibility"] == "hidden"; });
  const std::string seen = gradescope.dump() + classroom_json(sheet) + check50_json(sheet) +
                           junit_xml(sheet) + report_sarif(sheet) + report_html(sheet) + feedback_md(sheet);
  for (const std::string& secret : secrets)
    EXPECT_FALSE(has(seen, secret)) << seen.substr(seen.find(secret), 80);
  EXPECT_TRUE(has(feedback_md(sheet), "0 of 2 hidden cases are right."));
  EXPECT_TRUE(has(class_file({sheet}, "class.html"), "secret-scene"));  // staff sees it
}

TEST(Formats, hidden_cases_that_did_not_run_are_not_right) {
  GradeSheet sheet = mixed_sheet();
  for (int i = 0; i < 3; ++i)
    for (ExerciseGrade* exercise : {&sheet.exercises[1], &sheet.exercises[4]}) {
      CaseGrade one = secret_case(true);
      one.verdict.outcome = i == 2 ? Outcome::missing : Outcome::not_supported;
      exercise->cases.push_back(one);
    }
  EXPECT_EQ(hidden_words(sheet.exercises[4]), "3 hidden cases did not run (missing, not supported).");
  sheet.exercises[4].cases.pop_back();
  const std::string some = "0 of 5 hidden cases are right, 3 did not run (missing, not supported).",
                    none = "2 hidden cases did not run (not supported).";
  for (const std::string& text : {feedback_md(sheet), gradescope_json(sheet), classroom_json(sheet),
                                  check50_json(sheet), report_html(sheet)}) {
    EXPECT_TRUE(has(text, some)) << text.substr(0, 3000);
    EXPECT_TRUE(has(text, none)) << text.substr(0, 3000);
  }
  const json gradescope = json::parse(gradescope_json(sheet));
  for (const json& test : gradescope["tests"])
    EXPECT_TRUE(test["visibility"] == "visible" || test["status"] == "failed") << test;
}

TEST(Formats, no_text_moves_a_terminals_cursor) {
  for (const GradeSheet& sheet : every_sheet())
    for (const std::string& text :
         {gradescope_json(sheet), classroom_json(sheet), check50_json(sheet), junit_xml(sheet),
          report_sarif(sheet), feedback_md(sheet), class_file({sheet}, "class.html")}) {
      EXPECT_EQ(text.find('\x1b'), std::string::npos);
      EXPECT_FALSE(has(text, "\\u001b"));
      EXPECT_EQ(text.find('\0'), std::string::npos);
    }
}

TEST(Feedback, feedback_is_markdown_with_plain_text) {
  const std::string md = feedback_md(mixed_sheet());
  EXPECT_TRUE(md.starts_with("# Skinning, week 3\n\n5.33 of 20 points\n")) << md;
  EXPECT_TRUE(has(md, {"| 1. About linear-blend | 1.33 of 4 | partly right |",
                       "0 of 2 hidden cases are right. The file to look at: src/linear blend.cpp.\n\n"
                       "One bone works, two do not.  \nLook at the weights.\n"}));
}

TEST(Feedback, text_is_not_markup) {
  EXPECT_EQ(md_text("a_b = x[3].y * 2 & <b>"), "a_b = x[3].y \\* 2 &amp; &lt;b&gt;");
  EXPECT_EQ(md_text("# h\n- l\n12. n\n    code"), "\\# h  \n\\- l  \n12\\. n  \ncode");
  EXPECT_EQ(md_text("[x](y) ![z](w) [a][b] [c]: d"), "[x]\\(y) !\\[z]\\(w) [a]\\[b] [c]\\: d");
  EXPECT_EQ(md_text("5.33 points\n-0.25\n#7\n---"), "5.33 points  \n-0.25  \n#7  \n\\---");
  EXPECT_EQ(md_inline("8. Skinning\nmore"), "8. Skinning");
  EXPECT_EQ(md_text("_a_ `c` ~~d~~ |"), "\\_a\\_ \\`c\\` \\~\\~d\\~\\~ \\|");
}

TEST(ClassTable, an_error_in_a_submission_is_one_line) {
  GradeSheet sheet = broken_sheet();
  sheet.broken->message =
      "it ended with exit code 1; its last words:\n  File \"exercises.py\", line 3\n    x = = 1\n        ^\n"
      "SyntaxError: invalid syntax";
  const json rows = read_back("csv", {class_file({sheet}, "class.csv")}).at(0);
  const std::string said = rows.at(1).back();
  EXPECT_TRUE(
      said.ends_with("its last words: File \"exercises.py\", line 3 / x = = 1 / SyntaxError: invalid syntax"))
      << said;
  EXPECT_EQ(said.find('\n'), std::string::npos) << said;
  EXPECT_EQ(in_one_line("All right.\nBut for:\nthis"), "All right.");
  EXPECT_EQ(in_one_line("Its words:"), "Its words:");
  EXPECT_EQ(in_one_line(""), "");
}

TEST(ClassTable, csv_has_a_row_per_submission_and_no_formulas) {
  const std::vector<GradeSheet> sheets = every_sheet();
  const json rows = read_back("csv", {class_file(sheets, "class.csv")}).at(0);
  ASSERT_EQ(rows.size(), sheets.size() + 1);
  EXPECT_EQ(rows[0][0], "submission");
  EXPECT_EQ(rows[1][1], "5.33");
  EXPECT_EQ(rows[4][1], "");  // no score: the judge failed
  for (std::size_t r = 0; r < rows.size(); ++r) {
    EXPECT_EQ(rows[r].size(), rows[0].size()) << r;
    for (const json& cell : rows[r]) {
      const std::string text = cell.get<std::string>();
      const std::size_t first = text.find_first_not_of(" \t\n");
      if (first == std::string::npos) continue;
      EXPECT_EQ(std::string("=+-@").find(text[first]), std::string::npos) << text;
    }
  }
}

TEST(ClassTable, html_shows_foreign_text_as_text) {
  const std::vector<GradeSheet> sheets = every_sheet();
  const json page = read_back("html", {class_file(sheets, "class.html")}).at(0);
  EXPECT_EQ(page["balanced"], true);
  const std::set<std::string> known = {
      "html",  "head",    "meta",    "title",  "style", "body",   "h1",     "h3",      "table",    "thead",
      "tbody", "tr",      "th",      "td",     "a",     "small",  "p",      "pre",     "ul",       "li",
      "span",  "details", "summary", "bdi",    "main",  "h2",     "header", "section", "template", "form",
      "label", "input",   "select",  "output", "div",   "script", "dl",     "dt",      "dd"};
  std::size_t details = 0;
  for (const json& tag : page["tags"]) {
    EXPECT_TRUE(known.contains(tag["tag"].get<std::string>())) << tag;
    for (const auto& [name, value] : tag["attributes"].items())
      EXPECT_FALSE(name.starts_with("on") || name == "src") << tag;
    details += tag["tag"] == "details" ? 1 : 0;
  }
  EXPECT_EQ(details, sheets.size());
  const std::string text = page["text"].get<std::string>();
  EXPECT_TRUE(has(
      text, {"</td><script>alert(1)</script>", "partly right"}));  // a status has words, not only a colour
}

TEST(ClassTable, html_has_statistics_and_the_most_frequent_defects) {
  GradeSheet low = mixed_sheet(), high = mixed_sheet();
  low.submission = "low";
  high.submission = "high";
  low.exercises[0].score = 0;
  low.exercises[0].status = ExerciseStatus::failed;
  high.exercises[0].score = 4;
  high.exercises[0].status = ExerciseStatus::passed;
  low.score = 1;
  high.score = 9;
  for (GradeSheet* sheet : {&low, &high}) {
    auto& cases = sheet->exercises[1].cases;
    cases.resize(3, cases.front());
    for (CaseGrade& grade : cases)
      grade.verdict.defect = "ibm-ignored";
    cases.back().verdict.defect = "first-influence";  // by chance, in one case
  }
  const TemporaryFolder folder;
  GradeSheet blank = blank_of({low});
  blank.points = 20;
  ClassTable table(folder, blank, true);
  table.add({low, "low", {"high"}, StaffDecision{3, 2, 0.25, {{"", 1.5, "Well done"}}, 2.25}});
  table.add({high, "high", {"low"}});
  ASSERT_TRUE(table.finish("bindpose grade --class x"));
  const std::string page = *read_text(folder / "class.html");
  EXPECT_TRUE(has(
      page, {"<th scope=\"row\">All</th><td class=\"number\">20</td><td class=\"number\">5</td><td "
             "class=\"number\">5</td>",
             "50 %",
             "data-label=\"submissions\">2</td><td>the inverse bind matrices are missing <small>ibm-ignored<",
             "<a href=\"low/report.html\"><bdi>low</bdi></a>", "<th title=\"1. About linear-blend\">1</th>",
             "<li>high, low</li>", "3 days late, -0.25, by hand 1.5", "Well done", "id=\"search\"",
             "<h1>2 submissions: 2 with failed exercises</h1>", "<dt>version</dt><dd>bindpose ",
             "<dt>date</dt>", "<code>bindpose grade --class x</code>"}))
      << page.substr(page.find("<main>"), 4000);
  EXPECT_FALSE(has(page, "<small>first-influence"));
  const std::string csv = *read_text(folder / "class.csv");
  EXPECT_TRUE(has(
      csv, {",late_days,attempts,deducted,manual,final\r\n", ",3,2,0.25,1.5,2.25\r\n", "identical to high"}))
      << csv;
}

TEST(ClassTable, the_title_of_the_page_counts_submissions_by_their_state) {
  std::vector<GradeSheet> sheets = {passed_sheet(), mixed_sheet(), mixed_sheet(), broken_sheet()};
  sheets[3].broken->message = "it ended with exit code 1; its last words:\n  x = 1\nSyntaxError: invalid";
  for (std::size_t i = 0; i < sheets.size(); ++i)
    sheets[i].submission = fmt::format("submission {}", i);
  sheets[1].score = 100.0 / 3;
  const std::string page = class_file(sheets, "class.html");
  EXPECT_TRUE(
      has(page, {"<h1>4 submissions: 1 passed everything, 2 with failed exercises, 1 did not start</h1>",
                 ">33.3<small>", "its last words: x = 1 / SyntaxError: invalid</summary>"}))
      << page.substr(page.find("<main>"), 4000);
  GradeSheet blocked = mixed_sheet();
  blocked.exercises[0].title = "1. World transforms";
  blocked.exercises[1].status = ExerciseStatus::blocked;
  blocked.exercises[1].blocked_by = blocked.exercises[0].id;
  EXPECT_TRUE(has(class_file({blocked}, "class.html"), "<small>needs 1</small>")) << "columns stay narrow";
}

TEST(ClassTable, a_control_character_for_text_direction_is_written_out) {
  GradeSheet sheet = mixed_sheet();
  sheet.submission =
      "abc\xE2\x80\xAE"
      "321";
  for (const char* name : {"class.csv", "class.html"}) {
    const std::string text = class_file({sheet}, name);
    EXPECT_FALSE(has(text, "\xE2\x80\xAE")) << name;
    EXPECT_TRUE(has(text, "abc[U+202E]321")) << name;
  }
  EXPECT_TRUE(has(class_file({sheet}, "class.html"), "<bdi>abc[U+202E]321</bdi>"));
}

TEST(Formats, formats_of_an_unfinished_sheet_say_that_it_is_unfinished) {
  GradeSheet sheet = passed_sheet();  // the state so far
  sheet.complete = false;
  EXPECT_TRUE(feedback_md(sheet).starts_with("# Unfinished: ")) << feedback_md(sheet).substr(0, 80);
  EXPECT_TRUE(has(report_html(sheet), {"<title>Unfinished: ", "<header class=\"bad\">"}));
  const std::string junit = junit_xml(sheet);
  EXPECT_TRUE(has(junit, "<testsuites name=\"Unfinished: ")) << junit.substr(0, 200);
  EXPECT_TRUE(has(junit, "<error"));
  const json sarif = json::parse(report_sarif(sheet));
  EXPECT_EQ(sarif["runs"][0]["invocations"][0]["executionSuccessful"], false);
  EXPECT_TRUE(json::parse(check50_json(sheet))["slug"].get<std::string>().starts_with("Unfinished: "));
  EXPECT_EQ(json::parse(classroom_json(sheet))["status"], "error");
  const std::string gradescope = gradescope_json(sheet);
  EXPECT_LT(gradescope.find("so far"), gradescope.find("\"score\"")) << gradescope.substr(0, 200);
  EXPECT_EQ(json::parse(sheet_json(sheet))["state"], "unfinished");
}

TEST(ClassTable, earlier_files_stay_until_both_new_files_are_complete) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "class.csv", "before"));
  {
    ClassTable table(folder, blank_of(every_sheet()));
    table.add({mixed_sheet()});
    EXPECT_EQ(*read_text(folder / "class.csv"), "before");
    EXPECT_FALSE(fs::exists(folder / "class.html"));
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
  EXPECT_EQ(ClassTable("/proc/no/folder", blank_of(every_sheet())).finish().error().code, "FILE_WRITE");
}

TEST(Formats, formats_are_written_and_gradescope_finds_its_file) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary / "autograder" / "results";
  ASSERT_TRUE(write_formats(folder, mixed_sheet()));
  for (const char* name : {"results.json", "gradescope.json", "classroom.json", "classroom.txt",
                           "check50.json", "junit.xml", "report.sarif", "report.html", "feedback.md"})
    EXPECT_TRUE(fs::is_regular_file(folder / name)) << name;
  EXPECT_TRUE(write_formats(folder.parent_path() / "elsewhere", mixed_sheet()));
  EXPECT_FALSE(fs::exists(folder.parent_path() / "elsewhere" / "results.json"));
  EXPECT_EQ(write_formats("/proc/no/folder", mixed_sheet()).error().code, "FILE_WRITE");
}

}  // namespace bindpose::conformance::text_formats_test
