// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/palette.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet palette_question(std::size_t size, Random& random) {
  std::vector<Affine<double>> world(size), inverse_binds(size);
  for (Affine<double>& W : world)
    W = sample_affine(random);
  for (Affine<double>& A : inverse_binds)
    A = sample_affine(random);
  ArraySet question;
  add_affines(question, "world", world);
  add_affines(question, "inverse_binds", inverse_binds);
  return question;
}

}  // namespace bindpose::samples
