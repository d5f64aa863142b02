// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a fingerprint of exported inputs, which the exporter keeps, because the recipient can
// change the folder.
#pragma once

#include <filesystem>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// "N-DIGITS": the number of inputs, and the first 32 hexadecimal digits of a SHA-256 of questions.json and of every file below
/// assets. Errors FILE_READ, EXPORT_FORMAT.
Expected<std::string> export_fingerprint(const std::filesystem::path& folder);

/// Error EXPORT_CHANGED if the folder has another fingerprint than `exported`, which is an exported folder, a file with
/// a fingerprint, or the fingerprint itself. Errors FILE_READ, EXPORT_FORMAT; ARGUMENT for anything else.
Expected<void> require_as_exported(const std::filesystem::path& folder, const std::string& exported);

}  // namespace bindpose::conformance
