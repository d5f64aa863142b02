// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the subjects of a run from the command line.
// And: the command that runs the same input on the same subject again.
#pragma once

#include "conformance/cache/verdict_cache.h"
#include "conformance/run/store.h"

namespace bindpose::conformance {

struct SubjectChoice {
  std::vector<std::string> subjects;
  std::vector<std::string> names;   ///< names of the first subjects, in their order
  std::string device;               ///< required device, as require_device() reads it; empty: any
  std::vector<std::string> accept;  ///< precision classes and policies, as add_term() reads them
  Sandbox sandbox;
};

/// Error ARGUMENT for too many names, or equal names.
Expected<void> check_subjects(const SubjectChoice& choice);
/// Removes the subjects (and their names) that have none of these tests.
void keep_subjects_of(SubjectChoice& choice, const std::vector<std::string>& tests);
/// Adds the subjects, and to the store the place of their cached verdicts; cache may be null.
/// False, after a message, if a subject cannot be opened.
bool add_subjects(Suite& suite, Store& store, const SubjectChoice& choice, VerdictCache* cache);
/// True if the devices are the required ones; else reports the devices found.
Expected<bool> has_devices(const Suite& suite, const SubjectChoice& choice);

/// Accepts the command line's deviations for every subject, as read by add_term().
Expected<void> accept_deviations(Suite& suite, const std::vector<std::string>& accept);

struct Asking {
  std::string subject, name;  ///< name: given by the user; empty: none
  std::vector<std::string> assets, accept;
  Sandbox sandbox;
  std::size_t times = 1;
};

/// "bindpose test --subject ..." with every option that differs from its default, up to the filter.
std::string asking_command(const Asking& asking);

/// Makes paths absolute, so that the command works from any folder. Keeps unreadable subjects.
Asking with_whole_paths(Asking asking);

}  // namespace bindpose::conformance
