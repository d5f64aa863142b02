// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: merges the diagnoses of a subject from shards of one run, or from several algorithms.
#pragma once

#include "conformance/run/diagnosis.h"

namespace bindpose::conformance {

/// Adds the evidence of shards. If a shard does not list a defect, all wrong numbers of that shard count against
/// it. Two defects are named together by the rule of suspect_pair(), if a shard names them, or if each is the
/// likeliest of another shard; for a shard that does not name them, the better of the two counts. The cause of one
/// array is found again from the sums. Symptoms are those of shards with more than half of the wrong numbers.
/// Shards that a policy explains are omitted unless a policy explains all. The result is empty if no shard has a
/// diagnosis.
Diagnosis merged_diagnosis(std::span<const Diagnosis> shards);

}  // namespace bindpose::conformance
