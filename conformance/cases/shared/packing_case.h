// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the inputs for all packings of weights.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Cases of one algorithm with integer formats: plain and difficult weights, sums other than 1,
/// each with the last weight stored and implicit. joint_count: number of joints that the format
/// supports.
void add_integer_packings(std::vector<Case>& cases, const std::string& stem, std::size_t joint_count);

/// An input with these weights, vertex by vertex, and unordered joints.
ArraySet packing(std::size_t slots, std::size_t joint_count, const Array::Reals& weights);
/// An input with four slots per vertex, one row each.
ArraySet packing(const std::vector<std::array<double, 4>>& weights, std::size_t joint_count);
/// Vertices with four slots: weights whose separate rounding gives too many or too few steps, ties,
/// a single joint, tiny weights, sums other than 1, no weight.
ArraySet packed_question(std::size_t joint_count);
/// Similar vertices with one or eight slots.
ArraySet packed_question_of(std::size_t slots, std::size_t joint_count);

}  // namespace bindpose::conformance
