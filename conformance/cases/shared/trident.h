// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the scene that distinguishes rules for the signs of quaternions.
#pragma once

#include "reference/model/arrays.h"

namespace bindpose::conformance {

/// unlike: one joint has the largest weight; alike: two joints share it.
enum class Tines { unlike, alike };

/// A ring of vertices under three joints rotated by 0, 120 and 240 degrees, at palette level. The
/// first joint and the joint with the largest weight differ from vertex to vertex. Every fourth
/// vertex begins with a slot of weight 0.
ArraySet trident(Tines tines = Tines::unlike);

/// The trident with two joints rotated by half a turn and opposite quaternions. If the first slot,
/// which has no weight, decided the signs, vertices of both joints would have no rotation.
ArraySet cancelled_trident();

}  // namespace bindpose::conformance
