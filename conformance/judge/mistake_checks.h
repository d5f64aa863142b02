// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: mistakes that are recognised in an answer by itself.
#pragma once

#include <vector>

#include "conformance/judge/mistakes.h"

namespace bindpose::conformance {

/// In the order in which they are tried.
std::vector<Mistake> mistake_checks();

}  // namespace bindpose::conformance
