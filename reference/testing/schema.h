// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, validates a document against a JSON schema.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

namespace bindpose {

/// Violations of the schema (draft 7), a line for each, with place and reason; empty if there are none.
std::string schema_violations(const nlohmann::json& schema, const nlohmann::json& document);

}  // namespace bindpose
