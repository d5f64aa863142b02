// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how each relation changes an input.
//
// The declaration of an array decides its change: frames and unit change its numbers; the symbols of its shape and
// the arrays that its indices point into reorder it.
//
// Each relation returns NOT_APPLICABLE, with the reason, if it does not hold for the input or does not change it.
#pragma once

#include "conformance/cases/metamorphic/changed_question.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Other frames (in_frames.cpp): one rigid motion moves mesh and world; all
/// frames are mirrored in x; all lengths are 2^-10 of their value.
Expected<ChangedQuestion> move_rigidly(const Question& question, Random& random);
Expected<ChangedQuestion> mirror(const Question& question, Random& random);
Expected<ChangedQuestion> change_unit(const Question& question, Random& random);

/// Another order (orders.cpp): of the joints; of the vertices, or of the other rows of the output.
Expected<ChangedQuestion> reorder_joints(const Question& question, Random& random);
Expected<ChangedQuestion> reorder_vertices(const Question& question, Random& random);

/// Other influences (influences.cpp): the slots of each vertex in another order; one slot split into two of the same joint.
Expected<ChangedQuestion> reorder_influences(const Question& question, Random& random);
Expected<ChangedQuestion> split_influences(const Question& question, Random& random);

/// Other numbers with the same meaning (numbers.cpp): -q for some quaternions q; all times shifted.
Expected<ChangedQuestion> negate_quaternions(const Question& question, Random& random);
Expected<ChangedQuestion> shift_times(const Question& question, Random& random);

/// The error of every relation.
tl::unexpected<Error> does_not_apply(const Question& question, std::string reason);

/// True if the input has this value of an option.
bool asks_for(const Question& question, std::string_view option, std::string_view value);

}  // namespace bindpose::conformance
