// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: palettes of rigid motions, a unit quaternion and a translation per joint, and how inputs hold them.
#pragma once

#include "reference/model/checks.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"

namespace bindpose::skinning {

using bindpose::Rigid;

/// Writes "<name>_rotations" [J, 4] (x, y, z, w) and "<name>_translations" [J, 3], rounded to float32.
void add_rigids(ArraySet& question, const std::string& name, const std::vector<Rigid<double>>& motions);

/// Errors NOT_FINITE, NOT_UNIT with the joint.
Expected<void> require_rigid(const ArraySet& question, const std::string& name, std::size_t joint);

/// Reads the output of add_rigids. A joint without influence may hold anything: it becomes the
/// identity if it is not a rigid motion. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE.
template <class T>
Expected<std::vector<Rigid<T>>> read_rigids(const ArraySet& question, const std::string& name) {
  BINDPOSE_TRY(const Array* rotations, question.require_reals(name + "_rotations", {ArraySet::any, 4}));
  const std::size_t count = rotations->shape[0];
  BINDPOSE_TRY(const Array* translations, question.require_reals(name + "_translations", {count, 3}));
  std::vector<Rigid<T>> motions(count);
  for (std::size_t j = 0; j < count; ++j)
    if (require_rigid(question, name, j))
      motions[j] = {Quat<T>(read_row<T, 4>(*rotations, j)), read_row<T, 3>(*translations, j)};
  return motions;
}

/// The result arrays "<name>_rotations" [J, 4] and "<name>_translations" [J, 3].
template <class T>
void append_rigids(std::vector<ResultArray<T>>& arrays, const std::string& name,
                   const std::vector<Rigid<T>>& motions) {
  std::vector<Vec4<T>> rotations;
  std::vector<Vec3<T>> translations;
  for (const Rigid<T>& motion : motions) {
    rotations.push_back(motion.rotation.coeffs());
    translations.push_back(motion.translation);
  }
  arrays.push_back(rotation_array<T>(name + "_rotations", rotations));
  arrays.push_back(to_result_array<T, 3>(name + "_translations", translations));
}

}  // namespace bindpose::skinning
