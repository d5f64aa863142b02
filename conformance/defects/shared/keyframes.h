// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: defects of sampling, made in the keyframes of a pose.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// The pose of an input whose keyframes are all sampled with the defect. Nothing for an input without keyframes, for
/// defects other than of sampling (those are in animation/, general/time and general/rotations), and for defects that
/// do not apply.
Changed in_keyframes(const Defect& defect, const Question& question);

}  // namespace bindpose::conformance
