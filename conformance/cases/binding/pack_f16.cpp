// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of half floats. Varied: how many slots, what weights sum to and how they round, whether they are to sum to 1.
#include "conformance/cases/shared/packing_case.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::binding {

void pack_f16_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "pack_f16");
  const DefectIds one = {"pack-each-alone", "pack-cut-off", "pack-other-sum"},
                  rounded = {"pack-halves-cut", "pack-other-sum"};
  const Options alone = {{"sum", "as-rounded"}};
  add("four.one", "Ties, tiny weights, a joint alone, sums that are not 1, a vertex without weights.", one,
      &packed_question, std::size_t{256});
  add("eight.one", "Eight slots.", one, &packed_question_of, std::size_t{8}, std::size_t{256});
  add("four.as-rounded", "Each by itself; sums stay what they are.", rounded, &packed_question,
      std::size_t{256})
      .options = alone;
  add("eight.as-rounded", "Eight slots each by itself.", rounded, &packed_question_of, std::size_t{8},
      std::size_t{256})
      .options = alone;
}

}  // namespace bindpose::conformance::binding
