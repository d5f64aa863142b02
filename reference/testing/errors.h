// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - the error with which an algorithm refuses a question.
#pragma once

#include <string>
#include <string_view>

#include "reference/algorithms.h"

namespace bindpose::test {

/// "CODE where" in double; empty if there is an answer. id: or stem.
inline std::string error_of(std::string_view id, const ArraySet& question, const Options& options = {}) {
  const auto answer = find_algorithm(id)->implementation.in_double(question, options);
  return answer ? "" : answer.error().code + " " + answer.error().where;
}

}  // namespace bindpose::test
