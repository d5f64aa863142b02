// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases of morphing, then skinning, by the methods that need arrays of their own: some of each method's own cases, of a
// mesh that is morphed before.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

void add_morphed_methods(std::vector<Case>& cases);

}  // namespace bindpose::conformance
