// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates algorithms with patches of their kernels switched on.
#pragma once

#include <span>

#include "reference/model/case.h"

namespace bindpose::patched {

/// A defect of a .defects file.
struct Patch {
  int number = 0;  ///< from 1
  std::string_view folder, stem, id, sentence, symptom, source;
  std::string_view leaves_right;  ///< arrays that it leaves right, between spaces
  std::string_view reaches;  ///< stems of the algorithms that include a file that it changes, between spaces
};
std::span<const Patch> patches();

/// The output, in double, of the input's algorithm with these patches; without patches, the reference's.
/// Errors NOT_APPLICABLE if the evaluation reaches none of the patches, and errors of the evaluation.
Expected<Result<double>> evaluate(std::span<const int> patches, const Question& question);

}  // namespace bindpose::patched
