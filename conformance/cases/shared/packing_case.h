// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the questions that all packings of weights are asked.
#pragma once

#include <string>
#include <vector>

#include "conformance/defects/defect_id.h"
#include "reference/model/arrays.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Whole-numbered cases of one algorithm: plain and awkward weights, sums that are not 1, each with the last weight stored and implicit.
void add_integer_packings(std::vector<Case>& cases, const std::string& stem);

/// Four slots each: weights that each round to nearest would give more and fewer steps than there are, ties, a joint alone, tiny
/// weights, sums other than 1, none at all. All joints below 256.
ArraySet packed_question();
/// One, and eight slots.
ArraySet packed_question_of(std::size_t slots);

}  // namespace bindpose::conformance
