// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a sound document broken in one place, and the remark that it must lead to. For tests.
#pragma once

#include <functional>
#include <ostream>

#include <gtest/gtest.h>

#include "reference/gltf/asset.h"
#include "reference/gltf/sample_document.h"

namespace bindpose::gltf {

/// A change that breaks skinned_sample(), and the remark that it must lead to.
struct BrokenSample {
  const char* name;
  std::function<void(SampleDocument&)> change;
  const char* code;
  const char* pointer;
  Issue::Severity severity = Issue::Severity::error;
};

inline void PrintTo(const BrokenSample& broken, std::ostream* out) {
  *out << broken.name;
}

/// Expects the remark after the change, and not before it.
inline void expect_remark(const BrokenSample& broken) {
  SampleDocument sample = skinned_sample();
  ASSERT_FALSE(has_issue(issues_of(sample), broken.severity, broken.code, broken.pointer));
  broken.change(sample);
  const std::vector<Issue> issues = issues_of(sample);
  EXPECT_TRUE(has_issue(issues, broken.severity, broken.code, broken.pointer))
      << broken.code << " at " << broken.pointer << " is missing in\n"
      << listed(issues);
}

}  // namespace bindpose::gltf
