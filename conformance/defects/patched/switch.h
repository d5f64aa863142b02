// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Switches patches of the algorithms at run time. Only the copies that patch_kernels.py writes
// include this header.
#pragma once

#include "conformance/defects/patched/plain.h"
#include "reference/model/algorithm.h"

namespace bindpose::patched {

/// True if the patch with this number is on. Records that its code was reached.
bool on(int number);

/// The value of the wrong expression, converted to the type of the right one.
template <class Right, class Wrong>
Right like(Wrong&& wrong) {
  return static_cast<Right>(std::forward<Wrong>(wrong));
}

}  // namespace bindpose::patched

/// Replaces BINDPOSE_IMPLEMENT: defines <stem>_implementation() with only the evaluation in double.
#define BINDPOSE_PATCHED(stem)                                                                   \
  Implementation stem##_implementation() {                                                       \
    using namespace stem##_question;                                                             \
    return {{&answer<double>, &made_once<&declaration>}, {}, {}, {}, made_once<&declaration>()}; \
  }
