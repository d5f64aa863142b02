// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a failed start of a subject, or a failed self-test of a device, as part of the subject's facts.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Prefix of SubjectInfo keys that hold the error of the self-test. A device that passes has none.
inline constexpr const char* self_test_key = "self_test";
/// Prefix of keys that hold the reason why a subject did not start.
inline constexpr const char* start_key = "start";
/// Key of the text that names, in --subject, a subject that did not start.
inline constexpr const char* started_as = "start.subject";

/// The error that note_error() stored with this key, if any.
inline std::optional<Error> noted_error(const SubjectInfo& info, const std::string& key) {
  if (!info.contains(key)) return std::nullopt;
  return Error{value_of(info, key + ".code"), value_of(info, key + ".where"), value_of(info, key)};
}

inline void note_error(SubjectInfo& info, const std::string& key, const Error& error) {
  info[key] = error.message;
  info[key + ".code"] = error.code;
  info[key + ".where"] = error.where;
}

/// Error of the self-test with which the device was opened; none: it passed, or the subject has no self-test.
inline std::optional<Error> self_test_error(const SubjectInfo& info) {
  return noted_error(info, self_test_key);
}

inline void note_self_test(SubjectInfo& info, const Error& error) {
  note_error(info, self_test_key, error);
}

}  // namespace bindpose::conformance
