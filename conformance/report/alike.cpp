// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/alike.h"

#include <algorithm>
#include <utility>

#include "conformance/report/junit.h"
#include "conformance/report/sarif.h"

namespace bindpose::conformance {
namespace {

bool is_accepted(const Verdict& verdict) {
  return verdict.outcome == Outcome::waived || verdict.outcome == Outcome::expected_fail;
}

Outcome outcome_of(const Verdict& verdict) {
  return is_accepted(verdict) ? verdict.judged.value_or(Outcome::fail) : verdict.outcome;
}

/// The part before the second dot.
std::string first_two_words(std::string_view name) {
  std::size_t end = name.find('.');
  if (end != std::string_view::npos) end = name.find('.', end + 1);
  return std::string(name.substr(0, end));
}

AlikeKey key_of(std::string_view name, const Verdict& verdict) {
  const std::size_t first = std::min(name.find('/'), name.size());
  const std::size_t last = std::max(std::min(name.rfind('/'), name.size()), first);
  return {std::string(first < last ? name.substr(first + 1, last - first - 1) : ""),
          first_two_words(name.substr(0, first)),
          has_mistake_rule(verdict.mistake) ? "mistake/" + verdict.mistake
                                            : "outcome/" + std::string(to_string(outcome_of(verdict))),
          is_accepted(verdict)};
}

/// An answer with wrong numbers that its verdict says nothing more of.
bool is_open(const Verdict& verdict) {
  const Outcome outcome = outcome_of(verdict);
  return (outcome == Outcome::fail || outcome == Outcome::invalid_output) && verdict.mistake.empty() &&
         verdict.precision_class.empty() && verdict.policy.empty();
}

void add(std::vector<Alike>& all, std::string_view name, const Verdict& verdict) {
  const AlikeKey key = key_of(name, verdict);
  auto group = std::ranges::find(all, key, &Alike::key);
  if (group == all.end()) group = all.insert(all.end(), Alike{key, outcome_of(verdict), {}, verdict.detail});
  group->tests.emplace_back(name);
  group->is_open = group->is_open || is_open(verdict);
}

}  // namespace

std::string together_words(const Alike& alike, const MistakesTogether& together) {
  const auto named = together.find(alike.key.subject);
  return alike.is_open && named != together.end() && !named->second.empty()
             ? "; all together: " + named->second
             : "";
}

std::vector<Alike> alike_failures(const std::vector<std::pair<std::string_view, const Verdict*>>& tests,
                                  const std::vector<std::string>& missing) {
  std::vector<Alike> all;
  for (const auto& [name, verdict] : tests)
    if (is_accepted(*verdict) || !is_expected(verdict->outcome)) add(all, name, *verdict);
  const Verdict gone = missing_verdict();
  for (const std::string& name : missing)
    add(all, name, gone);
  return all;
}

}  // namespace bindpose::conformance
