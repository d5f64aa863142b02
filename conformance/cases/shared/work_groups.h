// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input of more vertices than a work group of a shader has, asked of algorithms that have a shader and whose scenes are small.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Appends <family>.<stem>.random.vertices-300[.<option values>].<level>.f32 - four whole groups of 64 and a bit of a fifth, more than
/// 8 bits count - where the algorithm of the case at `first` needs it, and at its other levels the first case there, its vertices
/// repeated (repeated.vertices-300). They have the options of the case at `first`.
void add_work_groups(std::vector<Case>& cases, std::size_t first);

}  // namespace bindpose::conformance
