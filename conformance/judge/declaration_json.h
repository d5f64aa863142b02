// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm's declaration as text for people and as JSON for programs that write adapters.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "reference/model/algorithm.h"

namespace bindpose::conformance {

/// {"inputs": [...], "stages": [...], "outputs": [...], "options": [...]}; an array is {"name", "symbol", "type", "shape",
/// "unit", "meaning", "optional", "levels", "rules"}, its shape a list of numbers and symbols.
nlohmann::ordered_json declaration_json(const Algorithm& algorithm);

/// The declaration as aligned text.
std::string declaration_text(const Algorithm& algorithm);

}  // namespace bindpose::conformance
