// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: gets an expected value in a test, or fails.
//
//   BINDPOSE_ASSERT(const Mesh mesh, read_mesh(input));  // mesh is the value; an error ends the test, which prints it
//   EXPECT_EQ(test::code_of(read_mesh("no file")), "FILE_READ");
#pragma once

#include <gtest/gtest.h>

#include "reference/model/try.h"

namespace bindpose::test {

/// The error of an Expected; nothing for an optional.
template <class Result>
std::string error_of(const Result& result) {
  if constexpr (requires { result.error(); })
    return to_string(result.error());
  else
    return "";
}

/// The code of a refusal, and "CODE where"; empty if there is a value.
template <class Result>
std::string code_of(const Result& result) {
  return result ? "" : result.error().code;
}
template <class Result>
std::string refusal_of(const Result& result) {
  return result ? "" : result.error().code + " " + result.error().where;
}
template <class Result>
void expect_error(const Result& result, const std::string& code, const std::string& where) {
  EXPECT_EQ(refusal_of(result), code + " " + where);
}

}  // namespace bindpose::test

#define BINDPOSE_ASSERT_(result, declaration, ...)         \
  auto result = (__VA_ARGS__);                             \
  ASSERT_TRUE(result) << bindpose::test::error_of(result); \
  declaration = *std::move(result)
#define BINDPOSE_ASSERT(declaration, ...) \
  BINDPOSE_ASSERT_(BINDPOSE_JOIN(bindpose_result_, __LINE__), declaration, __VA_ARGS__)
