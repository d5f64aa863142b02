// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input without the arrays that nothing checks.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// True if the input has no array of another level, and no array whose companion is missing: check() does not check the
/// shapes and indices of such arrays.
bool are_asked(const Declaration& declaration, const ArraySet& arrays);

/// Leaves out those arrays.
ArraySet asked_arrays(const Declaration& declaration, const ArraySet& arrays);

}  // namespace bindpose
