// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the scene that tells apart how signs of quaternions are resolved.
#pragma once

#include "reference/model/arrays.h"

namespace bindpose::conformance {

/// True if one joint weighs most, or two the same.
enum class Tines { unlike, alike };

/// A ring of vertices under three joints rotated by 0, 120 and 240 degrees, at palette level. Which joint is
/// listed first and which one weighs most differ from vertex to vertex; every fourth vertex begins with a
/// slot of weight 0.
ArraySet trident(Tines tines = Tines::unlike);

/// The trident with two joints turned half round, of opposite quaternions: vertices of both alone have no rotation where the
/// first slot, which has no weight, decides the signs.
ArraySet cancelled_trident();

}  // namespace bindpose::conformance
