// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/class_table.h"

#include <fmt/format.h>

#include "conformance/grade/formats/words.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// The feedback on the first wrong exercise.
std::string first_feedback(const GradeSheet& sheet) {
  if (sheet.judge_error) return in_one_line(sheet_words(sheet));
  if (sheet.broken) return in_one_line(reason_not_started(sheet));
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.status != ExerciseStatus::passed)
      return first_line(shown_text(exercise.title)) + ": " + in_one_line(exercise_words(sheet, exercise));
  return "All right.";
}

constexpr std::string_view class_page_start = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>Grades</title>
<style>
body { font: 15px/1.4 sans-serif; margin: 1em; color: #111; background: #fff }
table { border-collapse: collapse }
th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top }
td small { display: block; color: #333 }
.passed { background: #cdeccd } .partial { background: #fdf0c0 } .failed, .stopped { background: #f8d0d0 }
.blocked, .skipped, .waiting { background: #e4e4e4 }
details { margin: .5em 0 } summary { cursor: pointer }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .25em 0 }
</style>
</head>
<body>
)";

/// An exercise that is partly right and gives nothing, as one wrong case may do, looks like one that is wrong.
std::string class_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  if (is_waiting(sheet, exercise)) return "waiting";
  const bool gives_nothing = exercise.status == ExerciseStatus::partial && exercise.score == 0;
  return std::string(to_string(gives_nothing ? ExerciseStatus::failed : exercise.status));
}

std::string score_cell(const GradeSheet& sheet) {
  const std::string score =
      sheet.judge_error ? "no score" : points_text(sheet.score) + " of " + points_text(sheet.points);
  const std::string state = state_words(sheet);
  const bool is_marked = !staff_words(sheet).empty();
  return fmt::format("<td{}>{}<small>{}{}</small></td>",
                     state == "graded" && !is_marked ? "" : " class=\"stopped\"", score, state,
                     is_marked ? ", may be memorised" : "");
}

std::string exercise_cell(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  return fmt::format("<td class=\"{}\">{}<small>{}</small></td>", class_of(sheet, exercise),
                     points_text(exercise.score), xml_text(status_words(sheet, exercise)));
}

std::string case_item(const CaseGrade& grade) {
  const std::string words = grade.verdict.detail.empty() ? grade.feedback : grade.verdict.detail;
  return fmt::format("<li>{}{}: {}{}</li>\n", xml_text(grade.name),
                     grade.fresh    ? " (fresh)"
                     : grade.hidden ? " (hidden)"
                                    : "",
                     to_string(grade.verdict.outcome),
                     words.empty() ? "" : ", " + xml_text(short_text(words)));
}

/// Its letters turn nothing that is next to it.
std::string name_of(const GradeSheet& sheet) {
  return "<bdi>" + xml_text(sheet.submission) + "</bdi>";
}

std::string class_csv_head(const GradeSheet& blank) {
  std::string head = "submission,score,points";
  for (const ExerciseGrade& column : blank.exercises)
    head += "," + csv_cell(column.id);
  return head + ",status,remark,feedback\r\n";
}

std::string class_csv_row(const GradeSheet& blank, const GradeSheet& sheet) {
  std::string row = csv_cell(clean_line(sheet.submission)) + "," +
                    (sheet.judge_error ? "" : points_text(sheet.score)) + "," + points_text(sheet.points);
  for (const ExerciseGrade& column : blank.exercises) {
    const ExerciseGrade* exercise = find_exercise(sheet, column.id);
    row += ",";
    if (exercise != nullptr && !sheet.judge_error && !is_waiting(sheet, *exercise))
      row += points_text(exercise->score);
  }
  return row + "," + csv_cell(state_words(sheet)) + "," + csv_cell(staff_words(sheet)) + "," +
         csv_cell(first_feedback(sheet)) + "\r\n";
}

std::string class_page_head(const GradeSheet& blank) {
  std::string html(class_page_start);
  html += "<h1>" + xml_text(blank.rubric) + "</h1>\n<table>\n<thead><tr><th>submission</th><th>points</th>";
  for (const ExerciseGrade& column : blank.exercises)
    html += "<th>" + xml_text(column.title) + "</th>";
  return html + "</tr></thead>\n<tbody>\n";
}

std::string class_page_row(const GradeSheet& blank, const GradeSheet& sheet, std::size_t number) {
  std::string html =
      fmt::format("<tr><th><a href=\"#s{}\">{}</a></th>{}", number, name_of(sheet), score_cell(sheet));
  for (const ExerciseGrade& column : blank.exercises) {
    const ExerciseGrade* exercise = sheet.judge_error ? nullptr : find_exercise(sheet, column.id);
    html += exercise == nullptr ? "<td></td>" : exercise_cell(sheet, *exercise);
  }
  return html + "</tr>\n";
}

std::string class_page_details(const GradeSheet& sheet, std::size_t number) {
  std::string html = fmt::format("<details id=\"s{}\">\n<summary>{}: {}</summary>\n", number, name_of(sheet),
                                 xml_text(first_line(sheet_words(sheet))));
  html += "<pre>" + xml_text(sheet_words(sheet)) + "</pre>\n";
  html += fmt::format("<p>Seed of the fresh cases: {}</p>\n", xml_text(sheet.seed));
  if (const std::string words = staff_words(sheet); !words.empty())
    html += "<p class=\"stopped\">For staff: " + xml_text(words) + ".</p>\n";
  for (const ExerciseGrade& exercise : sheet.exercises) {
    html += fmt::format("<h3>{}: {} of {}, <span class=\"{}\">{}</span></h3>\n<pre>{}</pre>\n",
                        xml_text(exercise.title), points_text(exercise.score), points_text(exercise.points),
                        class_of(sheet, exercise), xml_text(status_words(sheet, exercise)),
                        xml_text(exercise_words(sheet, exercise)));
    std::string wrong;
    for (const CaseGrade& grade : exercise.cases)
      if (!counts_as_right(grade.verdict.outcome) && exercise.status != ExerciseStatus::skipped)
        wrong += case_item(grade);
    if (!wrong.empty()) html += "<ul>\n" + wrong + "</ul>\n";
  }
  return html + "</details>\n";
}

}  // namespace

ClassTable::ClassTable(const std::filesystem::path& folder, GradeSheet blank)
    : blank_(std::move(blank)),
      csv_(folder / "class.csv"),
      page_(folder / "class.html"),
      details_(folder / "class.html.details") {
  csv_.add(class_csv_head(blank_));
  page_.add(class_page_head(blank_));
}

void ClassTable::add(const GradeSheet& sheet) {
  csv_.add(class_csv_row(blank_, sheet));
  page_.add(class_page_row(blank_, sheet, count_));
  details_.add(class_page_details(sheet, count_));
  ++count_;
}

Expected<void> ClassTable::finish() {
  page_.add("</tbody>\n</table>\n");
  page_.add(details_);
  page_.add("</body>\n</html>\n");
  BINDPOSE_CHECK(csv_.finish());
  return page_.finish();
}

}  // namespace bindpose::conformance
