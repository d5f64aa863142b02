// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: properties of all inputs with wrong outputs, and of no other input: joints with scales, many targets.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "conformance/judge/suspects.h"
#include "conformance/judge/symptoms.h"

namespace bindpose::conformance {

inline constexpr std::string_view question_fact = "question-fact";

/// Facts that separate wrong outputs from right ones; the probability of an accidental fact is below 1/50.
std::vector<Symptom> facts_of_questions(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
