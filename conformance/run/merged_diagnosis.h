// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the diagnoses that shards of one run, or several algorithms, give of a subject, as one.
#pragma once

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// Evidence adds up: a defect that a shard does not list has all wrong numbers of that shard against it. Two defects are named together
/// by the rule of suspect_pair(), where a shard names them, and where each is the likeliest of another shard; of a shard that does not
/// name them what the better of the two explains alone. One that an array shows is found again of the sums. Symptoms are those that
/// shards with more than half of the wrong numbers say. Of shards that looked at nothing there is nothing.
Diagnosis merged_diagnosis(std::span<const Diagnosis> shards);

}  // namespace bindpose::conformance
