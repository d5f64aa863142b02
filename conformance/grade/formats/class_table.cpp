// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/formats/class_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/defects/defect.h"
#include "conformance/grade/formats/words.h"
#include "conformance/report/page_parts.h"
#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// With at most three significant digits, for a reader.
std::string shown_points(double points) {
  const double hundredths = std::round(100 * finite(points)) / 100 + 0.0;  // no -0
  return std::abs(points) < 999.5 ? fmt::format("{:.3g}", hundredths) : fmt::format("{:.0f}", points);
}

/// The feedback on the first wrong exercise.
std::string first_feedback(const GradeSheet& sheet) {
  if (sheet.judge_error) return in_one_line(sheet_words(sheet));
  if (sheet.broken) return in_one_line(reason_not_started(sheet));
  for (const ExerciseGrade& exercise : sheet.exercises)
    if (exercise.status != ExerciseStatus::passed)
      return first_line(shown_text(exercise.title)) + ": " + in_one_line(exercise_words(sheet, exercise));
  return "All right.";
}

/// A partly right exercise that earns no points gets the colour of a wrong one.
std::string class_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  if (is_waiting(sheet, exercise)) return "waiting";
  const bool gives_nothing = exercise.status == ExerciseStatus::partial && exercise.score == 0;
  return std::string(to_string(gives_nothing ? ExerciseStatus::failed : exercise.status));
}

/// The colour of the words.
std::string_view colour_of(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  const std::string name = class_of(sheet, exercise);
  return name == "passed" ? "good" : name == "failed" ? "bad" : "faint";
}

/// "<td ...>7.5<small>words</small></td>", sorted by the number.
std::string number_cell(const std::string& label, double number, std::string_view colour,
                        const std::string& words) {
  return fmt::format("<td class=\"number {}\" data-label=\"{}\" data-value=\"{}\">{}<small>{}</small></td>",
                     colour, xml_text(label), number, shown_points(number), words);
}

/// Other submissions with the same files, in words; empty: none.
std::string identical_words(const std::vector<std::string>& identical) {
  return identical.empty() ? "" : fmt::format("identical to {}", fmt::join(identical, ", "));
}

