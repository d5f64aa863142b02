// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: tests that an interruption has ended early.
#pragma once

#include "conformance/judge/verdict.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

/// True for a verdict without an output after an interruption: the signal may have ended the wait for it, or the subject. The test
/// counts as not run.
inline bool was_cut_short(const Verdict& verdict) {
  return bindpose::interrupted() && !is_expected(verdict.outcome) && verdict.arrays.empty();
}

}  // namespace bindpose::conformance
