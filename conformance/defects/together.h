// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the answer of an implementation that makes several mistakes, each wherever it can show.
#pragma once

#include <span>

#include "conformance/defects/defect.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {

/// Changes of the question are made first, in an order in which all can be; then the patched kernels are evaluated, then the answer
/// is changed. A mistake of sampling is made in the keyframes of a pose, too. Of mistakes some of which cannot be made in this
/// question the others are. Errors NOT_APPLICABLE - none can be made, or not all that can be can be together - and those of
/// evaluating. right: the judged arrays.
Expected<ArraySet> answer_with(std::span<const Defect* const> mistakes, const Question& question,
                               const ArraySet& right);
/// Of one mistake.
Expected<ArraySet> answer_with(const Defect& mistake, const Question& question, const ArraySet& right);

/// The skinning matrices that such an implementation comes to from a pose; none where the mistake cannot be made, or is made in the
/// answer alone.
Affines palette_with(const Defect& mistake, const Question& question);

}  // namespace bindpose::conformance
