// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a case that the grader prepares once for all submissions.
#pragma once

#include "conformance/judge/explanations.h"
#include "conformance/judge/stages.h"

namespace bindpose::conformance {

/// A case, its input and its expected output; made at first use, for all submissions.
struct PreparedCase {
  explicit PreparedCase(Case c, Options by = {}) : from(std::move(c)), policies(std::move(by)) {}

  void prepare() {
    std::call_once(once_, [this] {
      auto asked = asked_case(from, policies);
      if (!asked) {
        error = asked.error();
        return;
      }
      question = std::move(asked->question);
      expectation = std::move(asked->expectation);
    });
  }

  /// The case under these policies, computed once; without policies, this case.
  PreparedCase& by(const Options& others) {
    if (others.empty()) return *this;
    const std::lock_guard lock(mutex_);
    auto& made = by_[others];
    if (made == nullptr) made = std::make_unique<PreparedCase>(from, others);
    return *made;
  }

  Case from;
  Options policies;
  Question question;
  Expectation expectation;
  std::optional<Error> error;
  Explanations explanations;

 private:
  std::once_flag once_;
  std::mutex mutex_;  ///< guards the members below
  std::map<Options, std::unique_ptr<PreparedCase>> by_;
};

}  // namespace bindpose::conformance
