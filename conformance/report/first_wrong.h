// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the first wrong stage of an output, and the evidence for it.
#pragma once

#include "conformance/report/judged_answer.h"

namespace bindpose::conformance {

enum class StageSource {
  given,          ///< the subject's own stages: the first wrong one
  given_after,    ///< the subject's own stages are all right, so the last one
  defect,         ///< the first stage that the named defect changes
  defect_by,      ///< the same, if the defect's effect on earlier stages is unknown
  defect_after,   ///< the named defect changes no stage, so the last one
  given_by_test,  ///< the input gives the palette: the only stage
  none,           ///< no stages, or neither stages of the subject nor a named defect
};

struct FirstWrong {
  std::string stage;
  StageSource source = StageSource::none;
  std::string row = {};  ///< the first error in the subject's own stage: "joint 9, b_RightUpperArm"
};

/// True if the input has stages.
bool has_stages(const JudgedAnswer& judged);
/// Their names, in order.
std::vector<std::string> stage_names(const JudgedAnswer& judged);

/// Finds the first wrong stage from the output's stages; otherwise from the first stage that the named defect
/// changes.
FirstWrong first_wrong(const JudgedAnswer& judged);
/// For an output without its own stages. defect: its id; may be empty.
FirstWrong first_wrong(const std::string& defect, const Question& question, const Expectation& right);

/// "palette, the skinning matrices", and the reason: "by the subject's own numbers, at joint 9, b_RightUpperArm".
std::string words_of(const FirstWrong& first);

struct WrongArray {
  std::string name;            ///< "normals"
  std::string rows;            ///< kind of row: "vertex", "joint", "row"
  std::size_t wrong = 0;       ///< rows with a number outside its bound
  double error = 0;            ///< the largest of these numbers
  std::string_view unit = {};  ///< unit of the numbers: "m", "s"; empty: none
  bool is_turned = false;      ///< its rows are directions, and some are rotated
  double degrees = 0;          ///< largest angle between expected and actual directions
  bool has_places = false;     ///< the output also has positions, and all are right
};

/// For the array of the verdict. Empty for a right output, or one that cannot be compared.
std::optional<WrongArray> wrong_array(const JudgedAnswer& judged);

/// "normals of 232 vertices, by up to 180 degrees"; "values of 3 rows, with errors of up to 0.25"
std::string words_of(const WrongArray& wrong);

}  // namespace bindpose::conformance
