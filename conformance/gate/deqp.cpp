// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/deqp.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/report/text.h"
#include "conformance/run/suite.h"
#include "reference/io/lines.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_levels = 64;  // depth of a trie
constexpr std::string_view blanks = " \t\r\n";

tl::unexpected<Error> too_many(std::string place) {
  return fail("CASELIST_LIMIT", std::move(place), "more than " + to_string(limits::listed_cases));
}
tl::unexpected<Error> too_long(std::string place) {
  return fail("CASELIST_LIMIT", std::move(place),
              fmt::format("a name of more than {}", to_string(limits::listed_name)));
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

constexpr const char* totals[] = {"Passed:", "Failed:", "Not supported:", "Warnings:", "Waived:"};

/// The totals that count a result.
std::size_t total_of(std::string_view code) {
  if (code == "Pass") return 0;
  if (code == "NotSupported") return 2;
  if (code == "QualityWarning" || code == "CompatibilityWarning") return 3;
  return code == "Waiver" ? 4 : 1;
}

/// Writes and flushes; does nothing if file is null.
template <class... Values>
void print(std::FILE* file, fmt::format_string<Values...> format, Values&&... values) {
  if (file == nullptr) return;
  fmt::print(file, format, std::forward<Values>(values)...);
  std::fflush(file);
}

/// The text in brackets after the result.
std::string words_of(const Verdict& verdict) {
  if (!verdict.detail.empty()) return shown_line(verdict.detail);
  return fmt::format("{:.3g} of the bound", verdict.worst_fraction);
}

double microseconds(const Verdict& verdict) {
  return 1e6 * (verdict.subject_seconds + verdict.judge_seconds);
}

}  // namespace

std::string deqp_name(std::string record_name) {
  std::replace(record_name.begin(), record_name.end(), '/', '.');
  return record_name;
}

Expected<std::vector<std::string>> parse_case_trie(std::string_view text, const std::string& where) {
  std::vector<std::string> leaves, groups = {""};  // paths of the open groups, outermost first
  std::size_t at = 0;
  const auto next = [&] {
    at = std::min(text.find_first_not_of(blanks, at), text.size());
    return at < text.size() ? text[at] : '\0';
  };
  const auto place = [&] { return fmt::format("{}, byte {}", where, at); };
  const auto refuse = [&](const char* why) { return fail("CASELIST_SYNTAX", place(), why); };
  if (next() != '{') return refuse("expected '{'");
  for (;;) {  // at a '{' or ',': a name, after which another group may open
    ++at;
    next();
    const std::size_t begin = at;
    at = static_cast<std::size_t>(std::find_if_not(text.begin() + at, text.end(), is_of_name) - text.begin());
    if (at == begin) return refuse("expected a name");
    if (at - begin + groups.back().size() > limits::listed_name.most) return too_long(place());
    if (leaves.size() == limits::listed_cases.most) return too_many(place());
    std::string name = groups.back() + (groups.back().empty() ? "" : ".");
    name += text.substr(begin, at - begin);
    if (next() == '{') {
      if (groups.size() == most_levels) return refuse("too many levels in a case's name");
      groups.push_back(std::move(name));
      continue;
    }
    leaves.push_back(std::move(name));
    for (; next() == '}' && !groups.empty(); ++at)
      groups.pop_back();
    if (groups.empty()) break;
    if (next() != ',') return refuse("expected ',' or '}'");
  }
  if (at != text.size()) return refuse("text after the last '}'");
  return leaves;
}

Expected<std::vector<std::string>> parse_case_list(std::string_view text, const std::string& where) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first != std::string_view::npos && text[first] == '{') return parse_case_trie(text, where);
  std::vector<std::string> names;
  for (auto [number, line] : content_lines(text)) {
    constexpr std::string_view group = "GROUP: ", test = "TEST: ";
    if (line.starts_with(group)) continue;
    if (line.starts_with(test)) line.remove_prefix(test.size());
    if (line.size() > limits::listed_name.most) return too_long(fmt::format("{}:{}", where, number));
    if (names.size() == limits::listed_cases.most) return too_many(fmt::format("{}:{}", where, number));
    if (line.find_first_of(" \t{},'\"") != std::string_view::npos)
      return fail("CASELIST_SYNTAX", fmt::format("{}:{}", where, number),
                  fmt::format("'{}' is not the dotted name of a case", printable(line)));
    names.emplace_back(line);
  }
  return names;
}

