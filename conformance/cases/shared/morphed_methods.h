// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases of morphing, then skinning, for methods with additional arrays: a few of the method's
// own cases, on a morphed mesh.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

void add_morphed_methods(std::vector<Case>& cases);

}  // namespace bindpose::conformance
