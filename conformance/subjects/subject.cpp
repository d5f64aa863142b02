// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/subject.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/algorithms.h"
#include "reference/io/nearest.h"
#include "reference/model/mapped.h"

namespace bindpose::conformance {

namespace {

/// Returns "vulkan" for "vulkan:N".
std::string_view kind_of(std::string_view form) {
  return form.substr(0, form.find(':'));
}

}  // namespace

std::span<const std::string_view> subject_forms() {
  static constexpr std::string_view forms[] = {"reference-float",
                                               "software",
                                               "gpu",
                                               "gpu:surfaceless",
                                               "gpu:device:N",
                                               "gpu:osmesa",
                                               "gpu:angle",
                                               "vulkan",
                                               "vulkan:N",
                                               "opencl",
                                               "opencl:N",
                                               "cuda",
                                               "cuda:N",
                                               "webgl",
                                               "webgl:swiftshader",
                                               "webgpu",
                                               "webgpu:swiftshader",
                                               "lib:PATH",
                                               "cmd:COMMAND LINE",
                                               "web:PAGE",
                                               "capture:FRAME",
                                               "files:FOLDER",
                                               "defect:ID"};
  return forms;
}

Expected<SubjectSpec> parse_subject(std::string_view text) {
  SubjectSpec spec;
  const std::string_view whole = text;
  const auto take = [&text](char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view head = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return head;
  };
  for (const std::string_view foreign : {"lib", "cmd", "files"})
    if (text.substr(0, text.find(':')) == foreign) {
      if (text.size() <= foreign.size() + 1)
        return fail("SUBJECT_SYNTAX", std::string(whole),
                    "expected lib:PATH, cmd:COMMAND LINE or files:FOLDER");
      return SubjectSpec{std::string(foreign), std::string(text.substr(foreign.size() + 1)), {}};
    }
  std::string_view head = take('?');
  const std::size_t colon = std::min(head.find(':'), head.size());
  spec.kind = head.substr(0, colon);
  spec.target = head.substr(std::min(colon + 1, head.size()));
  while (!text.empty()) {
    const std::string_view pair = take('&');
    const std::size_t equals = pair.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      return fail("SUBJECT_SYNTAX", std::string(whole), "expected KIND[:TARGET][?key=value[&key=value]...]");
    std::string key(pair.substr(0, equals));
    if (key == "mistake") key = "defect";  // until 0.2.0
    if (!spec.options.emplace(key, pair.substr(equals + 1)).second)
      return fail("SUBJECT_SYNTAX", std::string(whole), fmt::format("the key '{}' is given twice", key));
  }
  const auto kinds =
      mapped<std::string>(subject_forms(), [](const std::string_view form) { return kind_of(form); });
  if (std::ranges::find(kinds, spec.kind) == kinds.end())
    return fail("SUBJECT_UNKNOWN", std::string(whole),
                fmt::format("expected one of {}{}", fmt::join(subject_forms(), ", "),
                            did_you_mean(spec.kind, kinds)));
  return spec;
}

std::string to_string(const SubjectSpec& spec) {
  std::string text = spec.kind;
  if (!spec.target.empty()) text += ":" + spec.target;
  char separator = '?';
  for (const auto& [key, value] : spec.options) {
    text += fmt::format("{}{}={}", separator, key, value);
    separator = '&';
  }
  return text;
}

std::string name_of(const SubjectSpec& spec) {
  return spec.name.empty() ? to_string(spec) : spec.name;
}

std::vector<Options> matching(std::vector<Options> variants, const Options& pinned) {
  std::erase_if(variants, [&pinned](const Options& variant) {
    for (const auto& [key, value] : pinned) {
      const auto own = variant.find(key);
      if (own != variant.end() && own->second != value) return true;
    }
    return false;
  });
  return variants;
}

Expected<void> check_keys(const SubjectSpec& spec, const std::vector<std::string_view>& known) {
  for (const auto& [key, value] : spec.options)
    if (std::find(known.begin(), known.end(), key) == known.end())
      return fail("SUBJECT_SYNTAX", to_string(spec),
                  fmt::format("unknown key '{}', expected one of {}{}", key, fmt::join(known, ", "),
                              did_you_mean(key, {known.begin(), known.end()})));
  return {};
}

Expected<void> check_formulation(const SubjectSpec& spec) {
  const auto asked = spec.options.find("formulation");
  if (asked == spec.options.end()) return {};
  std::set<std::string_view> known;
  for (const Algorithm& algorithm : algorithms())
    if (const OptionSpec* option = find_option(algorithm.implementation.declaration.options, "formulation"))
      known.insert(option->values.begin(), option->values.end());
  if (known.contains(asked->second)) return {};
  return fail("SUBJECT_SYNTAX", to_string(spec),
              fmt::format("formulation is one of {}", fmt::join(known, ", ")));
}

}  // namespace bindpose::conformance
