// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: grade sheets for tests of the formats: every status, hidden content, and malicious text.
#pragma once

#include "conformance/grade/formats/sheet.h"

namespace bindpose::conformance {

/// Texts that students must not see: names and numbers of hidden and generated cases, and the seed.
inline const std::vector<std::string> secrets = {"secret-scene", "987654", "123456", "5eed5eed"};

inline CaseGrade right_case(std::string name) {
  CaseGrade grade;
  grade.name = std::move(name);
  grade.verdict.outcome = Outcome::pass;
  grade.credit = 1;
  return grade;
}

inline CaseGrade accepted_case(std::string name) {
  CaseGrade grade = right_case(std::move(name));
  grade.verdict.precision_class = "half-palette";
  grade.verdict.detail = "within half-palette; positions[7].y is 0.25, expected 0.5 within 1e-6";
  return grade;
}

inline CaseGrade wrong_case(std::string name, Outcome outcome = Outcome::fail) {
  CaseGrade grade;
  grade.name = std::move(name);
  grade.verdict.outcome = outcome;
  grade.verdict.detail = "positions[7].y is 0.25, expected 0.5 within 1e-6";
  grade.verdict.subject_seconds = 0.125;
  ArrayVerdict array;
  array.name = "positions";
  array.failing = 3;
  array.row = 7;
  array.component = 1;
  array.width = 3;
  array.expected = 0.5;
  array.got = 0.25;
  array.worst_fraction = std::numeric_limits<double>::infinity();
  grade.verdict.arrays = {array};
  grade.feedback = "Vertex 7 is half as high as it should be.";
  return grade;
}

/// A case of which students see only that it is wrong.
inline CaseGrade secret_case(bool fresh) {
  CaseGrade grade = wrong_case("secret-scene.bend-42");
  grade.hidden = !fresh;
  grade.fresh = fresh;
  grade.verdict.detail = "positions[987654][1] is 123456";
  grade.verdict.arrays[0].row = 987654;
  grade.verdict.arrays[0].expected = 123456;
  grade.verdict.subject_seconds = 123456;
  grade.feedback = "A case of the same kind is wrong.";
  return grade;
}

inline ExerciseGrade exercise(std::string id, ExerciseStatus status, double score,
                              std::vector<CaseGrade> cases) {
  ExerciseGrade grade;
  grade.title = "1. About " + id;
  grade.id = std::move(id);
  grade.points = 4;
  grade.score = score;
  grade.status = status;
  grade.cases = std::move(cases);
  return grade;
}

/// Every status once, and every outcome.
inline GradeSheet mixed_sheet() {
  GradeSheet sheet;
  sheet.rubric = "Skinning, week 3";
  sheet.submission = "anna";
  sheet.seed = "5eed5eed";
  sheet.complete = true;
  sheet.seconds = 2.5;
  sheet.exercises = {
      exercise("palette", ExerciseStatus::passed, 4, {right_case("a"), accepted_case("half")}),
      exercise("linear-blend", ExerciseStatus::partial, 4.0 / 3,
               {right_case("a"), secret_case(false), secret_case(true), wrong_case("b"), wrong_case("c")}),
      exercise("crashes", ExerciseStatus::failed, 0,
               {wrong_case("a", Outcome::crash), wrong_case("b", Outcome::timeout),
                wrong_case("c", Outcome::invalid_output), wrong_case("d", Outcome::not_supported)}),
      exercise("dual-quaternion", ExerciseStatus::blocked, 0, {}),
      exercise("volume", ExerciseStatus::skipped, 0, {})};
  sheet.exercises[1].source = "src/linear blend.cpp";
  sheet.exercises[1].feedback = "One bone works, two do not.\nLook at the weights.";
  sheet.exercises[3].needs = {"linear-blend"};
  sheet.exercises[3].blocked_by = "linear-blend";
  sheet.points = 20;
  sheet.score = 4 + 4.0 / 3;
  return sheet;
}

inline GradeSheet passed_sheet() {
  GradeSheet sheet = mixed_sheet();
  sheet.submission = "berta";
  sheet.exercises.resize(1);
  sheet.score = sheet.points = 4;
  return sheet;
}

inline GradeSheet broken_sheet() {
  GradeSheet sheet = mixed_sheet();
  sheet.submission = "carl";
  sheet.score = 0;
  sheet.broken = Error{"CRASH", "cmd:./a.out", "died of signal 11 before it said hello"};
  for (ExerciseGrade& exercise : sheet.exercises) {
    exercise.score = 0;
    exercise.status = ExerciseStatus::failed;
    exercise.cases.clear();
    exercise.feedback.clear();
  }
  return sheet;
}

inline GradeSheet judge_error_sheet() {
  GradeSheet sheet = mixed_sheet();
  sheet.submission = "dora";
  sheet.judge_error = Error{"SANDBOX_MISSING", "bwrap", "is not installed"};
  sheet.complete = false;
  return sheet;
}

/// Written after the first exercise.
inline GradeSheet unfinished_sheet() {
  GradeSheet sheet = mixed_sheet();
  sheet.submission = "emil";
  sheet.complete = false;
  sheet.score = 4;
  for (std::size_t e = 1; e < sheet.exercises.size(); ++e) {
    sheet.exercises[e].status = ExerciseStatus::failed;
    sheet.exercises[e].score = 0;
    sheet.exercises[e].cases.clear();
    sheet.exercises[e].feedback.clear();
    sheet.exercises[e].blocked_by.clear();
  }
  return sheet;
}

/// Text that could break out of the format in which a submission's words are printed.
inline const std::vector<std::string> hostile_words = {
    "=cmd|' /C calc'!A0",
    "  @SUM(1)",
    "-2+3",
    "</td><script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "]]></failure><failure>&amp;<!-- -->",
    std::string("nul\0esc\x1b[2Jbell\x07\x7f", 17),
    "no utf-8 \xFF\xC3\x28\xED\xA0\x80 and U+FFFE \xEF\xBF\xBE",
    "\n::set-env name=PATH::/tmp\n  ::add-mask::a\n##[command]x",
    "# heading\n- list\n1. one\n> quote\n```\n| a | b |\n[x](javascript:alert(1)) ![x](//x) **b** $$x$$ <b>",
    "comma, \"quote\", line\r\nand\rreturn\ttab",
    "../../etc/passwd"};

