// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/words.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/text.h"
#include "reference/io/below.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

std::string points_text(double points) {
  std::string text = fmt::format("{:.2f}", finite(points));
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

double finite(double x) {
  return std::isfinite(x) ? x : 0;
}

bool is_waiting(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  return !sheet.complete && !sheet.broken && exercise.cases.empty() &&
         (exercise.status == ExerciseStatus::failed || exercise.status == ExerciseStatus::partial);
}

bool is_judged(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  return exercise.status != ExerciseStatus::blocked && exercise.status != ExerciseStatus::skipped &&
         !is_waiting(sheet, exercise);
}

namespace {

/// The title of an exercise that another one needs.
std::string title_of(const GradeSheet& sheet, const std::string& id) {
  const ExerciseGrade* const needed = find_exercise(sheet, id);
  return shown_text(needed == nullptr ? id : needed->title);
}

}  // namespace

std::string status_words(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  constexpr std::string_view words[] = {"passed", "partly right", "not right", "not judged: needs ",
                                        "not submitted"};
  if (is_waiting(sheet, exercise)) return "not judged yet";
  return std::string(words[static_cast<std::size_t>(exercise.status)]) +
         (exercise.status == ExerciseStatus::blocked ? title_of(sheet, exercise.blocked_by) : "");
}

bool begins_formula(std::string_view text) {
  const std::string_view first = text.substr(std::min(text.find_first_not_of(" \t\n"), text.size()));
  bool formula = text.starts_with('\t') || text.starts_with('\n');
  for (const std::string_view mark :
       {"=", "+", "-", "@", "\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"})
    formula = formula || first.starts_with(mark);
  return formula;
}

std::string csv_cell(std::string_view text) {
  const std::string clean = shown_text(text);
  std::string quoted = begins_formula(clean) ? "\"'" : "\"";
  for (const char c : clean)
    quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string state_words(const GradeSheet& sheet) {
  if (sheet.judge_error) return "autograder failed";
  if (sheet.removed) return "removed";
  if (sheet.broken) return "did not start";
  return sheet.complete ? "graded" : "unfinished";
}

std::string title_words(const GradeSheet& sheet) {
  return (sheet.complete ? "" : "Unfinished: ") + sheet.rubric;
}

std::string total_words(const GradeSheet& sheet) {
  return points_text(sheet.score) + " of " + points_text(sheet.points) + " points";
}

std::string receipt_words(const GradeSheet& sheet) {
  std::string words = "Submission " + first_line(shown_text(sheet.submission));
  if (!sheet.time.empty()) words += ", graded " + shown_text(sheet.time);
  if (!sheet.hash.empty()) words += ", SHA-256 of its files " + shown_text(sheet.hash);
  return words + ".";
}

std::string reason_not_started(const GradeSheet& sheet) {
  if (sheet.broken && sheet.broken->code == "SUBMISSION_FILE") return short_text(sheet.broken->message + ".");
  return sheet.broken ? short_text("The submission did not start: " + to_string(*sheet.broken)) : "";
}

std::string sheet_words(const GradeSheet& sheet) {
  if (sheet.judge_error)
    return shown_text("The autograder failed, which is not the submission's fault. No score. (" +
                      to_string(*sheet.judge_error) + ")");
  if (sheet.broken) return reason_not_started(sheet) + "\n" + total_words(sheet);
  return sheet.complete ? total_words(sheet) : total_words(sheet) + " so far: grading has not finished.";
}

std::string sheet_words_md(const GradeSheet& sheet) {
  const std::string reason = shown_text(reason_not_started(sheet));
  const std::vector<std::string_view> lines = lines_of(reason);
  if (lines.size() < 2) return md_text(sheet_words(sheet));
  std::string md = md_text(lines.front()) + "\n\n";
  for (const std::string_view line : std::span(lines).subspan(1))
    md += fmt::format("    {}\n", line);
  return md + "\n" + md_text(total_words(sheet));
}

std::string exercise_words(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  if (is_waiting(sheet, exercise)) return "Not judged yet.";
  if (!exercise.feedback.empty()) return short_text(exercise.feedback);
  if (exercise.status == ExerciseStatus::passed) return "All right.";
  if (exercise.status == ExerciseStatus::blocked)
    return "Not judged: get " + title_of(sheet, exercise.blocked_by) + " right first.";
  if (exercise.status == ExerciseStatus::skipped) return "The submission does not offer this.";
  return sheet.broken ? "The submission did not start." : "Not right yet.";
}

std::string in_one_line(std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  std::string all(lines.empty() ? "" : trimmed(lines.front()));
  if (!all.ends_with(':')) return all;
  std::string_view between = " ";
  for (const std::string_view line : std::span(lines).subspan(1)) {
    const std::string_view words = trimmed(line);
    if (words.find_first_not_of("^~ ") == std::string_view::npos) continue;
    all.append(between).append(words);
    between = " / ";
  }
  return all;
}

const ExerciseGrade* find_exercise(const GradeSheet& sheet, std::string_view id) {
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.id == id) return &exercise;
  return nullptr;
}

std::vector<ShownCase> shown_cases(const ExerciseGrade& exercise) {
  std::vector<ShownCase> shown;
  std::size_t hidden_count = 0;
  for (const CaseGrade& grade : exercise.cases) {
    ShownCase one;
    one.hidden = grade.hidden || grade.fresh;
    one.expected = is_expected(grade.verdict.outcome);
    one.outcome = grade.verdict.outcome;
    one.name = one.hidden ? fmt::format("hidden case {}", ++hidden_count) : shown_text(grade.name);
    one.words = short_text(grade.feedback);
    if (one.words.empty() && !one.hidden) one.words = short_text(grade.verdict.detail);
    if (one.words.empty() && one.outcome != Outcome::pass) one.words = to_string(one.outcome);
    shown.push_back(std::move(one));
  }
  return shown;
}

std::string hidden_words(const ExerciseGrade& exercise) {
  std::size_t hidden = 0, right = 0, not_run = 0;
  std::set<std::string> reasons;
  for (const CaseGrade& grade : exercise.cases) {
    if (!grade.hidden && !grade.fresh) continue;
    const Outcome outcome = grade.verdict.outcome;
    ++hidden;
    right += counts_as_right(outcome) ? 1 : 0;
    if (facts(outcome).answered) continue;
    ++not_run;
    std::string reason(to_string(outcome));
    std::ranges::replace(reason, '-', ' ');
    reasons.insert(std::move(reason));
  }
  if (hidden == 0) return {};
  const std::string why = fmt::format("did not run ({})", fmt::join(reasons, ", "));
  if (not_run == hidden) return fmt::format("{} hidden case{} {}.", hidden, hidden == 1 ? "" : "s", why);
  return fmt::format("{} of {} hidden case{} right{}.", right, hidden, hidden == 1 ? " is" : "s are",
                     not_run == 0 ? "" : fmt::format(", {} {}", not_run, why));
}

std::string staff_words(const GradeSheet& sheet) {
  std::vector<std::string> exercises;
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.only_visible_right.value_or(false)) exercises.push_back(shown_text(exercise.id));
  if (exercises.empty()) return {};
  return fmt::format("most visible cases are right, no hidden case is: the outputs may be memorised ({})",
                     fmt::join(exercises, ", "));
}

