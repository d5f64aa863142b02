// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the arrays of a page's reply, which come as float32 numbers in base64.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/subjects/protocol.h"

namespace bindpose::conformance {

/// Those that were requested. Errors INVALID_OUTPUT, at the array that is missing or has another number of numbers.
Expected<ArraySet> read_page_answer(const nlohmann::json& reply, const Wanted& list);

}  // namespace bindpose::conformance
