// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the filter of a file's cases.
#pragma once

#include <functional>
#include <string>

namespace bindpose::conformance {

/// Returns true for the names of selected cases.
using CaseFilter = std::function<bool(const std::string&)>;
inline bool any_case(const std::string&) {
  return true;
}

}  // namespace bindpose::conformance
