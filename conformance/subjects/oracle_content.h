// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: recognises a file or folder with expected outputs by content and name.
#pragma once

#include <filesystem>
#include <string_view>

namespace bindpose::conformance {

/// Kinds of files that a search looks for.
enum class OracleContent {
  none,
  answers,       ///< a bindpose program, library or package; arrays with expected values
  golden_index,  ///< cases.json of golden data: its folder holds outputs
  build_cache    ///< CMakeCache.txt of a bindpose build: its folder holds programs
};

/// Reads at most 16 KiB of a plain file, its ELF notes, and 1 MiB of a CMakeCache.txt. A file that the judge
/// cannot read is recognised only by its name.
OracleContent oracle_content(const std::filesystem::path& file);

/// True if a file with this name, or in a folder for programs, may have expected outputs. Other files below /usr
/// are not opened.
bool may_be_oracle(std::string_view name, bool among_programs);

/// True for a folder with expected outputs: the Python and npm packages of golden data, the kernels of an
/// installed bindpose, worked solutions of the course, the history of a checkout. If the name does not suffice,
/// the content decides.
bool is_oracle_folder(const std::filesystem::path& parent, std::string_view name);

}  // namespace bindpose::conformance
