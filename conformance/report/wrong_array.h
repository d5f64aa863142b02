// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: of an answer in which nothing is displaced, the array that is wrong: in how many rows, and by how much.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conformance/report/judged_answer.h"

namespace bindpose::conformance {

struct WrongArray {
  std::string name;         ///< "normals"
  std::string rows;         ///< what they are: "vertices", "joints", "rows"
  std::size_t wrong = 0;    ///< rows with a number outside its bound
  double error = 0;         ///< the largest of these numbers
  bool is_turned = false;   ///< its rows are directions that point elsewhere
  double degrees = 0;       ///< by which they do, the largest angle
  bool has_places = false;  ///< the answer has places, too, and every one is right
};

/// Of the array that the verdict is about. Nothing of an answer that is right, or that cannot be compared.
std::optional<WrongArray> wrong_array(const JudgedAnswer& judged);

/// "normals of 232 vertices, by up to 180 degrees"; "values of 3 rows, by up to 0.25"
std::string words_of(const WrongArray& wrong);

}  // namespace bindpose::conformance
