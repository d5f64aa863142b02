// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, submissions with deliberate faults.
#pragma once

#include "conformance/grade/grader.h"

namespace bindpose::conformance {

/// The reference in float32, whose outputs a test can change.
class Fake : public Subject {
 public:
  using Change = std::function<Expected<Answer>(const Question& question, Answer right)>;

  explicit Fake(Change change = {}) : change_(std::move(change)) {}

  std::string name() const override { return called; }
  SubjectInfo info() const override { return described; }
  std::vector<Options> variants(const Algorithm& algorithm, Level level) const override {
    if (offered && !offered(algorithm, level)) return {};
    return {Options{}};
  }
  Expected<Answer> run(const Question& question, const Options&) override {
    ++asked;
    BINDPOSE_TRY(const auto result,
                 question.algorithm->implementation.in_float(question.arrays, question.options));
    return change_ ? change_(question, as_answer(result)) : as_answer(result);
  }

  AcceptedDeviations terms(const Algorithm&, Level) const override { return declared; }

  std::string called = "fake";
  SubjectInfo described = {{"renderer", "fake"}};
  std::function<bool(const Algorithm&, Level)> offered;
  AcceptedDeviations declared = {.every_policy = true};
  int asked = 0;

 private:
  Change change_;
};

/// Four exercises of 10 points each: matrices, exercises that need them, and an independent one.
inline const char* small_rubric = R"({
  "format": "bindpose-rubric-1", "title": "Small", "exercises": [
    {"id": "skin", "title": "Skin", "points": 10, "needs": ["palette"], "hint": "Think again.", "source": "skin.py",
     "visible": ["skinning.linear_blend.bar.scaled.direction.pose.*"],
     "hidden": ["skinning.linear_blend.bar.posed.direction.pose.*"], "fresh": 2},
    {"id": "world", "title": "World", "points": 10, "visible": ["hierarchy.fk_matrix.bar.*"], "partial": "cases"},
    {"id": "palette", "title": "Palette", "points": 10, "needs": ["world"], "visible": ["hierarchy.palette.*"],
     "partial": "none"},
    {"id": "slerp", "title": "Slerp", "points": 10, "visible": ["animation.slerp.turn.120.*"]}
  ]})";

inline std::unique_ptr<Grader> small_grader(const std::string& seed = "seed") {
  return std::move(*Grader::make(*parse_rubric(small_rubric, "small.json"), seed));
}

}  // namespace bindpose::conformance
