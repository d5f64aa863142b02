// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command that starts a foreign program in its sandbox.
#pragma once

#include "conformance/subjects/adapter.h"
#include "conformance/subjects/sandbox/confinement.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

/// Folders of one worker's inputs and outputs, for the judge and for the subject.
struct ExchangeFolders {
  std::string scratch;            ///< parent of all other folders, on the judge's side
  std::string in, out;            ///< judge
  std::string temporary;          ///< the subject's temporary files; empty: bubblewrap has a folder
  std::string seen_in, seen_out;  ///< subject
  uid_t user = 0;                 ///< user of the subject; 0: the judge's
  Descriptor lock;                ///< lock on scratch, for the judge's lifetime
  std::string asset = {};         ///< asset of the last input; its copy stays for the next input
  std::string asset_copy = {};    ///< the copy's folder, below `in`
};
/// Makes the folders, and removes those of runs that were killed before their supervisors started. Errors:
/// FILE_WRITE.
Expected<ExchangeFolders> make_exchange(const Sandbox& sandbox, uid_t user);

/// The environment of a subject. temporary: its own folder for temporary files; empty: /tmp.
std::map<std::string, std::string> environment_of(const Sandbox& sandbox, const std::string& temporary);

struct Confined {
  Confinement confinement;
  std::string
      note;  ///< for reports: hidden parts of its folder, and files that could not be hidden; empty: none
};
/// Hides files with expected outputs (oracle_files.h). Copies files into the scratch folder that
/// only the judge's user may read.
/// Errors: FILE_READ, FILE_WRITE, SANDBOX_FOLDER (too much to copy, or the name of the copy is in use),
/// SANDBOX_ORACLE (a sandbox is required, and not everything could be hidden).
Expected<Confined> confine(const Adapter& adapter, const Sandbox& sandbox, const ExchangeFolders& folders);

/// Checks that the program of a command line exists where subjects of this sandbox see it. Skips a program that a
/// subject may contain itself ("{}" in its name, or a relative path). Errors: SUBJECT_SYNTAX, PROGRAM_MISSING.
Expected<void> require_program(const std::string& command_line, const Sandbox& sandbox);

}  // namespace bindpose::conformance