Expected<void> parse_case_fraction(std::string_view text, DeqpSelection& selection) {
  const char* end = text.data() + text.size();
  const auto [comma, first_error] = std::from_chars(text.data(), end, selection.fraction);
  const bool has_comma = first_error == std::errc() && comma != end && *comma == ',';
  const auto [rest, error] = std::from_chars(has_comma ? comma + 1 : end, end, selection.fractions);
  if (!has_comma || error != std::errc() || rest != end || selection.fraction >= selection.fractions)
    return fail("CASE_FRACTION", "--deqp-fraction",
                fmt::format("'{}' is not of the form 'I,N' with I from 0 to N - 1", printable(text, 40)));
  return {};
}

Expected<std::vector<std::size_t>> select_cases(const std::vector<std::string>& dotted,
                                                const DeqpSelection& selection,
                                                std::vector<std::string>& unknown) {
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < dotted.size(); ++i)
    if (!index.emplace(dotted[i], i).second)
      return fail("CASE_DOUBLE", dotted[i], "two tests have this name");
  std::set<std::size_t> named;
  if (selection.names)
    for (const std::string& name : *selection.names) {
      const auto entry = index.find(current_name(name));
      if (entry == index.end())
        unknown.push_back(name);
      else
        named.insert(entry->second);
    }
  std::vector<std::size_t> chosen;
  const NameGlobs patterns(selection.patterns);
  std::size_t count = 0;
  for (std::size_t i = 0; i < dotted.size(); ++i) {
    const bool fits = patterns.choose(dotted[i]);
    if (!fits || (selection.names && named.count(i) == 0)) continue;
    if (count++ % selection.fractions == selection.fraction) chosen.push_back(i);
  }
  return chosen;
}

std::string_view deqp_result_code(const Verdict& verdict) {
  if (is_on_terms(verdict))
    return verdict.precision_class.empty() ? "CompatibilityWarning" : "QualityWarning";
  std::string_view code = facts(verdict.outcome).deqp_code;
  if (code.empty() && verdict.judged) code = facts(*verdict.judged).deqp_code;
  return code.empty() ? "InternalError" : code;
}

DeqpLog::DeqpLog(std::FILE* screen, std::FILE* log, const std::string& subject,
                 const std::map<std::string, std::string>& info)
    : screen_(screen), log_(log) {
  print(screen_, "dEQP Core bindpose-{} starting..\n  target implementation = '{}'\n", BINDPOSE_VERSION,
        shown_line(subject));
  print(log_, "#sessionInfo releaseName bindpose-{}\n#sessionInfo targetName \"{}\"\n", BINDPOSE_VERSION,
        shown_line(subject));
  for (const auto& [key, value] : info)
    print(log_, "#sessionInfo {} \"{}\"\n", shown_line(key), shown_line(value));
  print(log_, "#beginSession\n");
}

void DeqpLog::begin(const std::string& name) {
  print(screen_, "\nTest case '{}'..\n", name);
  print(log_, "\n#beginTestCaseResult {}\n<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", name);
}

void DeqpLog::end(const std::string& name, const Verdict& verdict) {
  const std::string_view code = deqp_result_code(verdict);
  const std::string words = words_of(verdict);
  ++counts_[total_of(code)];
  print(screen_, "  {} ({})\n", code, words);
  print(log_, "<TestCaseResult Version=\"0.3.4\" CasePath=\"{}\" CaseType=\"SelfValidate\">\n",
        xml_text(name));
  for (const ArrayVerdict& array : verdict.arrays)
    print(log_, " <Text>{}: {} judged, {} failing, {} undecided, worst {:.4g} of the bound, at {}</Text>\n",
          xml_text(array.name), array.judged, array.failing, array.undecided, array.fraction(),
          xml_text(place(array.name, array.row, array.component, array.width)));
  if (code == "Crash" || code == "Timeout")
    return print(log_, " <Text>{}</Text>\n#terminateTestCaseResult {}\n", xml_text(words), code);
  print(log_,
        " <Number Name=\"TestDuration\" Description=\"Test case duration in microseconds\" Tag=\"Time\" "
        "Unit=\"us\">{:.0f}</Number>\n <Result StatusCode=\"{}\">{}</Result>\n</TestCaseResult>\n\n"
        "#endTestCaseResult\n",
        microseconds(verdict), code, xml_text(words));
}

void DeqpLog::finish() {
  const std::size_t all = std::accumulate(counts_.begin(), counts_.end(), std::size_t{0});
  print(screen_, "\nDONE!\n\nTest run totals:\n");
  for (std::size_t t = 0; t < counts_.size(); ++t)
    print(screen_, "  {:<15}{}/{} ({:.1f}%)\n", totals[t], counts_[t], all,
          all == 0 ? 0.0 : 100.0 * static_cast<double>(counts_[t]) / static_cast<double>(all));
  print(log_, "\n#endSession\n");
}

}  // namespace bindpose::conformance
