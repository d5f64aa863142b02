// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of words of 16 bits. Varied: how many slots, what weights sum to and how they round, whether the last is stored.
#include "conformance/cases/shared/packing_case.h"

namespace bindpose::conformance::binding {

void pack_u16_cases(std::vector<Case>& cases) {
  add_integer_packings(cases, "pack_u16", 65536);
}

}  // namespace bindpose::conformance::binding
