// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the result of a device's self-test, as part of the device's facts.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Prefix of SubjectInfo keys that hold the error of the self-test. A device that passes has none.
inline constexpr const char* self_test_key = "self_test";

/// Error of the self-test when the device was opened; none: it passed, or the subject has no self-test.
inline std::optional<Error> self_test_error(const SubjectInfo& info) {
  const std::string key = self_test_key;
  if (!info.contains(key)) return std::nullopt;
  return Error{value_of(info, key + ".code"), value_of(info, key + ".where"), value_of(info, key)};
}

inline void note_self_test(SubjectInfo& info, const Error& error) {
  const std::string key = self_test_key;
  info[key] = error.message;
  info[key + ".code"] = error.code;
  info[key + ".where"] = error.where;
}

}  // namespace bindpose::conformance
