// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the cases of this family share, whatever they ask.
#pragma once

#include <string>

#include "conformance/defects/defect_id.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// A case skinning.<stem>.<scene>[.<option values>].<level>.f32 of the algorithm, at that level, with those
/// options; the rest is the caller's.
Case scene_case(const std::string& stem, const std::string& scene, const Options& options, Level level);

/// Slots of weight 0 name one more joint, which holds NaN in every array that has a row per joint; their
/// endpoint weights are NaN, too. At palette level only: a pose has to be one.
Expected<ArraySet> with_unused_joint(Expected<ArraySet> question);

}  // namespace bindpose::conformance
