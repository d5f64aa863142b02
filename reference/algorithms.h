// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the table of all algorithms, made from reference/algorithms.def.
//
// An algorithm is a row there plus its files. Its source file defines `Implementation
// <family>::<stem>_implementation()` and its header opens with its page; a row without them does not
// configure or does not link; the error names what is missing.
#pragma once

#include <span>

#include "reference/model/algorithm.h"

namespace bindpose {

/// All algorithms in the order of algorithms.def.
std::span<const Algorithm> algorithms();

/// Finds an algorithm by id ("lbs"), stem ("linear_blend"), path ("skinning/linear_blend"), dotted path
/// ("skinning.linear_blend"), or former path (renamed.h); nullptr if unknown.
const Algorithm* find_algorithm(std::string_view name);

}  // namespace bindpose
