// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small files that several processes write and read at once, on this machine or on others: a reader gets what one
// writer wrote, whole, or nothing.
//
// The first line is the SHA-256 of all that stands behind it. It tells what is torn or damaged, not what is forged.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Under a name of its own first, which then becomes this one. Makes the folder that it lies in. Errors: FILE_WRITE.
Expected<void> write_sealed(const std::filesystem::path& file, std::string_view text);
/// Nothing where there is none, or one that is not as it was written.
std::optional<std::string> read_sealed(const std::filesystem::path& file);

}  // namespace bindpose::conformance
