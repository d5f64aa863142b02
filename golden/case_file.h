// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one case as a golden file: the input, the exact output rounded once, and bounds for float32.
//
// Tensors of the file, by prefix:
//   input.NAME      the input's arrays, F32 or I32
//   tap.NAME        results of earlier stages (world transforms, palette), F64
//   expected.NAME   the judged arrays, F64: evaluated with a 113-bit significand, rounded once
//   bound.NAME      for every stage and judged array, F32: largest |float32 output - exact output|; see bound.h
//   undefined.NAME  [#rows] I32, only if there are any: rows of that array without an output; they hold zeros
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reference/model/case.h"

namespace bindpose::golden {

/// Largest error of the double evaluation over the elements of one array, in units in the last place of the
/// array's largest element.
struct Deviation {
  std::string array;
  double ulps = 0;
};

struct CaseFile {
  std::vector<std::byte> bytes;       ///< safetensors
  std::vector<Undefined> undefined;   ///< sorted by array and row
  std::vector<Deviation> deviations;  ///< one for each judged array
};

/// The policies of a case, with defaults for those that it does not set.
Options resolved_policies(const Case& c);

/// Errors: from the input and the evaluations; GOLDEN_UNDEFINED (different rows have an output in double and in
/// 113 bits), GOLDEN_NOT_FINITE (an exact output that is not a number), GOLDEN_VACUOUS (no element of the output
/// can be judged), NOT_FLOAT32 (an input).
Expected<CaseFile> make_case_file(const Case& c);

}  // namespace bindpose::golden
