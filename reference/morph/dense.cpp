// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/dense.h"

#include "reference/morph/shared/dense_answer.h"

namespace bindpose::morph {
namespace dense_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + target_arrays(),
          .outputs = surface_arrays(),
          .options = {normalisations.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return dense_answer(in, read_targets(in));
}

}  // namespace dense_question

BINDPOSE_IMPLEMENT(dense)

}  // namespace bindpose::morph
