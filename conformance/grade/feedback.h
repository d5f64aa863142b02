// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: verdicts in plain words for the author of the code.
#pragma once

#include <string>

#include "conformance/grade/formats/sheet.h"
#include "conformance/grade/rubric.h"

namespace bindpose::conformance {

/// What came of one case: the number that is furthest off, the mistake if it is a known one, the first wrong
/// stage. Of a hidden or fresh case, whether it is right and no more.
std::string case_feedback(const CaseGrade& grade);

/// What is right, what is wrong first, where to look. The exercise has been judged. `no_hidden_right`: no hidden case is right, and the
/// visible ones therefore count less.
std::string exercise_feedback(const Exercise& exercise, const ExerciseGrade& grade, bool no_hidden_right);

}  // namespace bindpose::conformance
