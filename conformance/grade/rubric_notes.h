// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: remarks for the author of a rubric that is valid but unusual.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/grade/rubric.h"

namespace bindpose::conformance {

/// In this order: globs in former names; `hidden` globs that take built-in cases, whose answers anybody can read; exercises that
/// have cases in common. exercises: the file's, as they were read into the rubric.
std::vector<std::string> notes_on(const Rubric& rubric, const nlohmann::ordered_json& exercises,
                                  const std::string& where);

}  // namespace bindpose::conformance