std::string short_text(std::string_view text) {
  constexpr std::size_t most = 4000;
  std::string clean = shown_text(text);
  return clean.size() <= most ? clean : std::string(beginning_of(clean, most)) + " [...]";
}

namespace {

namespace fs = std::filesystem;

/// True if this is the folder in which Gradescope looks for results.json.
bool is_gradescope(const fs::path& folder) {
  fs::path path = fs::absolute(folder).lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  return path.filename() == "results" && path.parent_path().filename() == "autograder";
}

using Format = std::pair<const char*, std::string (*)(const GradeSheet&)>;

/// The files of this folder, each with the function that writes it.
std::vector<Format> formats_of(const fs::path& folder) {
  std::vector<Format> formats = {{"gradescope.json", gradescope_json},
                                 {"classroom.json", classroom_json},
                                 {"classroom.txt", classroom_output},
                                 {"check50.json", check50_json},
                                 {"junit.xml", junit_xml},
                                 {"report.sarif", report_sarif},
                                 {"report.html", report_html},
                                 {"feedback.md", feedback_md}};
  // Written first: if the run is killed, Gradescope reads this file.
  if (is_gradescope(folder)) formats.insert(formats.begin(), {"results.json", gradescope_json});
  return formats;
}

}  // namespace

Expected<void> write_formats(const fs::path& folder, const GradeSheet& sheet, const fs::path& below) {
  for (const auto& [name, text] : formats_of(folder / below))
    BINDPOSE_CHECK(write_below(folder, below / name, std::string_view(text(sheet))));
  return {};
}

Expected<void> remove_formats(const fs::path& folder, const fs::path& below) {
  for (const auto& [name, text] : formats_of(folder / below))
    BINDPOSE_CHECK(remove_below(folder, below / name));
  return {};
}

namespace {

std::string points_of(const ExerciseGrade& exercise) {
  return points_text(exercise.score) + " of " + points_text(exercise.points);
}

std::string table_of(const GradeSheet& sheet) {
  std::string md = "| exercise | points | |\n| --- | --- | --- |\n";
  for (const ExerciseGrade& exercise : sheet.exercises)
    md += fmt::format("| {} | {} | {} |\n", md_inline(exercise.title), points_of(exercise),
                      md_inline(status_words(sheet, exercise)));
  return md;
}

/// At most ten lines, unless a program's last words have more; the hint is the last one.
std::string section_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  std::string facts = fmt::format("{} points, {}.", points_of(exercise), status_words(sheet, exercise));
  if (const std::string hidden = hidden_words(exercise); !hidden.empty()) facts += " " + hidden;
  if (!exercise.source.empty()) facts += fmt::format(" The file to look at: {}.", exercise.source);
  return fmt::format("\n## {}\n\n{}\n\n{}\n", md_inline(exercise.title), md_inline(facts),
                     md_text(exercise_words(sheet, exercise)));
}

}  // namespace

std::string feedback_md(const GradeSheet& sheet) {
  std::string md = "# " + md_inline(title_words(sheet)) + "\n\n" + sheet_words_md(sheet) + "\n\n" +
                   md_inline(receipt_words(sheet)) + "\n";
  if (sheet.judge_error || sheet.broken) return md;
  md += "\n" + table_of(sheet);
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.status != ExerciseStatus::passed && exercise.status != ExerciseStatus::blocked)
      md += section_of(sheet, exercise);
  return md;
}

}  // namespace bindpose::conformance
