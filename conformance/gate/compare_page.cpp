// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "conformance/gate/compare.h"
#include "conformance/report/diagnosis_json.h"
#include "conformance/report/page_parts.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_name = 400;   // bytes of a test's name, or a device's
constexpr std::size_t most_kinds = 50;   // number of new failures
constexpr std::size_t all_tests = 6000;  // limit of listed tests if messages can be cut

/// Levels of detail of the page, from everything to a version that always fits.
struct Extent {
  std::size_t tests, message;
  bool has_links;
};
constexpr Extent extents[] = {
    {all_tests, most_message, true}, {all_tests, 600, true}, {all_tests, 200, true}, {all_tests, 60, true},
    {all_tests, 60, false},          {3000, 60, false},      {1000, 60, false},      {300, 60, false}};

/// Three digits; the tooltip has all of them.
std::string number_cell(double x) {
  const std::string text = fmt::format("{:.3g}", x), whole = fmt::format("{}", x);
  return fmt::format("<td class=\"number\"{}>{}</td>",
                     text == whole ? "" : fmt::format(" title=\"{}\"", whole), text);
}
constexpr const char* no_number = "<td class=\"number\"></td>";

/// A verdict, which opens the test in its run's own report if there is one.
std::string outcome_cell(const ResultEntry* entry, const ComparedRun& run, bool has_links) {
  if (entry == nullptr) return "<td>-</td>";
  const char* colour = is_expected(entry->verdict.outcome) ? "good" : "bad";
  const std::string word(to_string(entry->verdict.outcome));
  if (run.page.empty() || !has_links) return fmt::format("<td class=\"{}\">{}</td>", colour, word);
  return fmt::format("<td class=\"{}\"><a href=\"{}{}\">{}</a></td>", colour, run.page,
                     test_fragment(text_in(entry->json, "name")), word);
}

std::string fraction_cell(const ResultEntry* entry) {
  return entry == nullptr ? no_number : number_cell(entry->verdict.worst_fraction);
}

std::string row_of(const Change& change, const ComparedRun& before, const ComparedRun& after,
                   const Extent& extent) {
  const ResultEntry* const last = change.after != nullptr ? change.after : change.before;
  return fmt::format("<tr id=\"test={}\"><td><a href=\"{}\">{}</a></td>{}{}{}{}{}<td>{}</td></tr>\n",
                     html_text(change.name), test_fragment(change.name), foreign_html(change.name, most_name),
                     outcome_cell(change.before, before, extent.has_links),
                     outcome_cell(change.after, after, extent.has_links), fraction_cell(change.before),
                     fraction_cell(change.after), change.factor == 1 ? no_number : number_cell(change.factor),
                     foreign_html(last->verdict.detail, extent.message));
}

/// left: number of further tests that fit into the page.
std::string section_of(const ChangeKind& kind, const std::vector<Change>& list, const ComparedRun& before,
                       const ComparedRun& after, const Extent& extent, std::size_t& left) {
  if (list.empty()) return "";
  const std::size_t shown = std::min(list.size(), left);
  left -= shown;
  std::string rows;
  for (std::size_t i = 0; i < shown; ++i)
    rows += row_of(list[i], before, after, extent);
  std::string text = fmt::format(
      "<details class=\"changes\" id=\"{}\"{}><summary><b>{}</b> {}</summary>{}", kind.key,
      kind.is_bad ? " open=\"\"" : "", list.size(), kind.title,
      html_table({"test", "before", "now", "error / bound before", "now", "factor", "message"}, rows));
  if (shown < list.size())
    text += fmt::format("<p>and {} more; <code>--json</code> lists all</p>", list.size() - shown);
  return text + "</details>\n";
}

/// New failures, grouped by their cause.
std::string causes_of(const Comparison& comparison) {
  const std::vector<ChangeGroup>& groups = comparison.groups;
  std::string rows;
  for (std::size_t i = 0; i < std::min(groups.size(), most_kinds); ++i)
    rows += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td><a "
        "href=\"{}\">{}</a></td></tr>\n",
        foreign_html(groups[i].subject, most_name), foreign_html(groups[i].about, most_name),
        groups[i].cause == to_string(Outcome::fail) ? "no known defect"
                                                    : html_text(groups[i].cause, most_name),
        groups[i].tests.size(), test_fragment(groups[i].example), foreign_html(groups[i].example, most_name));
  if (rows.empty()) return "";
  std::string text = "<h2>What broke</h2>\n<div class=\"rows\">" +
                     html_table({"subject", "algorithm or file", "cause", "tests", "worst test"}, rows) +
                     "</div>";
  if (groups.size() > most_kinds)
    text += fmt::format("<p>and {} more causes</p>", groups.size() - most_kinds);
  return text + "\n";
}

std::string fact(std::string_view name, const std::string& value) {
  return fmt::format("<div class=\"{}\"><dt>{}</dt><dd>{}</dd></div>", name == "command" ? "command" : "fact",
                     name, value);
}