/// "3 cases crash, 1 case runs out of time"; empty if none does.
std::string ends_words(const GradeSheet& sheet) {
  std::ptrdiff_t crashes = 0, timeouts = 0;
  for (const ExerciseGrade& exercise : sheet.exercises)
    for (const CaseGrade& each : exercise.cases) {
      crashes += each.verdict.outcome == Outcome::crash ? 1 : 0;
      timeouts += each.verdict.outcome == Outcome::timeout ? 1 : 0;
    }
  std::vector<std::string> words;
  if (crashes > 0) words.push_back(fmt::format("{} case{}", crashes, crashes == 1 ? " crashes" : "s crash"));
  if (timeouts > 0)
    words.push_back(fmt::format("{} case{} out of time", timeouts, timeouts == 1 ? " runs" : "s run"));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string remark_of(const ClassRow& row) {
  std::vector<std::string> remarks = {staff_words(row.sheet), identical_words(row.identical),
                                      ends_words(row.sheet)};
  std::erase(remarks, "");
  return fmt::format("{}", fmt::join(remarks, "; "));
}

std::string score_cell(const ClassRow& row) {
  const GradeSheet& sheet = row.sheet;
  if (sheet.judge_error)
    return "<td class=\"number bad\" data-label=\"points\" data-value=\"-1\">no score<small>autograder "
           "failed</small></td>";
  std::string words = state_words(sheet);
  if (!staff_words(sheet).empty()) words += ", may be memorised";
  if (!row.identical.empty()) words += ", identical";
  if (const std::string ends = ends_words(sheet); !ends.empty()) words += ", " + ends;
  return number_cell("points", sheet.score, words == "graded" ? "" : "bad",
                     "of " + shown_points(sheet.points) + ", " + words);
}

/// The heading of a narrow column: "8" of "8. Skinning", else the exercise's id.
std::string short_title(const ExerciseGrade& exercise) {
  const std::size_t end = exercise.title.find_first_not_of("0123456789");
  const bool is_numbered = end != 0 && end != std::string::npos && exercise.title[end] == '.';
  return is_numbered ? exercise.title.substr(0, end) : exercise.id;
}

std::string exercise_cell(const GradeSheet& sheet, const ExerciseGrade& exercise) {
  const ExerciseGrade* const needed =
      exercise.status == ExerciseStatus::blocked ? find_exercise(sheet, exercise.blocked_by) : nullptr;
  const std::string words =
      needed == nullptr ? status_words(sheet, exercise) : "needs " + short_title(*needed);
  return number_cell(exercise.title, exercise.score, colour_of(sheet, exercise), xml_text(words));
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

/// Isolates the writing direction of a text from the text around it.
std::string name_of(const GradeSheet& sheet) {
  return "<bdi>" + xml_text(sheet.submission) + "</bdi>";
}

std::string class_csv_head(const GradeSheet& blank, bool has_decisions) {
  std::string head = "submission,score,points";
  for (const ExerciseGrade& column : blank.exercises)
    head += "," + csv_cell(column.id);
  return head + ",status,remark,feedback" +
         (has_decisions ? ",late_days,attempts,deducted,manual,final" : "") + "\r\n";
}

std::string words_of(const std::optional<std::size_t>& number) {
  return number ? std::to_string(*number) : "";
}

double sum_of(const std::vector<ManualPoints>& manual) {
  double sum = 0;
  for (const ManualPoints& each : manual)
    sum += each.points;
  return sum;
}

std::string decision_csv(const ClassRow& row) {
  if (!row.decision) return ",,,,,";
  const StaffDecision& decision = *row.decision;
  return fmt::format(",{},{},{},{},{}", words_of(decision.late_days), words_of(decision.attempts),
                     points_text(decision.deducted), points_text(sum_of(decision.manual)),
                     row.sheet.judge_error ? "" : points_text(decision.final_points));
}

std::string class_csv_row(const GradeSheet& blank, const ClassRow& all, bool has_decisions) {
  const GradeSheet& sheet = all.sheet;
  std::string row = csv_cell(clean_line(sheet.submission)) + "," +
                    (sheet.judge_error ? "" : points_text(sheet.score)) + "," + points_text(sheet.points);
  for (const ExerciseGrade& column : blank.exercises) {
    const ExerciseGrade* exercise = find_exercise(sheet, column.id);
    row += ",";
    if (exercise != nullptr && !sheet.judge_error && !is_waiting(sheet, *exercise))
      row += points_text(exercise->score);
  }
  return row + "," + csv_cell(state_words(sheet)) + "," + csv_cell(remark_of(all)) + "," +
         csv_cell(first_feedback(sheet)) + (has_decisions ? decision_csv(all) : "") + "\r\n";
}

constexpr std::string_view filters = R"(<template id="filters-template">
<form id="filters" role="search">
<label>Search <input id="search" type="search" placeholder="name or words" autocomplete="off"></label>
<label>State <select id="state"></select></label>
<output id="count"></output>
</form>
</template>
)";

std::string final_cells(const ClassRow& row) {
  if (!row.decision || row.sheet.judge_error) return "<td></td>";
  const StaffDecision& decision = *row.decision;
  std::string words;
  const auto add = [&words](const std::string& more) { words += (words.empty() ? "" : ", ") + more; };
  if (decision.late_days.value_or(0) > 0) add(counted(*decision.late_days, "day") + " late");
  if (decision.deducted > 0) add("-" + shown_points(decision.deducted));
  if (!decision.manual.empty()) add("by hand " + shown_points(sum_of(decision.manual)));
  return number_cell("final", decision.final_points, "", words);
}

std::string class_page_row(const GradeSheet& blank, const ClassRow& row, std::size_t number,
                           bool has_decisions) {
  const GradeSheet& sheet = row.sheet;
  std::string html = fmt::format("<tr data-state=\"{}\"><th scope=\"row\"><a href=\"#s{}\">{}</a></th>{}",
                                 xml_text(state_words(sheet)), number, name_of(sheet), score_cell(row));
  if (has_decisions) html += final_cells(row);
  for (const ExerciseGrade& column : blank.exercises) {
    const ExerciseGrade* exercise = sheet.judge_error ? nullptr : find_exercise(sheet, column.id);
    html += exercise == nullptr ? "<td></td>" : exercise_cell(sheet, *exercise);
  }
  return html + "</tr>\n";
}

std::string class_page_details(const ClassRow& row, std::size_t number) {
  const GradeSheet& sheet = row.sheet;
  std::string html =
      fmt::format("<details id=\"s{}\">\n<summary>{}: {}</summary>\n", number, name_of(sheet),
                  xml_text(sheet.broken && !sheet.judge_error ? in_one_line(reason_not_started(sheet))
                                                              : first_line(sheet_words(sheet))));
  if (const std::string words = sheet_words(sheet); words != first_line(words) || sheet.broken)
    html += "<pre>" + xml_text(words) + "</pre>\n";
  html += fmt::format("<p>{} Seed of the fresh cases: {}</p>\n", xml_text(receipt_words(sheet)),
                      xml_text(sheet.seed));
  if (!row.folder.empty())
    html += fmt::format(
        "<p><a href=\"{0}/report.html\">Report with pictures</a>, <a "
        "href=\"{0}/feedback.md\">feedback</a></p>\n",
        url_escaped(row.folder));
  if (const std::string words = remark_of(row); !words.empty())
    html += "<p class=\"bad\">For staff: " + xml_text(words) + ".</p>\n";
  if (row.decision)
    for (const ManualPoints& each : row.decision->manual)
      html += fmt::format("<p>By hand{}: {} points. {}</p>\n",
                          each.exercise.empty() ? "" : ", " + xml_text(each.exercise),
                          shown_points(each.points), xml_text(each.comment));
  for (const ExerciseGrade& exercise : sheet.exercises) {
    const std::string words = xml_text(exercise_words(sheet, exercise));
    html += fmt::format("<h3>{}: {} of {}, <span class=\"{}\">{}</span></h3>\n", xml_text(exercise.title),
                        shown_points(exercise.score), shown_points(exercise.points),
                        colour_of(sheet, exercise), xml_text(status_words(sheet, exercise)));
    html +=
        exercise.status == ExerciseStatus::passed ? "<p>" + words + "</p>\n" : "<pre>" + words + "</pre>\n";
    std::string wrong;
    for (const CaseGrade& grade : exercise.cases)
      if (!counts_as_right(grade.verdict.outcome) && exercise.status != ExerciseStatus::skipped)
        wrong += case_item(grade);
    if (!wrong.empty()) html += "<ul>\n" + wrong + "</ul>\n";
  }
  return html + "</details>\n";
}

double mean_of(const std::vector<double>& numbers) {
  return numbers.empty()
             ? 0
             : std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

double median_of(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  std::ranges::sort(numbers);
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2;
}

std::string statistics_row(const std::string& title, double points, const std::vector<double>& scores,
                           const std::string& passed) {
  std::string cells;
  for (const std::string& number :
       {shown_points(points), shown_points(mean_of(scores)), shown_points(median_of(scores)), passed})
    cells += "<td class=\"number\">" + number + "</td>";
  return fmt::format("<tr><th scope=\"row\">{}</th>{}</tr>\n", title, cells);
}

/// States of submissions in the title, in this order.
constexpr std::size_t passed_everything = 0, failed = 1, not_started = 2, unfinished = 3, no_score = 4;
constexpr std::array<std::string_view, 5> state_names = {"passed everything", "with failed exercises",
                                                         "did not start", "unfinished", "without a score"};

std::size_t state_of(const GradeSheet& sheet) {
  if (sheet.judge_error) return no_score;
  if (sheet.broken) return not_started;
  if (!sheet.complete) return unfinished;
  const bool is_right = std::ranges::all_of(
      sheet.exercises, [](const auto& exercise) { return exercise.status == ExerciseStatus::passed; });
  return is_right ? passed_everything : failed;
}

/// The defect that explains most cases of an exercise: others explain a few by chance. Several if equally many.
std::vector<std::string> likeliest_defects(const ExerciseGrade& exercise) {
  std::map<std::string, std::size_t> counts;
  std::size_t most = 1;
  for (const CaseGrade& grade : exercise.cases)
    if (!grade.verdict.defect.empty()) most = std::max(most, ++counts[grade.verdict.defect]);
  std::vector<std::string> likeliest;
  for (const auto& [defect, count] : counts)
    if (count == most) likeliest.push_back(defect);
  return likeliest;
}

std::string_view words_of(const Defect& defect) {
  return defect.when.empty() ? defect.sentence : defect.when;
}

constexpr const char* first_mark = "<!--bindpose:first-->";
/// Marks the place of the body in the page; no page contains it.
constexpr const char* body_mark = "\x01";

}  // namespace

ClassTable::ClassTable(const std::filesystem::path& folder, GradeSheet blank, bool has_decisions)
    : blank_(std::move(blank)),
      has_decisions_(has_decisions),
      scores_(blank_.exercises.size()),
      passed_(blank_.exercises.size()),
      csv_(folder / "class.csv"),
      page_(folder / "class.html"),
      rows_(folder / "class.html.rows"),
      details_(folder / "class.html.details") {
  csv_.add(class_csv_head(blank_, has_decisions_));
}

void ClassTable::add(const ClassRow& row) {
  csv_.add(class_csv_row(blank_, row, has_decisions_));
  rows_.add(class_page_row(blank_, row, count_, has_decisions_));
  details_.add(class_page_details(row, count_));
  ++count_;
  count(row);
}

void ClassTable::count(const ClassRow& row) {
  const GradeSheet& sheet = row.sheet;
  if (!sheet.removed) ++states_[state_of(sheet)];
  if (sheet.judge_error || sheet.removed || !sheet.complete) return;
  totals_.push_back(sheet.score);
  std::map<std::string, std::set<std::string>> defects;
  for (std::size_t e = 0; e < blank_.exercises.size(); ++e) {
    const ExerciseGrade* exercise = find_exercise(sheet, blank_.exercises[e].id);
    if (exercise == nullptr) continue;
    scores_[e].push_back(exercise->score);
    passed_[e] += exercise->status == ExerciseStatus::passed ? 1 : 0;
    for (const std::string& defect : likeliest_defects(*exercise))
      defects[defect].insert(exercise->title);
  }
  for (const auto& [id, exercises] : defects) {
    Found& found = defects_[id];
    if (found.submissions++ == 0) {
      found.first = sheet.submission;
      found.folder = row.folder;
    }
    found.exercises.insert(exercises.begin(), exercises.end());
  }
  if (row.identical.empty()) return;
  std::vector<std::string> all = row.identical;
  all.push_back(sheet.submission);
  std::ranges::sort(all);
  identical_.insert(std::move(all));
}

std::string ClassTable::statistics() const {
  std::string rows = statistics_row("All", blank_.points, totals_, "");
  for (std::size_t e = 0; e < blank_.exercises.size(); ++e) {
    const auto graded = static_cast<double>(scores_[e].size());
    rows += statistics_row(
        xml_text(blank_.exercises[e].title), blank_.exercises[e].points, scores_[e],
        graded == 0 ? "" : fmt::format("{:.0f} %", 100 * static_cast<double>(passed_[e]) / graded));
  }
  return "<h2>Exercises</h2>" + html_table({"exercise", "points", "mean", "median", "passed"}, rows);
}

std::string ClassTable::frequent_defects() const {
  constexpr std::size_t most = 15;
  std::vector<const std::pair<const std::string, Found>*> all;
  for (const auto& each : defects_)
    all.push_back(&each);
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const auto* each) { return each->second.submissions; });
  std::string rows;
  for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
    const auto& [id, found] = *all[i];
    const Defect* const defect = find_defect(id);
    const std::string name = "<bdi>" + xml_text(found.first) + "</bdi>";
    rows += fmt::format(
        "<tr><td class=\"number\" data-label=\"submissions\">{}</td><td>{} "
        "<small>{}</small></td><td>{}</td><td "
        "data-label=\"example\">{}</td></tr>\n",
        found.submissions, defect == nullptr ? "" : xml_text(words_of(*defect)), xml_text(id),
        xml_text(fmt::format("{}", fmt::join(found.exercises, "; "))),
        found.folder.empty()
            ? name
            : fmt::format("<a href=\"{}/report.html\">{}</a>", url_escaped(found.folder), name));
  }
  if (rows.empty()) return "";
  return "<h2>Most frequent defects</h2>" +
         html_table({"submissions", "defect", "exercises", "example"}, rows, " class=\"stacked\"");
}

