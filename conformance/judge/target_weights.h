// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: answers that are right for other weights of targets than the given ones: in another order, limited, divided by their sum.
#pragma once

#include <optional>
#include <span>

#include "conformance/judge/symptoms.h"

namespace bindpose::conformance {

inline constexpr std::string_view other_target_weights = "other-target-weights";

/// The weights of targets for which an answer would be right, by least squares over its first array that is linear in them. Nothing if it
/// has no such array, if keyframes set the weights, if the numbers do not determine all weights, or if no weights give the answer.
std::optional<Array::Reals> weights_that_give(const GivenAnswer& given);

/// The symptom of wrong answers nearly all of which other weights give.
std::optional<Symptom> wrong_target_weights(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