/// Place, version and commands of a run.
std::string run_facts(const char* name, const ComparedRun& run) {
  const std::string place = foreign_html(run.place, most_name);
  std::string text =
      fact(name, run.page.empty() ? place : fmt::format("<a href=\"{}\">{}</a>", run.page, place));
  for (const auto& [key, value] : run.facts)
    text += fact(key, key == "command" ? fmt::format("<code>{}</code>", html_text(value, most_name))
                                       : foreign_html(value, most_name));
  return "<dl class=\"run\">" + text + "</dl>\n";
}

/// counters: links to the kinds of change.
std::string head_of(const std::string& verdict, const std::string& counters, int exit_code,
                    const ComparedRun& before, const ComparedRun& after) {
  std::string text =
      fmt::format("<header class=\"{}\"><p class=\"title\">bindpose compare</p><h1>{}</h1>{}</header>\n{}{}",
                  exit_code == 0 ? "good" : "bad", html_text(verdict), counters, run_facts("before", before),
                  run_facts("now", after));
  for (const ComparedRun* run : {&before, &after})
    for (const std::string& note : run->notes)
      text += fmt::format("<p class=\"faint\">{}: {}</p>\n", foreign_html(run->place, most_name),
                          foreign_html(note, most_name));
  return text;
}

std::string counters_of(const Comparison& comparison) {
  std::string text;
  for (const auto& [kind, count] : change_counts(comparison))
    text += fmt::format("<a class=\"{}\" href=\"#{}\"><b>{}</b> {}</a>", kind->is_bad ? "failed" : "passed",
                        kind->key, count, kind->title);
  text += fmt::format("<span><b>{}</b> same</span>", comparison.same);
  if (comparison.in_neither > 0)
    text += fmt::format("<span><b>{}</b> ran in neither</span>", comparison.in_neither);
  return "<nav class=\"counters\" aria-label=\"Kinds of change\">" + text + "</nav>";
}

/// At most this many, because a file may have any number.
std::string device_list(const std::vector<DeviceChange>& changes) {
  if (changes.empty()) return "";
  constexpr std::size_t most = 500;
  std::string rows;
  for (std::size_t i = 0; i < std::min(changes.size(), most); ++i)
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                        foreign_html(changes[i].subject, most_name), foreign_html(changes[i].key, most_name),
                        foreign_html(changes[i].before, most_name), foreign_html(changes[i].after, most_name),
                        foreign_html(meaning(changes[i]), most_name));
  std::string text = "<h2>Changed devices</h2>" +
                     html_table({"device", "property", "before", "now", "meaning"}, rows, " id=\"devices\"");
  if (changes.size() > most)
    text += fmt::format("<p>and {} more; <code>--json</code> lists all</p>", changes.size() - most);
  return text + "\n";
}

std::string whole_page(std::string body) {
  return page_of(comparison_program(), "bindpose compare", {{"<!--bindpose:first-->", std::move(body)}});
}

std::string changes_of(const Comparison& comparison, const ComparedRun& before, const ComparedRun& after,
                       const Extent& extent) {
  std::string text;
  std::size_t left = extent.tests;
  for (const ChangeKind& kind : change_kinds())
    text += section_of(kind, comparison.*kind.list, before, after, extent, left);
  if (extent.message < most_message && !text.empty())
    text += fmt::format(
        "<p class=\"faint\">So that the page stays small, it has the first {} bytes of a message{}: "
        "<code>--json</code> has the whole.</p>",
        extent.message, extent.has_links ? "" : ", and no links to the runs' own reports");
  return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> facts_of(const Results& run) {
  constexpr std::size_t most_commands = 4;
  std::vector<std::pair<std::string, std::string>> facts;
  if (const std::string version = text_in(run.json, "version"); !version.empty())
    facts.emplace_back("version", version);
  facts.emplace_back("duration", fmt::format("{:.3g} s", run.seconds));
  for (const auto& subject : run.json["subjects"])
    if (const std::string command = text_in(subject, "command");
        !command.empty() && facts.size() < 2 + most_commands)
      facts.emplace_back("command", command);
  return facts;
}

std::string comparison_page(const Comparison& comparison, const ComparedRun& before,
                            const ComparedRun& after) {
  const std::string first =
      head_of(verdict_words(comparison), counters_of(comparison), comparison.exit_code(), before, after) +
      causes_of(comparison) + device_list(comparison.device_changes) + "<h2>Tests</h2>\n";
  const std::size_t taken = bytes_of(comparison_program()) + first.size();
  std::string changes;
  for (const Extent& extent : extents) {
    changes = changes_of(comparison, before, after, extent);
    if (taken + changes.size() <= most_page_bytes) break;
  }
  return whole_page(first + changes);
}

std::string comparison_page(const DeviceComparison& comparison, const ComparedRun& before,
                            const ComparedRun& after) {
  return whole_page(head_of(headline(comparison), "", comparison.exit_code(), before, after) +
                    device_list(comparison.changes));
}

}  // namespace bindpose::conformance
