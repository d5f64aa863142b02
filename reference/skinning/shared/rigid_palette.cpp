// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/rigid_palette.h"

#include <fmt/format.h>

namespace bindpose::skinning {

void add_rigids(ArraySet& question, const std::string& name, const std::vector<Rigid<double>>& motions) {
  Array::Reals rotations, translations;
  for (const Rigid<double>& motion : motions) {
    for (const double x : motion.rotation.coeffs())
      rotations.push_back(to_float32(x));
    for (const double x : motion.translation)
      translations.push_back(to_float32(x));
  }
  question.add(name + "_rotations", {motions.size(), 4}, std::move(rotations));
  question.add(name + "_translations", {motions.size(), 3}, std::move(translations));
}

Expected<void> require_rigid(const ArraySet& question, const std::string& name, std::size_t joint) {
  const std::string rotations = name + "_rotations", translations = name + "_translations";
  BINDPOSE_CHECK(bindpose::require_unit(read_row<double, 4>(*question.find(rotations), joint),
                                        fmt::format("{}[{}]", rotations, joint)));
  if (bindpose::all_finite(read_row<double, 3>(*question.find(translations), joint))) return {};
  return fail("NOT_FINITE", fmt::format("{}[{}]", translations, joint), "expected finite numbers");
}

}  // namespace bindpose::skinning
