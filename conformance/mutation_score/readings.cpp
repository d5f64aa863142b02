// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/readings.h"

#include <algorithm>
#include <iterator>
#include <sstream>

#include <fmt/format.h>

#include "conformance/cases/shared/policies_at_once.h"
#include "conformance/defects/defect.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {
namespace {

/// A value of an option.
struct Chosen {
  const OptionSpec* spec = nullptr;
  std::string_view value;

  std::string text() const { return fmt::format("{}={}", spec->name, value); }
};

std::vector<const OptionSpec*> policies_of(const Algorithm& algorithm) {
  std::vector<const OptionSpec*> policies;
  for (const OptionSpec& spec : algorithm.implementation.declaration.options)
    if (spec.kind == OptionSpec::Kind::policy) policies.push_back(&spec);
  return policies;
}

std::string_view chosen_value(const OptionSpec& spec, const Options& options) {
  const auto given = options.find(std::string(spec.name));
  return given == options.end() ? spec.values.front() : std::string_view(given->second);
}

std::string value_item(const Algorithm& algorithm, const Chosen& asked, std::string_view answered) {
  return fmt::format("{}: {}, not {}", algorithm.path(), asked.text(), answered);
}

std::string pair_item(const Algorithm& algorithm, const Chosen& a, const Chosen& b) {
  return fmt::format("{}: {} with {}", algorithm.path(), a.text(), b.text());
}

std::string code_item(const Algorithm& algorithm, std::string_view code) {
  return fmt::format("{}: a row of {}", algorithm.path(), code);
}

/// Every item that an algorithm's declaration and page list.
std::vector<std::string> items_of(const Algorithm& algorithm) {
  const std::vector<const OptionSpec*> policies = policies_of(algorithm);
  std::vector<std::string> items;
  for (const OptionSpec* spec : policies)
    for (const std::string_view asked : spec->values)
      for (const std::string_view answered : spec->values)
        if (asked != answered) items.push_back(value_item(algorithm, {spec, asked}, answered));
  for (std::size_t a = 0; a < policies.size(); ++a)
    for (std::size_t b = a + 1; b < policies.size(); ++b)
      for (std::size_t i = 1; i < combined_values(*policies[a]); ++i)
        for (std::size_t k = 1; k < combined_values(*policies[b]); ++k)
          items.push_back(pair_item(algorithm, {policies[a], policies[a]->values[i]},
                                    {policies[b], policies[b]->values[k]}));
  for (const std::string& code : degenerate_codes(algorithm.page))
    items.push_back(code_item(algorithm, code));
  return items;
}

/// Each algorithm once.
std::vector<const Algorithm*> algorithms_of(std::span<const Case* const> cases) {
  std::vector<const Algorithm*> found;
  for (const Case* c : cases)
    if (std::ranges::find(found, c->algorithm) == found.end()) found.push_back(c->algorithm);
  return found;
}

/// True if the case fails a subject that uses another value. None if the input is invalid with that
/// value, which shows nothing.
std::optional<bool> fails(const AskedCase& asked, const Chosen& answered) {
  Options options = asked.question.options;
  options[std::string(answered.spec->name)] = answered.value;
  const auto other = asked.question.algorithm->implementation.in_double(asked.question.arrays, options);
  if (!other) return std::nullopt;
  const Answer answer{judged_arrays(asked.question, *other), {}, 0};
  const Outcome outcome = compare(asked.expectation, answer).outcome;
  return outcome == Outcome::fail || outcome == Outcome::invalid_output;
}

/// True if most of the array's numbers with an output are undecided.
bool is_mostly_undecided(const ExpectedArray& array, const std::vector<Undefined>& undefined) {
  const std::size_t width = width_of(array);
  std::set<std::size_t> without_answer;
  for (const Undefined& u : undefined)
    if (u.array == array.name) without_answer.insert(u.row);
  std::size_t decided = 0, numbers = 0;
  for (std::size_t i = 0; i < array.branch.values.size(); ++i)
    if (!without_answer.contains(i / width)) {
      ++numbers;
      decided += is_decided(array, i) ? 1 : 0;
    }
  return 2 * decided < numbers;
}

}  // namespace

