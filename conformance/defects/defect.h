// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: known defects of implementations, each registered once, with a function that applies it.
//
// A file conformance/defects/<folder>/<stem>.cpp lists those of one algorithm, <folder>/shared/ has those of several algorithms
// of the family, general/ those of algorithms of several families:
//
//   BINDPOSE_DEFECTS(hierarchy, bones) {
//     return {{.id = "bone-ends-swapped", .when = "...", .symptom = "...", .answer = &ends_swapped}};
//   }
//
// CMake finds the file; no other file needs a change.
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
  std::string_view sentence = {};         ///< for a student; made from `when`, or given
  std::string_view symptom = {};          ///< the visible effect: "parts orbit the world origin"
  std::string_view source = "(derived)";  ///< issue threads, a paper, or no known occurrence
  /// Names of arrays that the defect does not change, separated by spaces. If such an array is wrong, the cause is
  /// another defect.
  std::string_view leaves_right = {};
  bool is_of_every_number =
      false;  ///< the defect determines every number; any other number means another defect
  // Exactly one of these applies the defect.
  Changed (*question)(const Question& question) =
      nullptr;  ///< changes the input, whose right output is then the defect's output
  Damaged (*answer)(const Question& question, const ArraySet& right) = nullptr;
  int patch = 0;  ///< a patch of kernels (.defects): its number for patched::evaluate(); 0: none
  // The place of registration, filled in by defects().
  std::string_view folder = {};   ///< "general", or the family
  std::string_view stem = {};     ///< stem of the file; for an algorithm's file, the algorithm's stem
  std::string_view reaches = {};  ///< for a patch: stems of the algorithms that it may change, between spaces
};

/// True if an implementation of this algorithm can have the
/// defect: any defect in general/, else those of its family.
bool concerns(const Defect& defect, const Algorithm& algorithm);

/// True if the defect leaves this array of the output right.
bool leaves_right(const Defect& defect, std::string_view array);

/// True if it is registered for the algorithm: in its family, or in general/. A patch may reach algorithms of
/// other families.
bool is_registered_for(const Defect& defect, const Algorithm& algorithm);

/// "a patched kernel", "a changed input", "a changed output"
std::string_view how_made(const Defect& defect);

/// All defects, file by file. An id occurs twice only if the defect has two directions.
std::span<const Defect> defects();
/// The first defect with that id; null if it is unknown.
const Defect* find_defect(std::string_view id);

/// The judged arrays of an evaluation in double.
ArraySet judged_arrays(const Question& question, const Result<double>& result);

#define BINDPOSE_DEFECTS(folder, stem) std::vector<Defect> folder##_##stem##_defects()

}  // namespace bindpose::conformance
