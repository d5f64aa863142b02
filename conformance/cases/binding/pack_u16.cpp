// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for weights of 16 bits. Varied: the number of slots, sums and rounding of weights,
// whether the last weight is stored.
#include "conformance/cases/shared/packing_case.h"

namespace bindpose::conformance::binding {

void pack_u16_cases(std::vector<Case>& cases) {
  add_integer_packings(cases, "pack_u16", 65536);
}

}  // namespace bindpose::conformance::binding
