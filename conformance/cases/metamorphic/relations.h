// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how each relation changes an input.
//
// The declaration of an array decides its change: its frames and unit determine how its numbers
// change; the symbols of its shape and the targets of its indices determine how it is reordered.
//
// Each relation returns NOT_APPLICABLE, with the reason, if it does not hold for the input or does
// not change it.
#pragma once

#include "conformance/cases/metamorphic/changed_question.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Other frames (in_frames.cpp): one rigid motion of mesh and world; a reflection of all frames in
/// x; all lengths times 2^-10.
Expected<ChangedQuestion> move_rigidly(const Question& question, Random& random);
Expected<ChangedQuestion> mirror(const Question& question, Random& random);
Expected<ChangedQuestion> change_unit(const Question& question, Random& random);

/// Another order (orders.cpp): of the joints; of the vertices or other output rows.
Expected<ChangedQuestion> reorder_joints(const Question& question, Random& random);
Expected<ChangedQuestion> reorder_vertices(const Question& question, Random& random);

/// Other influences (influences.cpp): another order of each vertex's slots; one slot split into two
/// of the same joint.
Expected<ChangedQuestion> reorder_influences(const Question& question, Random& random);
Expected<ChangedQuestion> split_influences(const Question& question, Random& random);

/// Other numbers with the same meaning (numbers.cpp): -q for some quaternions q; a shift of all
/// times.
Expected<ChangedQuestion> negate_quaternions(const Question& question, Random& random);
Expected<ChangedQuestion> shift_times(const Question& question, Random& random);

/// The error of every relation.
tl::unexpected<Error> does_not_apply(const Question& question, std::string reason);

/// True if the input has this value of an option.
bool asks_for(const Question& question, std::string_view option, std::string_view value);

}  // namespace bindpose::conformance
