// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: applies defects of sampling to the keyframes of a pose.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// The pose of an input with all keyframes sampled with the defect. Nothing for inputs without
/// keyframes, for defects that do not concern sampling (sampling defects are in animation/,
/// general/time and general/rotations), and for defects that do not apply.
Changed in_keyframes(const Defect& defect, const Question& question);

}  // namespace bindpose::conformance
