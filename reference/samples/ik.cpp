// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in ik, in the order of algorithms.def.
#include "reference/ik/ik_ccd.h"
#include "reference/ik/ik_dls.h"
#include "reference/ik/ik_fabrik.h"
#include "reference/ik/ik_two_bone.h"
#include "reference/samples/sample.h"

namespace bindpose::samples {

using namespace ik;

ArraySet ik_two_bone_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3, random);
  Array::Reals poles;
  for (std::size_t row = 0; row < size; ++row) {
    const Vec3<double> root = read_row<double, 3>(*question.find("rest"), 3 * row);
    const Vec3<double> line = read_row<double, 3>(*question.find("goals"), row) - root;
    Vec3<double> side = random.direction();
    while (std::fabs(side.dot(line)) > 0.9 * norm_of<double>(line))
      side = random.direction();
    for (int c = 0; c < 3; ++c)
      poles.push_back(to_float32(root[c] + 2 * side[c]));
  }
  question.add("poles", {size, 3}, std::move(poles));
  return question;
}

ArraySet ik_ccd_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(9))});
  return question;
}

ArraySet ik_fabrik_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(11))});
  return question;
}

ArraySet ik_dls_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(9))});
  question.add("damping", {1}, Array::Reals{random.uniform(0.25, 1)});
  return question;
}

}  // namespace bindpose::samples
