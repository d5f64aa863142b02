// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: parses JSON text with limits on time and memory, without exceptions; members keep the file's order.
#pragma once

#include <nlohmann/json.hpp>

#include "reference/gltf/issue_log.h"

namespace bindpose::gltf {

/// Members keep the order of the file: several rules depend on the first use.
using Json = nlohmann::ordered_json;

/// Parses a document. Errors: INVALID_JSON at "" (syntax, invalid UTF-8, a byte order mark), TYPE_MISMATCH at ""
/// when it is not an object, LIMIT_EXCEEDED at "" for more than limits::asset_json bytes or
/// limits::asset_json_values values, and for objects with too many members for a fast lookup. Numbers beyond the
/// range of double become +-1e308, which every later check finds out of range.
std::optional<Json> parse_json(std::string_view text, IssueLog& log);

}  // namespace bindpose::gltf