/// A sheet with these words in every text field.
inline GradeSheet hostile_sheet(const std::string& words) {
  GradeSheet sheet = mixed_sheet();
  sheet.rubric = sheet.submission = words;
  for (ExerciseGrade& exercise : sheet.exercises) {
    exercise.title = exercise.feedback = exercise.source = words;
    exercise.id += words;
    if (!exercise.blocked_by.empty()) exercise.blocked_by = words;
    for (CaseGrade& grade : exercise.cases) {
      if (!grade.hidden && !grade.fresh) grade.name += words;
      grade.feedback = words;
      grade.verdict.detail = words;
      for (ArrayVerdict& array : grade.verdict.arrays)
        array.name = words;
    }
  }
  return sheet;
}

inline std::vector<GradeSheet> every_sheet() {
  std::vector<GradeSheet> sheets = {mixed_sheet(),       passed_sheet(),     broken_sheet(),
                                    judge_error_sheet(), unfinished_sheet(), GradeSheet()};
  for (const std::string& words : hostile_words) {
    sheets.push_back(hostile_sheet(words));
    sheets.push_back(hostile_sheet(words));
    sheets.back().broken = Error{words, words, words};
  }
  GradeSheet odd = mixed_sheet();
  odd.score = odd.exercises[0].score = std::numeric_limits<double>::quiet_NaN();
  sheets.push_back(odd);
  return sheets;
}

}  // namespace bindpose::conformance
