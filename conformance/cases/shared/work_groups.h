// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs with more vertices than a work group of a shader, for algorithms with a shader and
// small scenes.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Appends <family>.<stem>.random.vertices-300[.<option values>].<level>.f32 for algorithms that
/// need it: four whole groups of 64 and part of a fifth, and more vertices than an 8-bit number can
/// count. At the other levels, appends the first case with repeated vertices
/// (repeated.vertices-300). The cases have the options of the case at `first`.
void add_work_groups(std::vector<Case>& cases, std::size_t first);

}  // namespace bindpose::conformance
