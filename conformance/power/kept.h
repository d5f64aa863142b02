// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the steps that take minutes measured last - generated mutants, mistakes that were named, mistakes in
// shaders, false alarms.
#pragma once

#include <filesystem>
#include <string>

namespace bindpose::conformance {

/// A line of each, and the command that measures it. folder: where mutants/score.json, named.json, shaders.json and fractions.json lie; of what
/// cannot be read that it was not measured.
std::string kept_text(const std::filesystem::path& folder);

/// kept_text() of the first data_folders() that has any.
std::string kept_text();

}  // namespace bindpose::conformance
