// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whole clips of a glTF file as looped key poses.
//
// The key poses are the poses of all nodes at the times of all keys that move a node, counted from the first key.
// If the last pose equals the first, the period ends there, without a key of its own; otherwise one more interval
// of average length closes the loop.
#pragma once

#include "conformance/cases/asset/case_filter.h"
#include "reference/gltf/asset.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Cases "asset.<label>.clip<i>.loop.<time>.f32" of anim.pose-loop for every clip with at least two
/// keys. Times: before the loop begins, between keys in the middle, at the last key, between the
/// last key and the end of the period, in the third period. Only names for which `wanted` is true
/// become cases. A loop keeps all key poses, or an evenly spread subset within limits::loop_joints
/// (at least two; a note says so). The poses are computed with the input.
std::vector<Case> clip_loop_cases(const std::shared_ptr<const gltf::Asset>& asset, const std::string& label,
                                  const CaseFilter& wanted);

}  // namespace bindpose::conformance
