// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tests that an interruption has cut short.
#pragma once

#include "conformance/judge/verdict.h"
#include "reference/io/process.h"

namespace bindpose::conformance {

/// True for the verdict of a question whose answer a signal has kept from coming: the test counts as not run.
inline bool was_cut_short(const Verdict& verdict) {
  return verdict.outcome == Outcome::missing && bindpose::interrupted();
}

}  // namespace bindpose::conformance
