// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/accepted_deviations.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"
#include "reference/model/rare_values.h"

namespace bindpose::conformance {
namespace {

/// The policies of all algorithms with their values.
const std::map<std::string, std::set<std::string>>& all_policies() {
  static const std::map<std::string, std::set<std::string>> policies = [] {
    std::map<std::string, std::set<std::string>> all;
    for (const Algorithm& algorithm : algorithms())
      for (const OptionSpec& spec : algorithm.implementation.declaration.options)
        if (spec.kind == OptionSpec::Kind::policy)
          all[std::string(spec.name)].insert(spec.values.begin(), spec.values.end());
    return all;
  }();
  return policies;
}

Expected<void> add_policy(AcceptedDeviations& terms, const std::string& option, const std::string& value) {
  const auto& known = all_policies();
  const auto entry = known.find(option);
  if (entry == known.end()) {
    std::vector<std::string> names;
    for (const auto& [name, values] : known)
      names.push_back(name);
    return fail("POLICY_UNKNOWN", printable(option),
                fmt::format("no such policy, expected one of {}{}", fmt::join(names, ", "),
                            did_you_mean(option, names)));
  }
  if (!entry->second.contains(value))
    return fail("POLICY_UNKNOWN", option,
                fmt::format("'{}', expected one of {}", printable(value), fmt::join(entry->second, ", ")));
  terms.policies[option].push_back(value);
  return {};
}

}  // namespace

Expected<void> add_term(AcceptedDeviations& terms, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals != std::string_view::npos)
    return add_policy(terms, std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  BINDPOSE_TRY(const PrecisionClass* const precision, find_precision_class(text));
  terms.classes.push_back(precision);
  return {};
}

Expected<AcceptedDeviations> accepted_deviations_of(const std::vector<std::string>& texts) {
  AcceptedDeviations terms;
  for (const std::string& text : texts)
    BINDPOSE_CHECK(add_term(terms, text));
  return terms;
}

AcceptedDeviations together(AcceptedDeviations these, const AcceptedDeviations& those) {
  for (const PrecisionClass* each : those.classes)
    if (std::find(these.classes.begin(), these.classes.end(), each) == these.classes.end())
      these.classes.push_back(each);
  for (const auto& [option, values] : those.policies)
    these.policies[option] = values;
  these.every_policy = these.every_policy || those.every_policy;
  these.without.insert(these.without.end(), those.without.begin(), those.without.end());
  return these;
}

bool is_accepted(const std::string& policy, const AcceptedDeviations& accept) {
  const std::size_t equals = policy.find('=');
  if (equals == std::string::npos) return false;
  const auto values = accept.policies.find(policy.substr(0, equals));
  return values != accept.policies.end() && std::ranges::count(values->second, policy.substr(equals + 1)) > 0;
}

bool is_asked(const Case& c, const AcceptedDeviations& terms) {
  if (terms.every_policy) return true;
  for (const OptionSpec& spec : c.algorithm->implementation.declaration.options) {
    const auto asked = c.options.find(std::string(spec.name));
    if (asked == c.options.end() || asked->second == spec.values.front()) continue;
    if (!spec.only_declared && !is_rare_value(asked->second)) continue;
    const auto known = terms.policies.find(asked->first);
    if (known == terms.policies.end() || std::ranges::count(known->second, asked->second) == 0) return false;
  }
  return true;
}

std::vector<Options> policies_to_ask(const Case& c, const AcceptedDeviations& terms) {
  Options base;
  std::vector<std::pair<std::string, std::string>> further;
  for (const OptionSpec& spec : c.algorithm->implementation.declaration.options) {
    const std::string option(spec.name), usual(spec.values.front());
    const auto known = terms.policies.find(option);
    // A case whose name has another value than the default tests this value.
    const auto named = c.options.find(option);
    const bool is_its_own = named != c.options.end() && named->second != usual;
    if (spec.kind != OptionSpec::Kind::policy || known == terms.policies.end() || is_its_own) continue;
    if (spec.only_pose && c.level == Level::palette) continue;
    std::vector<std::string> values = known->second;
    std::erase_if(values, [&spec](const std::string& value) {
      return std::find(spec.values.begin(), spec.values.end(), value) == spec.values.end();
    });
    if (values.empty()) continue;
    std::stable_partition(values.begin(), values.end(),
                          [&usual](const std::string& value) { return value == usual; });
    if (values.front() != usual) base[option] = values.front();
    for (std::size_t i = 1; i < values.size(); ++i)
      further.emplace_back(option, values[i]);
  }
  std::vector<Options> all = {base};
  for (const auto& [option, value] : further) {
    all.push_back(base);
    all.back()[option] = value;
  }
  return all;
}

std::string to_string(const Options& policies) {
  std::vector<std::string> words;
  for (const auto& [option, value] : policies)
    words.push_back(fmt::format("{}={}", option, value));
  return fmt::format("{}", fmt::join(words, ", "));
}

}  // namespace bindpose::conformance
