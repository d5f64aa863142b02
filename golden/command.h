// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the commands `write DIR` and `verify [DIR]`, for `bindpose golden` and for the small program
// bindpose-golden.
#pragma once

#include <filesystem>
#include <vector>

#include "reference/model/case.h"

namespace CLI {
class App;
}

namespace bindpose::golden {

enum ExitCode { exit_same = 0, exit_differs = 1, exit_error = 2 };

/// Adds the two subcommands, which process the result of `cases`, or print its error. Parsing runs
/// the chosen subcommand and sets exit_code, which must outlive the parsing.
void add_golden_commands(CLI::App& app, Expected<std::vector<Case>> (*cases)(), int& exit_code);

/// The subcommands: a table on stdout, differences and errors on stderr, progress on stderr if it is a
/// terminal.
int write_command(const std::filesystem::path& folder, const std::vector<Case>& cases);
int verify_command(const std::filesystem::path& folder, const std::vector<Case>& cases);

/// golden/data of the program's data_folders(), else ./golden/data.
std::filesystem::path default_folder();

}  // namespace bindpose::golden
