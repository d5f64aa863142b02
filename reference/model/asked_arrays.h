// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: removes the unchecked arrays of an input.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// True if the input has no array of another level, and no array whose companion is missing: check() ignores the
/// shapes and indices of such arrays.
bool are_asked(const Declaration& declaration, const ArraySet& arrays);

/// Removes those arrays.
ArraySet asked_arrays(const Declaration& declaration, const ArraySet& arrays);

}  // namespace bindpose
