// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: known defects of implementations. Each is registered once, with a function that applies it.
//
// A file conformance/defects/<folder>/<stem>.cpp lists the defects of one algorithm.
// <folder>/shared/ has defects of several algorithms of the family, general/ has defects of
// algorithms in several families:
//
//   BINDPOSE_DEFECTS(hierarchy, bones) {
//     return {{.id = "bone-ends-swapped", .when = "...", .symptom = "...", .answer = &ends_swapped}};
//   }
//
// CMake finds the file automatically.
#pragma once

#include <span>

#include "reference/model/case.h"

namespace bindpose::conformance {

/// The result of a defect for an input or a right output; empty if the defect does not apply.
using Changed = std::optional<Question>;
using Damaged = std::optional<ArraySet>;

struct Defect {
  std::string_view id;  ///< "ibm-wrong-side"
  std::string_view when =
      {};  ///< "the scales are ignored": the sentence is "your output equals what one gets when ..."
  std::string_view sentence = {};  ///< for a student; given, or derived from `when`
  std::string_view symptom = {};   ///< the visible effect: "parts orbit the world origin"
  std::string_view source =
      "(derived)";  ///< issue threads, a paper, or "(derived)" without a known occurrence
  /// Names of arrays that the defect does not change, separated by spaces. If such an array is
  /// wrong, another defect is the cause.
  std::string_view leaves_right = {};
  bool is_of_every_number =
      false;  ///< the defect determines every number; any other number means another defect
  // Exactly one of these applies the defect.
  Changed (*question)(const Question& question) =
      nullptr;  ///< changes the input; the right output for the changed input is the defect's output
  Damaged (*answer)(const Question& question, const ArraySet& right) = nullptr;
  int patch = 0;  ///< number of a patch of kernels (.defects) for patched::evaluate(); 0: none
  // Where the defect is registered; set by defects().
  std::string_view folder = {};  ///< "general", or the family
  std::string_view stem = {};    ///< stem of the file; for an algorithm's file, the algorithm's stem
  std::string_view reaches =
      {};  ///< for a patch: stems of the algorithms that it may change, separated by spaces
};

/// True if an implementation of this algorithm can have the defect: any defect in general/, or a
/// defect of the algorithm's family.
bool concerns(const Defect& defect, const Algorithm& algorithm);

/// True if the defect leaves this array of the output right.
bool leaves_right(const Defect& defect, std::string_view array);

/// True if the defect is registered for the algorithm: in its family or in general/. A patch may
/// also reach algorithms of other families.
bool is_registered_for(const Defect& defect, const Algorithm& algorithm);

/// "a patched kernel", "a changed input", "a changed output"
std::string_view how_made(const Defect& defect);

/// All defects, ordered by file. An id occurs twice only if the defect has two directions.
std::span<const Defect> defects();
/// The first defect with this id; null if the id is unknown.
const Defect* find_defect(std::string_view id);

/// The judged arrays of a result in double precision.
ArraySet judged_arrays(const Question& question, const Result<double>& result);

#define BINDPOSE_DEFECTS(folder, stem) std::vector<Defect> folder##_##stem##_defects()

}  // namespace bindpose::conformance
