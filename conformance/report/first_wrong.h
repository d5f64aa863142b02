// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: since which stage an output is wrong, and how that is known.
#pragma once

#include "conformance/report/judged_answer.h"

namespace bindpose::conformance {

enum class StageSource {
  given,          ///< the first of the subject's own stages that is wrong
  given_after,    ///< the last of them: all are right
  defect,         ///< the first that the named defect makes wrong
  defect_by,      ///< the same, where those before it are not known of the defect
  defect_after,   ///< the last one: the named defect leaves all of them as they are
  given_by_test,  ///< the palette, which the input gives, and no other stage
  none,           ///< the input has no stages, or the subject gives none and no defect is named
};

struct FirstWrong {
  std::string stage;
  StageSource source = StageSource::none;
  std::string row = {};  ///< of the subject's own stage, if it goes wrong first: "joint 9, b_RightUpperArm"
};

/// True if the input has stages that an output can be wrong in.
bool has_stages(const JudgedAnswer& judged);
/// Their names, in order.
std::vector<std::string> stage_names(const JudgedAnswer& judged);

/// Finds the first wrong stage from the output's stages; otherwise from the first stage that the named defect
/// changes.
FirstWrong first_wrong(const JudgedAnswer& judged);
/// For an output without stages of its own. defect: its id; may be empty.
FirstWrong first_wrong(const std::string& defect, const Question& question, const Expectation& right);

/// "palette, the skinning matrices", and how that is known: "by the subject's own numbers, at joint 9, b_RightUpperArm".
std::string words_of(const FirstWrong& first);

struct WrongArray {
  std::string name;            ///< "normals"
  std::string rows;            ///< what they are: "vertices", "joints", "rows"
  std::size_t wrong = 0;       ///< rows with a number outside its bound
  double error = 0;            ///< the largest of these numbers
  std::string_view unit = {};  ///< of the numbers: "m", "s"; empty: none
  bool is_turned = false;      ///< its rows are directions that point elsewhere
  double degrees = 0;          ///< by which they do, the largest angle
  bool has_places = false;     ///< the output also has places, and every one is right
};

/// For the array that the verdict is about. Empty for an output that is right, or that cannot be compared.
std::optional<WrongArray> wrong_array(const JudgedAnswer& judged);

/// "normals of 232 vertices, by up to 180 degrees"; "values of 3 rows, with errors of up to 0.25"
std::string words_of(const WrongArray& wrong);

}  // namespace bindpose::conformance
