// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input without the arrays that nothing checks.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose {

/// Leaves out arrays of another level, and those that the declaration asks for only beside or instead of another: check() does not look at them, so
/// that their shapes and indices may be any.
ArraySet asked_arrays(const Declaration& declaration, const ArraySet& arrays);

}  // namespace bindpose
