// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a grade sheet as JSON by grade/formats/sheet.schema.json, whole and read back. It holds what is hidden: it is
// for staff.
#pragma once

#include <filesystem>

#include "conformance/grade/formats/sheet.h"

namespace bindpose::conformance {

std::string sheet_json(const GradeSheet& sheet);
/// Error SHEET_FORMAT: no JSON, or a field that is missing or of another kind.
Expected<GradeSheet> parse_sheet(std::string_view text, const std::string& where);
/// The same of a file; FILE_READ, FILE_SIZE.
Expected<GradeSheet> read_sheet(const std::filesystem::path& file);

}  // namespace bindpose::conformance
