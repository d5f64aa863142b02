// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/inverse_bind.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet inverse_bind_question(std::size_t size, Random& random) {
  std::vector<Affine<double>> bind(size);
  for (Affine<double>& B : bind)
    B = sample_affine(random);
  ArraySet question;
  add_affines(question, "bind", bind);
  return question;
}

}  // namespace bindpose::samples
