// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the reference on one scalar, with its output in the format of subjects' outputs.
#pragma once

#include <utility>

#include "conformance/judge/judge.h"
#include "reference/model/case.h"
#include "reference/model/try.h"

namespace bindpose::bench {

template <class T>
Expected<conformance::Answer> evaluate(Evaluate<T> in_scalar, const Question& question,
                                       const Options& options) {
  BINDPOSE_TRY(auto result, in_scalar(question.arrays, options));
  conformance::Answer answer;
  for (ResultArray<T>& array : result.arrays)
    answer.arrays.add(std::move(array.name), std::move(array.shape),
                      Array::Reals(array.values.begin(), array.values.end()));
  return answer;
}

}  // namespace bindpose::bench
