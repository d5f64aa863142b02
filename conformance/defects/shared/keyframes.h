// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: defects of sampling, made in the keyframes of a pose.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

/// The pose that an input's keyframes give where each is sampled with the defect. Nothing for an input without keyframes,
/// for defects that are not of sampling (in animation/, general/time and general/rotations), and where none can be made.
Changed in_keyframes(const Defect& defect, const Question& question);

}  // namespace bindpose::conformance
