// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/baseline.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <re2/re2.h>

#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr std::array<std::string_view, 5> status_names = {"Pass", "Fail", "Crash", "Timeout", "Missing"};

/// Reads a status of deqp-runner. ExpectedFail is a failure; an improvement names the new state.
std::optional<Expectancy> parse_status(std::string_view status) {
  constexpr std::string_view improvement = "UnexpectedImprovement(";
  if (status.substr(0, improvement.size()) == improvement && status.back() == ')') {
    const std::string_view inner = status.substr(improvement.size(), status.size() - improvement.size() - 1);
    return inner.find('(') == std::string_view::npos ? parse_status(inner) : std::nullopt;
  }
  for (const char* fine : {"Warn", "Skip", "Flake", "KnownFlake"})
    if (status == fine) return Expectancy::pass;
  if (status == "ExpectedFail") return Expectancy::fail;
  const auto name = std::find(status_names.begin(), status_names.end(), status);
  if (name == status_names.end()) return std::nullopt;
  return static_cast<Expectancy>(name - status_names.begin());
}

}  // namespace

std::string_view to_string(Expectancy expectancy) {
  return status_names[static_cast<std::size_t>(expectancy)];
}

Expected<Baseline> Baseline::parse(std::string_view text, const std::string& where) {
  Baseline baseline;
  for (const auto& [number, untrimmed] : content_lines(text)) {
    const std::string_view line = trimmed(untrimmed);
    if (line.front() == '#') continue;
    const std::string place = fmt::format("{}:{}", where, number);
    const std::size_t comma = line.find(',');
    if (comma == std::string_view::npos)
      return fail("BASELINE_SYNTAX", place, fmt::format("'{}' is not 'name,Status'", printable(line)));
    const std::string name(trimmed(line.substr(0, comma)));
    const std::string_view rest = line.substr(comma + 1);
    const std::string_view status = trimmed(rest.substr(0, std::min(rest.find(','), rest.size())));
    if (name.empty()) return fail("BASELINE_SYNTAX", place, "the name is empty");
    const auto expectancy = parse_status(status);
    if (!expectancy)
      return fail(
          "BASELINE_STATUS", place,
          fmt::format("'{}' is not a status; known are Pass, Fail, Crash, Timeout, Missing, Skip, Warn, "
                      "Flake, KnownFlake, ExpectedFail, UnexpectedImprovement(Status)",
                      printable(status)));
    add_note(baseline.notes_, renamed_note(name));
    if (!baseline.tests_.emplace(current_name(name), *expectancy).second)
      return fail("BASELINE_DUPLICATE", place, fmt::format("'{}' is listed twice", printable(name)));
  }
  return baseline;
}

Expected<Baseline> Baseline::read(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path, limits::baseline.most));
  return parse(text, path.string());
}

std::optional<Expectancy> Baseline::find(const std::string& name) const {
  const auto entry = tests_.find(name);
  if (entry == tests_.end()) return std::nullopt;
  return entry->second;
}

std::vector<std::string> Baseline::failures_not_in(const std::vector<std::string>& names) const {
  std::vector<std::string> sorted = names, lost;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [name, expectancy] : tests_)
    if (expectancy != Expectancy::pass && expectancy != Expectancy::missing &&
        !std::binary_search(sorted.begin(), sorted.end(), name))
      lost.push_back(name);
  return lost;
}

Outcome against_baseline(Outcome outcome, Expectancy expected) {
  // Other outcomes already come from a gate, or are the judge's own errors.
  if (expected == Expectancy::pass || !facts(outcome).judged) return outcome;
  const auto is = parse_status(facts(outcome).deqp_status);
  if (is == expected) return Outcome::expected_fail;
  return is == Expectancy::pass || is == Expectancy::fail ? Outcome::unexpected_improvement : outcome;
}

std::optional<Expectancy> expectancy_of(Outcome outcome) {
  return parse_status(facts(outcome).deqp_status);
}

namespace {

/// The parts of "name,Fail,why": the text before the status, the status, and the text after it.
struct BaselineRow {
  std::string_view before, status, after;
  std::string name;
};

/// line: includes its line end. None for a blank line or a comment.
std::optional<BaselineRow> baseline_row(std::string_view line) {
  const std::string_view content = line.substr(0, line.find_last_not_of("\r\n") + 1);
  if (trimmed(content).empty() || trimmed(content).front() == '#') return std::nullopt;
  const std::size_t comma = content.find(',');
  const std::string_view rest = content.substr(comma + 1);
  const std::string_view status = trimmed(rest.substr(0, std::min(rest.find(','), rest.size())));
  const auto at = static_cast<std::size_t>(status.data() - line.data());
  return BaselineRow{line.substr(0, at), status, line.substr(at + status.size()),
                     current_name(std::string(trimmed(line.substr(0, comma))))};
}

}  // namespace

BaselineUpdate updated_baseline(std::string_view text, const std::map<std::string, Expectancy>& now) {
  BaselineUpdate update;
  std::map<std::string, Expectancy> added = now;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size() - 1) + 1);
    text.remove_prefix(line.size());
    const auto row = baseline_row(line);
    const auto state = row ? now.find(row->name) : now.end();
    const auto before = row ? parse_status(row->status) : std::nullopt;
    if (state != now.end()) added.erase(row->name);
    if (state == now.end() || state->second == before) {
      update.kept += row && state == now.end() ? 1 : 0;
      update.text += line;
      continue;
    }
    const bool is_gone = state->second == Expectancy::pass;
    if (!is_gone) update.text += fmt::format("{}{}{}", row->before, to_string(state->second), row->after);
    update.changes.push_back({row->name, before, is_gone ? std::nullopt : std::optional(state->second)});
  }
  std::erase_if(added, [](const auto& test) { return test.second == Expectancy::pass; });
  if (!added.empty() && !update.text.empty() && update.text.back() != '\n') update.text += '\n';
  for (const auto& [name, state] : added) {
    update.text += fmt::format("{},{}\n", name, to_string(state));
    update.changes.push_back({name, std::nullopt, state});
  }
  std::ranges::sort(update.changes, {}, &BaselineChange::name);
  return update;
}

Expected<PatternList> PatternList::parse(std::string_view text, const std::string& where) {
  PatternList list;
  for (const auto& [line, pattern] : content_lines(text)) {
    if (list.size() == limits::listed_patterns.most)
      return fail("PATTERN_LIMIT", fmt::format("{}:{}", where, line),
                  fmt::format("more than {}; let one pattern name several tests",
                              to_string(limits::listed_patterns)));
    auto regex = std::make_shared<const RE2>(std::string(pattern), RE2::Quiet);
    if (!regex->ok())
      return fail("PATTERN_SYNTAX", fmt::format("{}:{}", where, line),
                  fmt::format("'{}' is not a regular expression: {}", printable(pattern, 80),
                              printable(regex->error(), 80)));
    list.patterns_.push_back({std::move(regex), is_former_pattern(pattern, PatternKind::regex)});
    add_note(list.notes_, renamed_pattern_note(pattern, PatternKind::regex));
  }
  return list;
}

Expected<PatternList> PatternList::read(const std::filesystem::path& path) {
  BINDPOSE_TRY(const auto text, read_text(path, limits::patterns.most));
  return parse(text, path.string());
}

bool PatternList::matches(const std::string& name) const {
  return std::any_of(patterns_.begin(), patterns_.end(), [&name](const Pattern& pattern) {
    return RE2::PartialMatch(name, *pattern.regex) ||
           (pattern.former && RE2::PartialMatch(former_name(name), *pattern.regex));
  });
}

}  // namespace bindpose::conformance
