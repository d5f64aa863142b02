// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the exercises, the cases that judge them, and their points. A rubric is a JSON file by
// grade/rubric.schema.json; course/rubric.json is one.
// And: warnings for the author of a rubric that is valid.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "conformance/judge/accepted_deviations.h"

namespace bindpose::conformance {

/// Credit of a wrong case.
enum class PartialCredit {
  stages,  ///< the share of stages before the first wrong one; an exercise gives the mean of its cases
  cases,   ///< 0; an exercise gives the share of right cases
  none,    ///< 0; an exercise with a wrong case gives nothing
};

/// How to treat an exercise if a needed exercise has not passed.
enum class Unmet {
  skip,   ///< the exercise is not judged
  judge,  ///< the exercise is judged, without cases whose first wrong stage belongs to a needed exercise
};

/// How visible cases of an exercise count if no hidden case is right (grader.h).
enum class OnlyVisibleRight {
  as_hidden,  ///< each counts at most the mean credit of the hidden cases
  as_usual,   ///< as if the hidden cases were right
};

struct RubricCase {
  const Case* from = nullptr;
  bool hidden = false;
};

struct Exercise {
  std::string id;     ///< stable: letters, digits and . - _
  std::string title;  ///< "8. Skinning"
  double points = 0;
  std::string source;             ///< the student's file that belongs to it; may be empty
  std::string hint;               ///< shown if the exercise has not passed; may be empty
  std::vector<RubricCase> cases;  ///< visible ones first, each in the order of built_in_cases()
  std::size_t fresh = 0;          ///< number of fresh cases made from these
  std::vector<std::string> needs;
  Unmet if_needed_fails = Unmet::skip;
  PartialCredit partial = PartialCredit::stages;
};

struct Rubric {
  std::string title;
  std::vector<Exercise> exercises;
  std::shared_ptr<const std::vector<Case>> own;  ///< from its own files of cases and from its assets
  std::optional<double> seconds;                 ///< time limit per input
  std::optional<std::size_t> memory;             ///< memory limit in MiB
  AcceptedDeviations accept;                     ///< precision classes and policies that also count as right
  OnlyVisibleRight if_only_visible_right = OnlyVisibleRight::as_hidden;
  std::optional<double>
      hidden_weight;  ///< share of an exercise's points for its hidden cases; nothing: each case counts alike
  double class_credit = 0;         ///< for a wrong case that another precision class explains, 0 to 1
  double policy_credit = 0;        ///< for a wrong case that another policy explains, 0 to 1
  std::vector<std::string> notes;  ///< for the author of the rubric (rubric_notes.h)
  std::string hash;                ///< hash of the file's text and of its own cases
};

/// Errors, at "where#/exercises/2/points": RUBRIC_JSON (not JSON), RUBRIC_FORMAT (another format),
/// RUBRIC_FIELD (missing, unknown, of another type or out of range), RUBRIC_ACCEPT (no such
/// precision class or policy), RUBRIC_ID (twice), RUBRIC_NEEDS (unknown or in a circle),
/// RUBRIC_GLOB (matches no case), RUBRIC_CASES (no case at all).
/// folder: base of the paths of its own cases and assets. RUBRIC_ASSET (not a valid glTF file);
/// errors of read_own_cases().
Expected<Rubric> parse_rubric(std::string_view text, const std::string& where,
                              const std::filesystem::path& folder = "");
/// Reads a rubric from a file; also FILE_READ, FILE_SIZE.
Expected<Rubric> read_rubric(const std::filesystem::path& file);

/// Notes in this order: globs with former names; `hidden` globs that match built-in cases, whose
/// outputs are public; exercises that have cases in common. exercises: the field of the file that
/// gave the rubric.
std::vector<std::string> notes_on(const Rubric& rubric, const nlohmann::ordered_json& exercises,
                                  const std::string& where);

}  // namespace bindpose::conformance
