// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the output of an implementation with several defects.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {

/// Changes the input first, in an order in which all changes apply; then evaluates the patched
/// kernels; then changes the output. A defect of sampling also changes the keyframes of a pose.
/// Skips defects that do not apply to this input. Errors NOT_APPLICABLE (no defect applies, or not
/// all together), and errors of the evaluation. right: the judged arrays.
Expected<ArraySet> answer_with(std::span<const Defect* const> made, const Question& question,
                               const ArraySet& right);
/// The output with one defect.
Expected<ArraySet> answer_with(const Defect& made, const Question& question, const ArraySet& right);

/// The skinning matrices that an implementation with this defect computes from a pose; none if the
/// defect cannot be applied, or changes only the output.
Affines palette_with(const Defect& made, const Question& question);

}  // namespace bindpose::conformance
