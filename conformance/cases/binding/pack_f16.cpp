// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for half floats. Varied: the number of slots, sums and rounding of weights, whether
// stored weights must sum to 1; no weights.
#include "conformance/cases/shared/packing_case.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {
namespace {

/// Weights halfway between two half floats: near the smallest normal number, near half the smallest
/// number, and among the largest.
ArraySet edges() {
  constexpr double normal = 0x1p-14, least = 0x1p-24;
  return packing({{1 + 0x1p-11, 1 + 3 * 0x1p-11, 0.5 + 0x1p-12, 0.25 + 3 * 0x1p-13},
                  {least, least / 2, 1.5 * least, 1.25 * least},
                  {0.5078125 * least, normal, normal - least, normal - least / 2},
                  {0.4375 * normal, 0.4375 * normal + 0.75 * least, 0.75 * normal, 3 * least},
                  {2049, 2051, 65488, 65472}},
                 256);
}

/// Weights halfway between two half floats. The even neighbour is alternately below and above.
ArraySet ties() {
  return packing(4, 256,
                 {0.5 + 0x1p-12, 0.25 + 0x1p-13, 0.125 + 3 * 0x1p-14, 0.0625 + 0x1p-15,  //
                  0.25 + 5 * 0x1p-13, 0.5 + 5 * 0x1p-12, 0.125 + 0x1p-14, 0.0625 + 3 * 0x1p-15});
}

/// Weights far below 1, most of which are subnormal half floats.
ArraySet small_weights() {
  constexpr double least = 0x1p-24;
  return packing(4, 256, {0.75, 300 * least, 17 * least, 0, 0.5, 1000.25 * least, 0.75 * least, 0x1p-15});
}

/// Two vertices with three slots each; all weights are 1.
ArraySet without_weights() {
  return ArraySet{}.add("joints", {2, 3}, Array::Integers{3, 1, 0, 2, 2, 5});
}

}  // namespace

void pack_f16_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "pack_f16");
  const Options alone = {{"sum", "as-rounded"}};
  add("four.one", "Ties, tiny weights, a single joint, sums other than 1, a vertex without weights.",
      &packed_question, std::size_t{256});
  add("eight.one", "Eight slots.", &packed_question_of, std::size_t{8}, std::size_t{256});
  add("four.as-rounded", "Each weight is rounded alone; sums are not corrected.", &packed_question,
      std::size_t{256})
      .options = alone;
  add("eight.as-rounded", "Eight slots; each weight is rounded alone.", &packed_question_of, std::size_t{8},
      std::size_t{256})
      .options = alone;
  add("edges.as-rounded", "Ties round to the even half float; below 2^-14 half floats are subnormal.", &edges)
      .options = alone;
  add("ties.as-rounded", "Only ties, in the middle of the range.", &ties).options = alone;
  add("small.as-rounded", "Small weights keep the precision of subnormal half floats.", &small_weights)
      .options = alone;
  add("without-weights.as-rounded", "Without the array, every weight is 1.", &without_weights).options =
      alone;
}

}  // namespace bindpose::conformance::binding
