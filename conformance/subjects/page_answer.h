// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the arrays of a page's reply: float32 numbers in base64.
#pragma once

#include <nlohmann/json.hpp>

#include "conformance/subjects/protocol.h"

namespace bindpose::conformance {

/// Reads the requested arrays. Error INVALID_OUTPUT at an array that is missing or has another size.
Expected<ArraySet> read_page_answer(const nlohmann::json& reply, const Wanted& list);

}  // namespace bindpose::conformance
