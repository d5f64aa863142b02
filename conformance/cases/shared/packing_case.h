// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the inputs for all packings of weights.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Whole-numbered cases of one algorithm: plain and awkward weights, sums that are not 1, each with the last weight stored and implicit.
/// joint_count: how many joints the form has room for.
void add_integer_packings(std::vector<Case>& cases, const std::string& stem, std::size_t joint_count);

/// An input with these weights, vertex after vertex; joints are in no order.
ArraySet packing(std::size_t slots, std::size_t joint_count, const Array::Reals& weights);
/// An input with four slots per vertex, one row each.
ArraySet packing(const std::vector<std::array<double, 4>>& weights, std::size_t joint_count);
/// Vertices of four slots: weights whose separate rounding gives too many or too few steps, ties, a single joint, tiny weights,
/// sums other than 1, no weight.
ArraySet packed_question(std::size_t joint_count);
/// The same with one or eight slots.
ArraySet packed_question_of(std::size_t slots, std::size_t joint_count);

}  // namespace bindpose::conformance
