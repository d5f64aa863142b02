// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/driven_joint.h"

#include <fmt/format.h>

#include "reference/hierarchy/fk_matrix.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"

namespace bindpose::hierarchy {
namespace driven_joint_question {

constexpr int most_keys = 65536;  // per driven joint

const Choice<KeyForm> key_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"two-products", KeyForm::two_products}, {"one-product", KeyForm::one_product}},
    "how values between two keys are computed",
    2};

Declaration declaration() {
  return {
      .inputs = parent_arrays() + local_arrays() +
                ArrayList{integer("drives", "", "D 3",
                                  "driving joint; driven joint; driven property: 0 translation, 1 scale"),
                          real("drive_axes", "a_d", "D 3", Kind::other("along the driving joint's axes"),
                               "axis of the driving joint's angle, divided by its length before use")
                              .unit_axes(),
                          integer("key_counts", "K_d", "D",
                                  "number of keys: those of drive 0 come first, then those of drive 1, ...")
                              .within(1, most_keys),
                          real("key_angles", "theta_k", "N", Kind::other("radians, increasing"),
                               "angle of each key, increasing within a drive")
                              .finite(),
                          real("key_values", "v_k", "N 3", Kind::other("as the driven translation or scale"),
                               "translation or scale of the driven joint at that angle")
                              .finite()},
      .stages = {real("drive_angles", "theta", "D", Kind::turn(),
                      "angle of the driving joint about the axis"),
                 real("drive_values", "v", "D 3", Kind::other("as the driven translation or scale"),
                      "resulting translation or scale of the driven joint")},
      .outputs = world_arrays(),
      .options = {key_forms.spec()}};
}

enum class Driven { translation, scale };

/// One row of the drives, checked.
template <class T>
struct Drive {
  std::size_t from = 0, to = 0;
  Driven what = Driven::translation;
  Vec3<T> a = Vec3<T>::Zero();
  DriveKeys<T> keys = {};
};

/// Keys first .. first + count - 1. Errors COUNT_MISMATCH, PARAMETER_RANGE.
template <class T>
Expected<DriveKeys<T>> read_keys(const Inputs<T>& in, std::size_t drive, std::size_t first,
                                 std::size_t count) {
  if (first + count > in.extent("N"))
    return fail("COUNT_MISMATCH", fmt::format("key_counts[{}]", drive),
                fmt::format("{} keys after {}, there are {} in all", count, first, in.extent("N")));
  const Array::Reals& exact = in.reals("key_angles");
  const std::vector<T> angles = in.numbers("key_angles");
  const std::vector<Vec3<T>> values = in.template rows<3>("key_values");
  DriveKeys<T> keys;
  for (std::size_t k = first; k < first + count; ++k) {
    if (k > first && !(exact[k] > exact[k - 1]))
      return fail("PARAMETER_RANGE", fmt::format("key_angles[{}]", k),
                  fmt::format("{:.9g} after {:.9g}, expected more", exact[k], exact[k - 1]));
    keys.angles.push_back(angles[k]);
    keys.values.push_back(values[k]);
  }
  return keys;
}

/// Errors INDEX_RANGE, MATRIX_LOCAL, COUNT_MISMATCH, PARAMETER_RANGE.
template <class T>
Expected<std::vector<Drive<T>>> read_drives(const Inputs<T>& in,
                                            const std::vector<LocalTransform<T>>& locals) {
  const Array::Integers& rows = in.integers("drives");
  std::vector<Vec3<T>> axes = in.template rows<3>("drive_axes");
  std::vector<Drive<T>> drives;
  std::size_t first = 0;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    for (std::size_t c = 0; c < 3; ++c) {
      const int row = rows[3 * d + c], count = c < 2 ? static_cast<int>(locals.size()) : 2;
      if (row < 0 || row >= count)
        return fail("INDEX_RANGE", fmt::format("drives[{}][{}]", d, c), fmt::format("{} of {}", row, count));
      if (c < 2 && locals[static_cast<std::size_t>(row)].is_matrix)
        return fail("MATRIX_LOCAL", fmt::format("drives[{}][{}]", d, c), "the joint is given as a matrix");
    }
    const auto count = static_cast<std::size_t>(in.integers("key_counts")[d]);
    BINDPOSE_TRY(DriveKeys<T> keys, read_keys(in, d, first, count));
    static_cast<void>(normalize(axes[d]));  // Every axis is nonzero: already checked.
    drives.push_back({static_cast<std::size_t>(rows[3 * d]), static_cast<std::size_t>(rows[3 * d + 1]),
                      rows[3 * d + 2] == 0 ? Driven::translation : Driven::scale, axes[d], std::move(keys)});
    first += count;
  }
  if (first != in.extent("N"))
    return fail("COUNT_MISMATCH", "key_angles", fmt::format("{} keys, expected {}", in.extent("N"), first));
  return drives;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  std::vector<LocalTransform<T>> locals = in.locals();
  BINDPOSE_TRY(const std::vector<Drive<T>> drives, read_drives(in, locals));
  ResultArray<T> angles{"drive_angles", {drives.size()}, {}};
  std::vector<Vec3<T>> values;
  for (const Drive<T>& drive : drives) {
    angles.values.push_back(stored(angle_about(drive.a, locals[drive.from].trs.rotation)));
    values.push_back(stored_entries(driven_value(drive.keys, angles.values.back(), in.chosen(key_forms))));
    Trs<T>& driven = locals[drive.to].trs;
    (drive.what == Driven::translation ? driven.translation : driven.scale) = values.back();
  }
  const std::vector<Affine<T>> W = world_transforms(in.integers("parents"), local_transforms(locals));
  return Result<T>{{angles, to_result_array<T, 3>("drive_values", values), to_result_array("world", W)}, {}};
}

}  // namespace driven_joint_question

BINDPOSE_IMPLEMENT(driven_joint)

}  // namespace bindpose::hierarchy
