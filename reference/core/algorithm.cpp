// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/core/algorithm.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bindpose {

std::string_view to_string(Level level) {
  switch (level) {
    case Level::palette:
      return "palette";
    case Level::pose:
      return "pose";
    case Level::asset:
      return "asset";
  }
  return "?";
}

std::string Algorithm::path() const {
  return fmt::format("{}/{}", family, stem);
}

Expected<std::size_t> choice_index(const std::vector<OptionSpec>& declared, const Options& options,
                                   std::string_view name) {
  const auto find_spec = [&](std::string_view key) {
    return std::find_if(declared.begin(), declared.end(),
                        [&](const OptionSpec& spec) { return spec.name == key; });
  };
  for (const auto& [key, value] : options)
    if (find_spec(key) == declared.end())
      return fail("OPTION_UNKNOWN", key, "the algorithm has no such option");
  const auto spec = find_spec(name);
  if (spec == declared.end())
    return fail("OPTION_UNKNOWN", std::string(name), "the algorithm has no such option");
  const auto chosen = options.find(std::string(name));
  if (chosen == options.end()) return 0;
  const auto value = std::find(spec->values.begin(), spec->values.end(), chosen->second);
  if (value == spec->values.end())
    return fail("OPTION_VALUE", std::string(name),
                fmt::format("'{}', expected one of {}", chosen->second, fmt::join(spec->values, ", ")));
  return static_cast<std::size_t>(value - spec->values.begin());
}

Expected<std::string_view> choice(const std::vector<OptionSpec>& declared, const Options& options,
                                  std::string_view name) {
  const auto index = choice_index(declared, options, name);
  if (!index) return tl::unexpected(index.error());
  for (const OptionSpec& spec : declared)
    if (spec.name == name) return spec.values[*index];
  return fail("OPTION_UNKNOWN", std::string(name), "the algorithm has no such option");
}

}  // namespace bindpose
