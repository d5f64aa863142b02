// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the answer of an implementation that makes several mistakes, each wherever it can show.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// Changes the question first, in an order in which all changes can be made; then evaluates the patched
/// kernels, then changes the answer. A mistake of sampling also changes the keyframes of a pose. Skips
/// mistakes that cannot be made in this question. Errors NOT_APPLICABLE (none can be made, or those that can
/// cannot be made together), and from evaluating.
Expected<ArraySet> answer_with(std::span<const Defect* const> mistakes, const Question& question,
                               const ArraySet& right);

}  // namespace bindpose::conformance
