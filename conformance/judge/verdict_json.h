// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a verdict as JSON, and read back; what results.json, the journal of a run and grade sheets hold.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/judge/verdict.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

/// JSON has no infinity: "inf", "-inf" and "nan" are written as texts.
nlohmann::ordered_json json_number(double x);
/// Reads what json_number() writes; NaN for anything else.
double number_from_json(const nlohmann::json& value);

nlohmann::ordered_json to_json(const Verdict& verdict);
/// Error VERDICT_FORMAT: a field that is missing or of the wrong kind; the place is the field.
Expected<Verdict> verdict_from_json(const nlohmann::json& document);

}  // namespace bindpose::conformance
