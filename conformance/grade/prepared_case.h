// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a case as the grader keeps it for all submissions.
#pragma once

#include <mutex>
#include <optional>

#include "conformance/judge/explanations.h"
#include "conformance/judge/stages.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// A case, its question and what is expected: made when it is first asked, for all submissions.
struct PreparedCase {
  explicit PreparedCase(Case c) : from(std::move(c)) {}

  void prepare() {
    std::call_once(once_, [this] {
      auto asked = asked_case(from);
      if (!asked) {
        error = asked.error();
        return;
      }
      question = std::move(asked->question);
      expectation = std::move(asked->expectation);
      stages = stage_count(expectation);
    });
  }

  Case from;
  Question question;
  Expectation expectation;
  std::optional<Error> error;
  std::size_t stages = 0;
  Explanations explanations;

 private:
  std::once_flag once_;
};

}  // namespace bindpose::conformance
