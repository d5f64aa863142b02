// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the failing numbers of a subject have in common, if no registered defect explains them.
//
// A property - of a vertex: it is blended; of a number: it is along x - is a symptom where all failing rows or numbers have it and at
// least three quarters of the right ones have not, and where so many failing rows would all have one and the same of its values by
// chance less than once in a thousand times; of several values of a property those are reported that the fewest right ones have. A row - a
// vertex, a joint, a time - fails if one of its numbers does. Joints and vertices from one on, and turns from an angle on or up to it, are
// symptoms by the same rule, where several are wrong. The error
// grows with a distance where in every output with enough wrong vertices its rank correlation with that distance is at least 0.9. A
// stage is named that is the first wrong one of every wrong output that gives stages.
#pragma once

#include "conformance/judge/suspects.h"

namespace bindpose::conformance {

struct Symptom {
  std::string id;  ///< "blended"
  std::string
      sentence;  ///< "only vertices with more than one influence are wrong (as are 0 of 120 right rows)"
};

/// All known symptoms, each with its sentence, with "..." for the value.
std::vector<Symptom> known_symptoms();

/// Symptoms of comparable outputs, wrong and right ones.
std::vector<Symptom> symptoms(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
