// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the locations of the program's data files: golden/data, golden/schema, course, power.
#pragma once

#include <filesystem>
#include <vector>

namespace bindpose {

/// The existing data folders, in this order: the folder in the environment variable BINDPOSE_DATA; share/bindpose,
/// installed next to the running program or linked in its build tree. The program contains no path of the build
/// machine.
std::vector<std::filesystem::path> data_folders();

/// Path of a file or folder, e.g. "mutation_score/matrix.csv", in the first of data_folders() that has it; the name itself
/// if no folder has it.
std::filesystem::path find_data(const std::filesystem::path& name);

}  // namespace bindpose
