// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command that runs a subject again in the same way.
#pragma once

#include <string>
#include <vector>

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

struct Asking {
  std::string subject, name;  ///< name: given by the user; empty: none
  std::vector<std::string> assets, accept;
  Sandbox sandbox;
  std::size_t times = 1;
};

/// "bindpose test --subject ..." with every option that is not as usual, up to the filter.
std::string asking_command(const Asking& asking);

/// The same from any folder: with whole paths. A subject that cannot be read stays as it is.
Asking with_whole_paths(Asking asking);

}  // namespace bindpose::conformance
