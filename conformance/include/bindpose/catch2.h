// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a matcher of Catch2, version 2 or 3: CHECK_THAT(outputs, bindpose::call::IsRight(inputs)).
#ifndef BINDPOSE_CATCH2_H
#define BINDPOSE_CATCH2_H

#include <string>
#include <utility>
#include <vector>

#include "bindpose/judgement.h"
#if __has_include(<catch2/matchers/catch_matchers.hpp>)
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#else
#include <catch2/catch.hpp>
#endif

namespace bindpose::call {

#if __has_include(<catch2/matchers/catch_matchers.hpp>)
using Matcher = Catch::Matchers::MatcherBase<Arrays>;
#else
using Matcher = Catch::MatcherBase<Arrays>;
#endif

/// Matches right outputs; describes other outputs with the message of the judgement. The inputs
/// must outlive the matcher.
class IsRight final : public Matcher {
 public:
  explicit IsRight(const Inputs& inputs, std::vector<std::string> accept = {})
      : inputs_(inputs), accept_(std::move(accept)) {}

  bool match(const Arrays& outputs) const override {
    const Judgement judged = judge(inputs_, outputs, accept_);
    message_ = judged.message;
    return static_cast<bool>(judged);
  }

  std::string describe() const override {
    return message_.empty() ? "is right" : "is not right\n" + message_;
  }

 private:
  const Inputs& inputs_;
  std::vector<std::string> accept_;
  mutable std::string message_;
};

}  // namespace bindpose::call

#endif
