// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input without the arrays that nothing checks.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// Leaves out arrays of another level, and arrays whose companion is missing. check() does not check their shapes and
/// indices.
ArraySet asked_arrays(const Declaration& declaration, const ArraySet& arrays);

}  // namespace bindpose
