// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the answer of an implementation that makes several mistakes, each wherever it can show.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// Changes of the question are made first, in an order in which all can be; then the patched kernels are evaluated, then the answer
/// is changed. A mistake of sampling is made in the keyframes of a pose, too. Of mistakes some of which cannot be made in this
/// question the others are. Errors NOT_APPLICABLE - none can be made, or not all that can be can be together - and those of
/// evaluating.
Expected<ArraySet> answer_with(std::span<const Defect* const> mistakes, const Question& question,
                               const ArraySet& right);

}  // namespace bindpose::conformance
