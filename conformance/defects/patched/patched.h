// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates algorithms with selected patches of their kernels.
#pragma once

#include <span>

#include "reference/model/case.h"

namespace bindpose::patched {

/// A defect of a .defects file.
struct Patch {
  int number = 0;  ///< starts at 1
  std::string_view folder, stem, id, sentence, symptom, source;
  std::string_view leaves_right;  ///< arrays that the defect does not change, separated by spaces
  std::string_view reaches;  ///< stems of the algorithms that include a changed file, separated by spaces
};
std::span<const Patch> patches();

/// The output, in double precision, of the input's algorithm with these patches; without patches,
/// the reference's. Errors NOT_APPLICABLE if the evaluation reaches none of the patches, and errors
/// of the evaluation.
Expected<Result<double>> evaluate(std::span<const int> patches, const Question& question);

}  // namespace bindpose::patched
