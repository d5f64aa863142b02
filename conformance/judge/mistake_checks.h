// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: mistakes that are recognised in an answer by itself.
#pragma once

#include <vector>

#include "conformance/defects/defect_id.h"
#include "conformance/judge/mistakes.h"

namespace bindpose::conformance {

struct MistakeCheck {
  DefectId id;
  decltype(Mistake::check) check;
};

/// In the order in which they are tried.
std::vector<MistakeCheck> mistake_checks();

}  // namespace bindpose::conformance
