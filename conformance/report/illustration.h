// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a picture of what an algorithm does.
#pragma once

#include "conformance/report/picture.h"
#include "reference/model/algorithm.h"

namespace bindpose::conformance {

/// Panels of one built-in case: at rest, moved by linear blending (where the case has influences and matrices), moved by the algorithm.
/// Weights are shown as a mixture of their joints' colours, joints and chains as sticks. The case is the one with the most triangles
/// that differs most from linear blending, or from rest, by at most the size of the mesh. Error NO_MESH: no case has places.
Expected<Picture> illustration_of(const Algorithm& algorithm);

}  // namespace bindpose::conformance
