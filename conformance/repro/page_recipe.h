// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a browser's WebGL or WebGPU did of a test, as one page that asks it again.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/repro/repro.h"

namespace bindpose::conformance {

/// Whether a page can ask such a subject's device.
bool is_asked_by_page(const SubjectSpec& spec);

/// What opens the page and prints what it says.
std::string page_command(const SubjectSpec& spec);

/// Writes repro.html. Errors FILE_WRITE, and those of gpu::page_run() and gpu::recipe_of().
Expected<void> write_page(const std::filesystem::path& folder, const Reproducible& test);

}  // namespace bindpose::conformance
