// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: recognises outputs that are right for other target weights: reordered, limited, or divided by their sum.
#pragma once

#include <optional>
#include <span>

#include "conformance/judge/symptoms.h"

namespace bindpose::conformance {

inline constexpr std::string_view other_target_weights = "other-target-weights";

/// The symptom "other target weights", if these explain nearly all wrong outputs. Fits the weights by least squares
/// to the first array that
/// is linear in them. Skips outputs without such an array or with keyframes.
std::optional<Symptom> wrong_target_weights(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
