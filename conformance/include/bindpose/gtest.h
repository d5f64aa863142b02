// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an assertion of GoogleTest: EXPECT_TRUE(bindpose::call::is_right(inputs, outputs)).
#ifndef BINDPOSE_GTEST_H
#define BINDPOSE_GTEST_H

#include <string>
#include <vector>

#include "bindpose/judgement.h"
#include <gtest/gtest.h>

namespace bindpose::call {

/// True if every output is right; otherwise contains the message of the judgement.
inline testing::AssertionResult is_right(const Inputs& inputs, const Arrays& outputs,
                                         const std::vector<std::string>& accept = {}) {
  const Judgement judged = judge(inputs, outputs, accept);
  return (judged ? testing::AssertionSuccess() : testing::AssertionFailure()) << judged.message;
}

}  // namespace bindpose::call

#endif
