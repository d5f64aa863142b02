// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "conformance/grade/grader.h"

namespace bindpose::conformance {
namespace {

double mean_of_secret(const std::vector<CountedCase>& cases) {
  double credit = 0, count = 0;
  for (const CountedCase& c : cases)
    if (c.is_secret && !c.is_excused) {
      credit += c.credit;
      ++count;
    }
  return count == 0 ? 0 : credit / count;
}

bool are_most_visible_right(const std::vector<CountedCase>& cases) {
  std::size_t visible = 0, right = 0;
  for (const CountedCase& c : cases) {
    if (c.is_secret || c.is_excused) continue;
    ++visible;
    right += c.credit == 1 ? 1 : 0;
  }
  return 2 * right > visible;
}

}  // namespace

bool is_unproven(const std::vector<CountedCase>& cases) {
  bool is_made_of_right = false;
  for (const CountedCase& c : cases) {
    if (!c.is_secret || c.is_excused || !c.has_run) continue;
    if (c.credit == 1) return false;
    is_made_of_right = is_made_of_right || (c.made_of && cases[*c.made_of].credit == 1);
  }
  return is_made_of_right;
}

ExerciseCredit exercise_credit(const std::vector<CountedCase>& cases, std::size_t planned,
                               OnlyVisibleRight rule) {
  ExerciseCredit found{.counted = planned, .all_right = cases.size() == planned};
  if (cases.size() == planned && is_unproven(cases)) {
    found.only_visible_right = are_most_visible_right(cases);
    if (rule == OnlyVisibleRight::as_hidden) found.most = mean_of_secret(cases);
  }
  double credit = 0;
  for (const CountedCase& c : cases) {
    if (c.is_excused) {
      --found.counted;
      continue;
    }
    credit += c.is_secret ? c.credit : std::min(c.credit, found.most);
    found.all_right = found.all_right && c.credit == 1;
  }
  found.share = found.counted == 0 ? 0 : credit / static_cast<double>(found.counted);
  return found;
}

bool is_accepted(const std::string& policy, const Terms& accept) {
  const std::size_t equals = policy.find('=');
  if (equals == std::string::npos) return false;
  const auto values = accept.policies.find(policy.substr(0, equals));
  return values != accept.policies.end() && std::ranges::count(values->second, policy.substr(equals + 1)) > 0;
}

bool are_accepted(const Options& policies, const Terms& accept) {
  return std::ranges::all_of(
      policies, [&](const auto& each) { return is_accepted(each.first + "=" + each.second, accept); });
}

Options policies_for(const Case& c, const Terms& declared, const Terms& accept, bool or_any) {
  Options asked;
  const OptionList& options = c.algorithm->implementation.declaration.options;
  for (const OptionSpec& spec : options) {
    const std::string option(spec.name);
    const auto known = declared.policies.find(option);
    const auto own = choice(options, c.options, spec.name);
    if (known == declared.policies.end() || !own || (spec.only_pose && c.level == Level::palette)) continue;
    std::vector<std::string> values = known->second;
    if (std::ranges::count(values, *own) > 0) continue;
    std::erase_if(values,
                  [&](const std::string& value) { return std::ranges::count(spec.values, value) == 0; });
    const auto first = std::ranges::find_if(
        values, [&](const std::string& value) { return is_accepted(option + "=" + value, accept); });
    if (first != values.end())
      asked[option] = *first;
    else if (or_any && !values.empty())
      asked[option] = values.front();
  }
  return asked;
}

}  // namespace bindpose::conformance
