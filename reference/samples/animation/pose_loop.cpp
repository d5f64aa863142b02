// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

/// `size` joints, 1 to 5 keys; a time within the first four periods, before and after 0.
ArraySet pose_loop_question(std::size_t size, Random& random) {
  const std::size_t keys = 1 + random.below(5);
  const std::vector<double> times = sample_times(keys, random);
  const double period = to_float32(times.back() + random.uniform(0.0625, 1));
  Array::Reals translations, rotations;
  for (std::size_t i = 0; i < keys * size; ++i) {
    const Trs<double> trs = sample_rigid(random);
    translations.insert(translations.end(), trs.translation.begin(), trs.translation.end());
    rotations.insert(rotations.end(), trs.rotation.coeffs().begin(), trs.rotation.coeffs().end());
  }
  ArraySet question;
  question.add("times", {keys}, times).add("period", {1}, Array::Reals{period});
  question.add("translations", {keys, size, 3}, std::move(translations));
  question.add("rotations", {keys, size, 4}, std::move(rotations));
  question.add("t", {1}, Array::Reals{random.uniform(-2 * period, 2 * period)});
  return question;
}

}  // namespace bindpose::samples
