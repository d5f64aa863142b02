// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Warnings about parts of a command line or of a subject's declaration that match nothing.
#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/cli/commands.h"
#include "conformance/run/suite.h"
#include "reference/algorithms.h"
#include "reference/io/nearest.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

/// Replaces the part of a glob before its first wildcard by the most similar prefix of one of the
/// names, or of a built-in case.
std::string nearest_glob(const std::string& glob, std::vector<std::string> names) {
  for (const Case& c : built_in_cases())
    names.push_back(c.name);
  const std::size_t wild = glob.find_first_of("*?[");
  const std::size_t length = wild == std::string::npos ? glob.size() : glob.rfind('.', wild) + 1;
  const std::string beginning = glob.substr(0, length);
  const auto parts = std::ranges::count(beginning, '.');
  std::vector<std::string> known;
  for (const std::string& name : names) {
    std::size_t end = wild == std::string::npos ? name.size() : 0;
    for (auto part = parts; wild != std::string::npos && part > 0 && end != std::string::npos; --part)
      end = std::min(name.find('.', end), name.size() - 1) + 1;
    if (end > 0) known.push_back(name.substr(0, end) + glob.substr(length));
  }
  return did_you_mean(glob, known);
}

}  // namespace

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    say(stderr, "note: {}\n", note);
}

void print_notes_on_globs(const std::vector<std::string>& globs) {
  std::vector<std::string> notes;
  for (const std::string& glob : globs)
    add_note(notes, renamed_pattern_note(glob, PatternKind::glob));
  print_notes(notes);
}

void warn_of_idle_globs(std::string_view option, const std::vector<std::string>& globs,
                        const std::vector<std::string>& names) {
  for (const std::string& glob : globs) {
    const auto matches = [of_names = NameGlob(glob)](const std::string& name) {
      return of_names.matches(name);
    };
    if (std::ranges::any_of(names, matches)) continue;
    const Algorithm* const algorithm = find_algorithm(glob);
    say(stderr, "warning: {} '{}' matches no case; see 'bindpose list --cases'{}\n", option, one_line(glob),
        algorithm == nullptr ? nearest_glob(glob, names)
                             : fmt::format("; its cases: '{}.{}.*'", algorithm->family, algorithm->stem));
  }
}

void warn_of_declaration(const Subject& subject) {
  const SubjectInfo info = subject.info();
  for (const char* key : {"unknown_algorithms", "unmatched_declarations"})
    if (const std::string words = value_of(info, key); !words.empty())
      say(stderr, "warning: '{}' declares capabilities that no input matches: {}\n", subject.name(), words);
}

}  // namespace bindpose::conformance
