// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: macros that pass on an expected failure.
//
//   BINDPOSE_TRY(const Mesh mesh, read_mesh(input));   // mesh is the value; an error leaves the function
//   BINDPOSE_CHECK(validate(mesh));                       // the same without a value to keep
#pragma once

#include "reference/model/error.h"

#define BINDPOSE_JOIN_(a, b) a##b
#define BINDPOSE_JOIN(a, b) BINDPOSE_JOIN_(a, b)

#define BINDPOSE_TRY_(result, declaration, ...)                    \
  auto result = (__VA_ARGS__);                                     \
  if (!result) return ::tl::unexpected(std::move(result).error()); \
  declaration = *std::move(result)
#define BINDPOSE_TRY(declaration, ...) \
  BINDPOSE_TRY_(BINDPOSE_JOIN(bindpose_result_, __LINE__), declaration, __VA_ARGS__)

#define BINDPOSE_CHECK(...)                                         \
  do {                                                              \
    if (auto bindpose_checked = (__VA_ARGS__); !bindpose_checked)   \
      return ::tl::unexpected(std::move(bindpose_checked).error()); \
  } while (false)
