// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Compiles with -DID='"ibm-ignored"', and with no id that conformance/defects does not register.
#include "conformance/defects/defect_id.h"

// As cases list them; clang 14 does not look at a variable of namespace scope.
bindpose::conformance::DefectIds ids() {
  return {ID};
}
