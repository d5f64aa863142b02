// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the must-pass list, the built-in cases that every device must support and pass.
#pragma once

#include <filesystem>
#include <string>

namespace bindpose::conformance {

/// The name of the release's list, for --caselist.
constexpr const char* must_pass_name = "mustpass";

/// The installed list. If the file is missing, returns only its name.
std::filesystem::path must_pass_file();

/// The list of this version: a line CASE/usual for each built-in case whose usual combination needs no optional
/// feature and only the smallest limits of any API, except the two of gpu::least_device(). Sorted by name.
std::string must_pass_list();

}  // namespace bindpose::conformance
