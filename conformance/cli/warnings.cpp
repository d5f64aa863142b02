// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What on a command line, or in what a subject declares, comes to nothing.
#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "conformance/cli/commands.h"
#include "conformance/run/suite.h"
#include "reference/renamed.h"

namespace bindpose::conformance {

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    fmt::print(stderr, "note: {}\n", note);
}

void print_notes_on_globs(const std::vector<std::string>& globs) {
  std::vector<std::string> notes;
  for (const std::string& glob : globs)
    add_note(notes, renamed_pattern_note(glob, PatternKind::glob));
  print_notes(notes);
}

void warn_of_idle_globs(std::string_view option, const std::vector<std::string>& globs,
                        const std::vector<std::string>& names) {
  for (const std::string& glob : globs)
    if (std::ranges::none_of(
            names, [of_names = NameGlob(glob)](const std::string& name) { return of_names.matches(name); }))
      fmt::print(stderr, "warning: {} '{}' matches no case; see 'bindpose list --cases'\n", option,
                 clean_text(glob));
}

void warn_of_declaration(const Subject& subject) {
  const SubjectInfo info = subject.info();
  for (const char* key : {"unknown_algorithms", "unmatched_declarations"})
    if (const std::string words = value_of(info, key); !words.empty())
      fmt::print(stderr, "warning: '{}' declares what no question matches: {}\n", clean_text(subject.name()),
                 clean_text(words));
}

}  // namespace bindpose::conformance
