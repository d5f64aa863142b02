// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command by which a foreign program is started so that it sees nothing but what it needs.
#pragma once

#include <string>
#include <vector>

#include "conformance/subjects/open.h"
#include "conformance/subjects/sandbox/confinement.h"

namespace bindpose::conformance {

/// How foreign programs are kept apart on this machine.
struct Isolation {
  bool bubblewrap = false;
  bool nested_namespaces = false;  ///< an old bubblewrap: what runs inside may make namespaces of its own
  std::string description;         ///< for reports: "bubblewrap 0.8.0", or why there is none
};
/// What this machine has; tries bubblewrap once a process.
const Isolation& isolation();
/// What a subject gets: that, or none where none is wanted.
const Isolation& isolation_of(const Sandbox& sandbox);

/// What is to be run.
struct Plug {
  std::vector<std::string> command;
  std::string folder;                 ///< its own, absolute; empty: none
  std::vector<std::string> programs;  ///< single files to be seen, too
};
/// "cmd:" and "lib:". Errors: SUBJECT_SYNTAX, FILE_READ.
Expected<Plug> plug_of(const SubjectSpec& spec, const Sandbox& sandbox);

/// Words as a shell would split them: blanks, '...', "...", \. Error SUBJECT_SYNTAX for an open quote.
Expected<std::vector<std::string>> split_words(std::string_view line);

/// Where the folders of one worker's questions and answers are for the judge, and for the subject.
struct ExchangeFolders {
  std::string scratch;            ///< holds both, on the judge's side
  std::string in, out;            ///< judge
  std::string seen_in, seen_out;  ///< subject
};
/// Makes them. Errors: FILE_WRITE.
Expected<ExchangeFolders> make_exchange(const Sandbox& sandbox);

Confinement confine(const Plug& plug, const Sandbox& sandbox, const ExchangeFolders& folders);

}  // namespace bindpose::conformance