std::string ClassTable::identical_submissions() const {
  if (identical_.empty()) return "";
  std::string items;
  for (const auto& names : identical_)
    items += "<li>" + xml_text(fmt::format("{}", fmt::join(names, ", "))) + "</li>\n";
  return "<h2>Identical submissions</h2>\n<ul>\n" + items + "</ul>\n";
}

std::string ClassTable::header(const std::string& command) const {
  std::size_t all = 0;
  std::string words;
  for (const auto& [state, count] : states_) {
    all += count;
    words += fmt::format("{} {} {}", words.empty() ? ":" : ",", count, state_names[state]);
  }
  const bool is_good = all > 0 && states_.size() == 1 && states_.contains(passed_everything);
  std::string facts = fmt::format("<div class=\"fact\"><dt>version</dt><dd>bindpose " BINDPOSE_VERSION
                                  "</dd></div><div class=\"fact\"><dt>date</dt><dd>{}</dd></div>",
                                  fmt::format("{:%F %H:%M} UTC", fmt::gmtime(std::time(nullptr))));
  if (!command.empty())
    facts += fmt::format("<div class=\"command\"><dt>command</dt><dd><code>{}</code></dd></div>",
                         html_text(command));
  return fmt::format(
      "<header class=\"{}\"><p class=\"title\">{}</p><h1>{}{}</h1><dl class=\"run\">{}</dl></header>\n",
      is_good ? "good" : "bad", xml_text(blank_.rubric), counted(all, "submission"), words, facts);
}

Expected<void> ClassTable::finish(const std::string& command) {
  const std::string page = page_of(list_program(), "Grades", {{first_mark, body_mark}});
  const std::size_t middle = page.find(body_mark);
  page_.add(page.substr(0, middle));
  page_.add(header(command) + statistics() + frequent_defects() + identical_submissions() +
            "<h2>Submissions</h2>\n" + std::string(filters) +
            "<section data-list=\"submissions\"><div class=\"wide\"><table "
            "class=\"grades stacked\"><thead><tr><th>submission</th>"
            "<th>points</th>" +
            (has_decisions_ ? "<th>final</th>" : ""));
  for (const ExerciseGrade& column : blank_.exercises)
    page_.add(fmt::format("<th title=\"{}\">{}</th>", xml_text(column.title), xml_text(short_title(column))));
  page_.add("</tr></thead>\n<tbody>\n");
  page_.add(rows_);
  page_.add("</tbody>\n</table></div></section>\n<h2>Details</h2>\n");
  page_.add(details_);
  page_.add(page.substr(middle + 1));
  BINDPOSE_CHECK(csv_.finish());
  return page_.finish();
}

}  // namespace bindpose::conformance
