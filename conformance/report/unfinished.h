// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: marks a file that is written before the end of a run or of a grading.
#pragma once

namespace bindpose::conformance {

/// Value of the field `state`, the first of the document. Complete documents have no such field.
inline constexpr const char* unfinished_state = "unfinished";

}  // namespace bindpose::conformance
