// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the folders that a class has handed in, their names, and the command that runs one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Every sub-folder of a folder, sorted by name, whose name matches a glob; hidden ones are omitted. Error
/// FILE_READ.
Expected<std::vector<std::filesystem::path>> submissions_in(const std::filesystem::path& folder,
                                                            const std::string& only);

/// Names of what is in the folder of a class and is not a submission: files, hidden folders, links that lead nowhere. Sorted. Empty if the
/// folder cannot be read.
std::vector<std::string> other_entries_in(const std::filesystem::path& folder);

/// The name of a submission's folder as a text. A name that is not UTF-8 gets its bytes above 127 as "%E9", and its % as "%25". So does the % of
/// a name that looks like the result. Two folders never have the same name.
std::string submission_name(const std::filesystem::path& folder);

/// A link could make one student's work, or a file from elsewhere, another's: SUBMISSION_LINK.
Expected<void> require_own_folder(const std::filesystem::path& submission);

/// The command with every "{}" replaced by the path, which the command's words keep together: behind
/// a backslash where a blank or a quote is in it.
std::string command_for(std::string_view command, const std::filesystem::path& folder);

}  // namespace bindpose::conformance
