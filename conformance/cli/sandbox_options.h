// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the command line's options on what foreign subjects may use and see.
#pragma once

#include <CLI/CLI.hpp>

#include "conformance/subjects/open.h"

namespace bindpose::conformance {

/// The values of --require-sandbox, the weakest first.
std::vector<std::string> sandbox_levels();
void add_sandbox_options(CLI::App& app, Sandbox& sandbox);

}  // namespace bindpose::conformance
