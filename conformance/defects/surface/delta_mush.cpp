// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A mean of no neighbours. The other defects of delta mush are patches.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

/// 0 / 0 at vertices without triangles.
Damaged divided_by_none(const Question& question, const ArraySet& right) {
  if (!question.arrays.has("triangles")) return std::nullopt;
  const Array::Integers& used = question.arrays.find("triangles")->integers();
  const std::size_t V = question.arrays.find("positions")->shape[0];
  ArraySet damaged = right;
  for (const Array& array : right) {
    const std::size_t width = array.reals().size() / V;
    change_rows(damaged, array.name, width, [&](double* row, std::size_t v) {
      if (std::find(used.begin(), used.end(), static_cast<std::int32_t>(v)) == used.end())
        std::fill_n(row, width, std::numeric_limits<double>::quiet_NaN());
    });
  }
  return damaged;
}

}  // namespace

BINDPOSE_DEFECTS(surface, delta_mush) {
  return {{.id = "nan-without-neighbours",
           .sentence =
               "your output is not a number at a vertex of no triangle: the mean over no neighbours is 0 / 0",
           .symptom = "loose vertices vanish",
           .answer = &divided_by_none}};
}

}  // namespace bindpose::conformance
