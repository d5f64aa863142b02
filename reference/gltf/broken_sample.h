// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, a valid document with one invalid value, and the error or warning that it must cause.
#pragma once

#include <gtest/gtest.h>

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf {

/// A change that makes skinned_sample() invalid, and the error or warning that it must cause.
struct BrokenSample {
  const char* name;
  std::function<void(SampleDocument&)> change;
  const char* code;
  const char* pointer;
  Issue::Severity severity = Issue::Severity::error;
};

/// A change that puts a value at a place of the document.
inline auto with(const char* pointer, Json value) {
  return [=](SampleDocument& s) { s.json[Json::json_pointer(pointer)] = value; };
}
inline auto with(const char* pointer, const Json& value, const char* second, const Json& other) {
  return [=](SampleDocument& s) { with(pointer, value)(s), with(second, other)(s); };
}
/// A change that removes the value at a position of the document.
inline auto without(const char* pointer) {
  return [=](SampleDocument& s) { s.json = s.json.patch({{{"op", "remove"}, {"path", pointer}}}); };
}

/// A wrong value with an error at its own place.
inline BrokenSample wrong(const char* name, const char* pointer, const Json& value, const char* code,
                          Issue::Severity severity = Issue::Severity::error) {
  return {name, with(pointer, value), code, pointer, severity};
}

/// Expects the error or warning after the change, but not before it.
inline void expect_remark(const BrokenSample& broken) {
  SCOPED_TRACE(broken.name);
  SampleDocument sample = skinned_sample();
  ASSERT_FALSE(has_issue(issues_of(sample), broken.severity, broken.code, broken.pointer));
  broken.change(sample);
  const std::vector<Issue> issues = issues_of(sample);
  EXPECT_TRUE(has_issue(issues, broken.severity, broken.code, broken.pointer))
      << broken.code << " at " << broken.pointer << " is missing in\n"
      << listed(issues);
}

}  // namespace bindpose::gltf
