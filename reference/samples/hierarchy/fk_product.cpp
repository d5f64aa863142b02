// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_product.h"

#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet fk_product_question(std::size_t size, Random& random) {
  const std::vector<int> parents = sample_parents(size, random);
  std::vector<Affine<double>> rest(size);
  Array::Reals rotations;
  for (Affine<double>& M : rest) {
    M = sample_affine(random);
    const Quat<double> q = random.rotation();
    rotations.insert(rotations.end(), q.coeffs().begin(), q.coeffs().end());
  }
  ArraySet question;
  question.add("parents", {size}, Array::Integers(parents.begin(), parents.end()));
  add_affines(question, "rest", rest);
  question.add("rotations", {size, 4}, std::move(rotations));
  return question;
}

}  // namespace bindpose::samples
