// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/device_requirement.h"

#include <charconv>

#include <fmt/format.h>
#include <fnmatch.h>

#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

using Version = std::pair<int, int>;

/// Returns the first number of a version: 4.5 of "4.5 (Core Profile) Mesa", 3.2 of "OpenGL ES 3.2".
std::optional<Version> first_version(std::string_view text) {
  const std::size_t begin = text.find_first_of("0123456789");
  if (begin == std::string_view::npos) return std::nullopt;
  Version version{0, 0};
  const char* const end = text.data() + text.size();
  const char* at = std::from_chars(text.data() + begin, end, version.first).ptr;
  if (at != end && *at == '.') std::from_chars(at + 1, end, version.second);
  return version;
}

/// True if one term holds; an error for an invalid term.
Expected<bool> holds(std::string_view term, const SubjectInfo& info) {
  const std::string software = value_of(info, "software");
  if (term == "hardware") return software.empty();
  if (term == "software") return !software.empty();
  if (const std::size_t at = term.find(">="); at != std::string_view::npos) {
    const std::string_view what = term.substr(0, at);
    const auto least = first_version(term.substr(at + 2));
    if ((what == "api" || what == "glsl") && least) {
      const auto found = first_version(value_of(info, what == "api" ? "version" : "glsl"));
      return found && *found >= *least;
    }
  } else if (const std::size_t equals = term.find('='); equals != std::string_view::npos) {
    const std::string key(term.substr(0, equals)), glob(term.substr(equals + 1));
    if (info.count(key) > 0) return ::fnmatch(glob.c_str(), info.at(key).c_str(), FNM_CASEFOLD) == 0;
  }
  return fail(
      "REQUIREMENT_SYNTAX", printable(term),
      "expected hardware, software, api>=N.N, glsl>=N.N, or KEY=GLOB with a key of 'bindpose devices'");
}

}  // namespace

Expected<void> require_device(std::string_view requirement, const SubjectInfo& info) {
  while (!requirement.empty()) {
    const std::size_t comma = requirement.find(',');
    const std::string_view term = requirement.substr(0, comma);
    BINDPOSE_TRY(const bool as_asked, holds(term, info));
    if (!as_asked)
      return fail("DEVICE_OTHER", printable(term),
                  fmt::format("found {} by {}, version {}, {}", printable(value_of(info, "renderer")),
                              printable(value_of(info, "vendor")), printable(value_of(info, "version")),
                              value_of(info, "software").empty() ? "hardware" : "a software rasteriser"));
    requirement = comma == std::string_view::npos ? std::string_view() : requirement.substr(comma + 1);
  }
  return {};
}

}  // namespace bindpose::conformance
