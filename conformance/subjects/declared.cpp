// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/declared.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

using nlohmann::json;

tl::unexpected<Error> violation(std::string where, std::string message) {
  return fail("PROTOCOL", std::move(where), std::move(message));
}

std::optional<Level> level_of(const json& name) {
  for (const Level level : {Level::palette, Level::pose, Level::asset})
    if (name.is_string() && name.get_ref<const std::string&>() == to_string(level)) return level;
  return std::nullopt;
}

bool is_limit(std::string_view name) {
  return name == "vertices" || name == "joints" || name == "influences";
}

bool are_texts(const json& list) {
  return list.is_array() && !list.empty() &&
         std::all_of(list.begin(), list.end(), [](const json& each) { return each.is_string(); });
}

Expected<void> read_classes(const std::vector<std::string>& names, const std::string& where,
                            AcceptedDeviations& terms) {
  for (const std::string& name : names) {
    const auto precision = find_precision_class(name);
    if (!precision)
      return violation(where + "/options/class",
                       fmt::format("'{}': {}", printable(name), precision.error().message));
    terms.classes.push_back(*precision);
  }
  return {};
}

Expected<void> read_features(const std::vector<std::string>& names, const std::string& where,
                             AcceptedDeviations& terms) {
  for (const std::string& name : names) {
    const auto feature = find_feature(name);
    if (!feature)
      return violation(where + "/options/without",
                       fmt::format("'{}': {}", printable(name), feature.error().message));
    terms.without.push_back(*feature);
  }
  return {};
}

/// "influences=4"
Expected<void> read_most(const std::vector<std::string>& texts, const std::string& where,
                         Capability& capability) {
  for (const std::string& text : texts) {
    const std::string name = text.substr(0, text.find('='));
    const std::size_t number = std::min(name.size() + 1, text.size());
    const char* const end = text.data() + text.size();
    std::size_t most = 0;
    const auto [last, error] = std::from_chars(text.data() + number, end, most);
    if (!is_limit(name) || error != std::errc() || last != end || most == 0)
      return violation(
          where + "/options/most",
          fmt::format("'{}', expected vertices, joints or influences, = and a number of at least 1",
                      printable(text)));
    capability.limits[name] = most;
  }
  return {};
}

Expected<void> read_options(const json& options, const std::string& where, Capability& capability) {
  AcceptedDeviations& terms = capability.terms;
  if (!options.is_object()) return violation(where + "/options", "expected an object");
  for (const auto& [option, values] : options.items()) {
    if (!are_texts(values))
      return violation(
          where + "/options/" + printable(option),
          "expected a list of values; in a library: normal_rule=direction without=normals,tangents");
    const auto known = values.get<std::vector<std::string>>();
    if (option == "class")
      BINDPOSE_CHECK(read_classes(known, where, terms));
    else if (option == "most")
      BINDPOSE_CHECK(read_most(known, where, capability));
    else if (option == "without")
      BINDPOSE_CHECK(read_features(known, where, terms));
    else
      terms.policies[option] = known;
  }
  return {};
}

Expected<Capability> read_capability(const json& entry, const std::string& where) {
  if (!entry.is_object()) return violation(where, "expected an object");
  const auto name = entry.find("algorithm");
  if (name == entry.end() || !name->is_string())
    return violation(where + "/algorithm", "expected the id or path of an algorithm");
  Capability capability;
  const auto& given = name->get_ref<const std::string&>();
  capability.algorithm = find_algorithm(given);
  if (current_path(given) != given) capability.former_path = given;
  const auto levels = entry.find("levels");
  if (levels == entry.end() || !are_texts(*levels))
    return violation(where + "/levels", "expected a list of palette, pose, asset");
  for (const json& each : *levels) {
    const auto level = level_of(each);
    if (!level)
      return violation(where + "/levels",
                       fmt::format("{} is not palette, pose or asset", printable_json(each)));
    capability.levels.push_back(*level);
  }
  BINDPOSE_CHECK(read_options(entry.value("options", json::object()), where, capability));
  return capability;
}

/// Methods at palette level may also get a whole file.
bool has_level(const Algorithm& algorithm, Level level) {
  return std::ranges::count(algorithm.levels, level == Level::asset ? Level::palette : level) > 0;
}

/// Text about an option that the algorithm lacks, or about values that the option lacks.
void find_unmatched(const Algorithm& algorithm, const std::string& option,
                    const std::vector<std::string>& values, std::vector<std::string>& found) {
  std::vector<std::string_view> policies;
  for (const OptionSpec& spec : algorithm.implementation.declaration.options) {
    if (spec.kind != OptionSpec::Kind::policy) continue;
    policies.push_back(spec.name);
    if (spec.name != option) continue;
    for (const std::string& value : values)
      if (std::ranges::count(spec.values, value) == 0)
        found.push_back(fmt::format("{} has no {}={}, expected one of {}", algorithm.id, option,
                                    printable(value), fmt::join(spec.values, ", ")));
    return;
  }
  found.push_back(fmt::format("{} has no option {}, expected one of class, without, most{}{}", algorithm.id,
                              printable(option), policies.empty() ? "" : ", ", fmt::join(policies, ", ")));
}

