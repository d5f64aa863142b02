// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/grade/accepted.h"

#include <algorithm>

namespace bindpose::conformance {

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
