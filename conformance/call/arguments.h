// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: checks the arguments of library calls and copies them into the judge's types.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/include/bindpose/call.h"
#include "conformance/judge/accepted_deviations.h"
#include "conformance/judge/expectation.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Error ALGORITHM_UNKNOWN.
Expected<const Algorithm*> require_algorithm(const char* name);

/// Errors: those of bindpose_evaluate(), except errors that the algorithm's page lists.
Expected<Question> question_of(const bindpose_inputs* inputs);

/// The outputs and stages that a caller passes. Integers are read as real numbers. Errors
/// ARRAY_TYPE, ARRAY_SHAPE, ARRAY_DATA, DUPLICATE_NAME.
Expected<ArraySet> outputs_of(const bindpose_tensor* outputs, std::size_t count);

/// Removes the parts of an input for which no output was passed: normals, tangents, facts about
/// reach. Lists the other outputs in the input. Errors OUTPUT_MISSING, ARRAY_UNKNOWN; those of
/// expect().
Expected<Expectation> expect_outputs(Question& question, const ArraySet& outputs);

/// Errors CLASS_UNKNOWN, POLICY_UNKNOWN.
Expected<AcceptedDeviations> accepted_terms(const char* const* accept);

}  // namespace bindpose::conformance