/// Describes the parts of a capability that no input can match.
std::vector<std::string> unmatched_in(const Capability& capability) {
  std::vector<std::string> found;
  for (const Level level : capability.levels)
    if (!has_level(*capability.algorithm, level))
      found.push_back(
          fmt::format("{} does not exist at level {}", capability.algorithm->id, to_string(level)));
  for (const auto& [option, values] : capability.terms.policies)
    find_unmatched(*capability.algorithm, option, values, found);
  return found;
}

Expected<void> read_limits(const json& limits, Declared& declared) {
  for (const auto& [name, value] : limits.items()) {
    if (!is_limit(name))
      return violation("/limits/" + printable(name),
                       "no such limit, expected vertices, joints or influences");
    if (!value.is_number_integer() || value < 1)
      return violation("/limits/" + name, "expected a number of at least 1");
    declared.limits[name] = value.get<std::size_t>();
  }
  return {};
}

/// A declaration of 1 MiB can have 100,000 defects.
constexpr std::size_t most_told = 50;

/// Appends a non-empty text that is not yet in the list, up to the limit of texts.
void append_few(std::vector<std::string>& all, const std::string& text) {
  if (all.size() <= most_told) add_note(all, text);
}

std::string first_of(const std::vector<std::string>& all, const char* between) {
  const std::vector<std::string> first(
      all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most_told)));
  return fmt::format("{}{}{}", fmt::join(first, between), first.size() < all.size() ? between : "",
                     first.size() < all.size() ? "and more" : "");
}

/// The sizes of an input: {name, count}.
std::map<std::string, std::size_t> sizes_of(const Question& question) {
  std::map<std::string, std::size_t> sizes;
  const auto note = [&](const char* array, std::size_t extent, const char* what) {
    const Array* found = question.arrays.find(array);
    if (found != nullptr && extent < found->shape.size())
      sizes[what] = std::max(sizes[what], found->shape[extent]);
  };
  note("positions", 0, "vertices");
  note("joints", 1, "influences");
  for (const char* array : {"palette", "palette_rotations", "parents", "world", "bind", "rest"})
    note(array, 0, "joints");
  return sizes;
}

}  // namespace

Expected<Declared> read_declared(const json& message) {
  Declared declared;
  const json capabilities = message.value("capabilities", json());
  if (!capabilities.is_array() || capabilities.empty())
    return violation("/capabilities", "expected a list of capabilities, with at least one entry");
  for (std::size_t i = 0; i < capabilities.size(); ++i) {
    BINDPOSE_TRY(auto capability, read_capability(capabilities[i], fmt::format("/capabilities/{}", i)));
    append_few(declared.renamed, renamed_note(capability.former_path));
    if (capability.algorithm == nullptr) {
      append_few(declared.unknown, printable(capabilities[i]["algorithm"].get<std::string>()));
      continue;
    }
    for (const std::string& words : unmatched_in(capability))
      append_few(declared.unmatched, words);
    declared.capabilities.push_back(std::move(capability));
  }
  const json limits = message.value("limits", json::object());
  if (!limits.is_object()) return violation("/limits", "expected an object");
  BINDPOSE_CHECK(read_limits(limits, declared));
  return declared;
}

SubjectInfo notes_on(const Declared& declared) {
  SubjectInfo notes;
  const auto note = [&notes](const char* key, const std::vector<std::string>& words, const char* between) {
    if (!words.empty()) notes[key] = first_of(words, between);
  };
  note("unknown_algorithms", declared.unknown, ", ");
  note("unmatched_declarations", declared.unmatched, "; ");
  note("renamed_algorithms", declared.renamed, ", ");
  for (const auto& [what, most] : declared.limits)
    notes["limit." + what] = std::to_string(most);
  return notes;
}

const Capability* find_capability(const Declared& declared, const Algorithm& algorithm, Level level) {
  for (const Capability& each : declared.capabilities)
    if (each.algorithm == &algorithm &&
        std::find(each.levels.begin(), each.levels.end(), level) != each.levels.end())
      return &each;
  return nullptr;
}

Expected<void> is_within(const Declared& declared, const Question& question) {
  const Capability* capability = find_capability(declared, *question.algorithm, question.level);
  if (capability == nullptr) return fail("NOT_SUPPORTED", question.algorithm->path(), "not declared");
  const OptionList& options = question.algorithm->implementation.declaration.options;
  for (const auto& [option, values] : capability->terms.policies) {
    const OptionSpec* spec = find_option(options, option);
    if (spec != nullptr && spec->only_pose && question.level == Level::palette) continue;
    const auto asked = choice(options, question.options, option);
    if (asked && std::find(values.begin(), values.end(), *asked) == values.end())
      return fail("NOT_SUPPORTED", option,
                  fmt::format("needs {}, declared are {}", *asked, printable(first_of(values, ", "))));
  }
  for (const auto& [what, count] : sizes_of(question)) {
    const bool is_own = capability->limits.contains(what);
    const auto& limits = is_own ? capability->limits : declared.limits;
    const auto limit = limits.find(what);
    if (limit != limits.end() && count > limit->second)
      return fail("NOT_SUPPORTED", what,
                  fmt::format("more than {} {}, the declared limit", limit->second, what));
  }
  return {};
}

}  // namespace bindpose::conformance
