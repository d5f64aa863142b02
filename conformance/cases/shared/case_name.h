// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how cases are named.
#pragma once

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "reference/algorithms.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// <family>.<stem>.<scene and variation>.<level>.f32
inline std::string case_name(const Algorithm& algorithm, std::string_view variation, Level level) {
  return fmt::format("{}.{}.{}.{}.f32", algorithm.family, algorithm.stem, variation, to_string(level));
}

}  // namespace bindpose::conformance
