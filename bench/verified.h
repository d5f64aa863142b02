// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs of any size, and a check that measured outputs are right.
#pragma once

#include <string>

#include "conformance/subjects/subject.h"
#include "reference/scenes/crowd.h"

namespace bindpose::bench {

/// An input for lbs or dqs (rigid joints): a mesh without triangles.
Question crowd_of(const Algorithm& algorithm, const scenes::CrowdShape& shape);

/// The verified part, or the reason if it is missing.
struct Verified {
  std::string how;
  std::string error = {};
};

/// Compares all numbers; of a large crowd only the first vertices. Other large outputs are only checked for finite
/// numbers.
Verified verify(Question question, conformance::Answer answer, bool is_crowd);

}  // namespace bindpose::bench