void Readings::note(const AskedCase& asked) {
  note_values(asked);
  note_pairs(asked);
  for (const Undefined& u : asked.expectation.undefined)
    put(code_item(*asked.question.algorithm, u.code));
  for (const ExpectedArray& array : asked.expectation.arrays)
    if (is_mostly_undecided(array, asked.expectation.undefined)) {
      const std::scoped_lock lock(mutex_);
      mostly_undecided_.insert(fmt::format("{}: most {} are undecided", asked.question.name, array.name));
    }
}

void Readings::note_values(const AskedCase& asked) {
  const Question& question = asked.question;
  for (const OptionSpec* spec : policies_of(*question.algorithm))
    for (const std::string_view answered : spec->values) {
      const Chosen right = {spec, chosen_value(*spec, question.options)};
      std::string item = value_item(*question.algorithm, right, answered);
      if (answered != right.value && !has(item) && fails(asked, {spec, answered}).value_or(false))
        put(std::move(item));
    }
}

void Readings::note_pairs(const AskedCase& asked) {
  const Question& question = asked.question;
  std::vector<Chosen> chosen;
  for (const OptionSpec* spec : policies_of(*question.algorithm))
    if (const std::string_view value = chosen_value(*spec, question.options); value != spec->values.front())
      chosen.push_back({spec, value});
  for (std::size_t a = 0; a < chosen.size(); ++a)
    for (std::size_t b = a + 1; b < chosen.size(); ++b) {
      std::string item = pair_item(*question.algorithm, chosen[a], chosen[b]);
      if (has(item)) continue;
      const auto without_a = fails(asked, {chosen[a].spec, chosen[a].spec->values.front()}),
                 without_b = fails(asked, {chosen[b].spec, chosen[b].spec->values.front()});
      if ((without_a || without_b) && without_a.value_or(true) && without_b.value_or(true))
        put(std::move(item));
    }
}

bool Readings::has(const std::string& item) const {
  const std::scoped_lock lock(mutex_);
  return distinguished_.contains(item);
}

void Readings::put(std::string item) {
  const std::scoped_lock lock(mutex_);
  distinguished_.insert(std::move(item));
}

std::vector<std::string> Readings::missing(std::span<const Case* const> cases) const {
  std::vector<std::string> missing;
  for (const Algorithm* algorithm : algorithms_of(cases))
    std::ranges::copy_if(items_of(*algorithm), std::back_inserter(missing),
                         [this](const std::string& item) { return !has(item); });
  const std::scoped_lock lock(mutex_);
  missing.insert(missing.end(), mostly_undecided_.begin(), mostly_undecided_.end());
  return missing;
}

std::size_t Readings::count(std::span<const Case* const> cases) {
  std::size_t count = 0;
  for (const Algorithm* algorithm : algorithms_of(cases))
    count += items_of(*algorithm).size();
  return count;
}

std::vector<std::string> degenerate_codes(std::string_view page) {
  constexpr std::string_view heading = "\n## Degenerate\n";
  std::vector<std::string> codes;
  const auto begin = page.find(heading);
  if (begin == std::string_view::npos) return codes;
  const std::string_view rest = page.substr(begin + heading.size());
  std::istringstream lines{std::string(rest.substr(0, rest.find("\n## ")))};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("| ")) continue;
    // The last cell has `CODE` and its condition.
    std::istringstream cell{line.substr(line.rfind(" | "))};
    for (std::string text; std::getline(cell, text, '`');)
      if (text.size() > 2 && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == std::string::npos &&
          std::ranges::find(codes, text) == codes.end())
        codes.push_back(text);
  }
  return codes;
}

}  // namespace bindpose::conformance
