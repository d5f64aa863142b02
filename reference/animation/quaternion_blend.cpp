// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/quaternion_blend.h"

#include <fmt/format.h>

#include "reference/model/algorithm.h"
#include "reference/model/checks.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = {real("rotations", "q_i", "N K 4")
                     .in("unit quaternion (x, y, z, w)")
                     .means("rotation i of the row; unit where it leads or its weight is above 0"),
                 real("weights", "w_i", "N K")
                     .in("1")
                     .means("its weight, used as given; only ratios matter")
                     .finite()
                     .non_negative(),
                 integer("leads", "lead", "N")
                     .means(
                         "which rotation of the row defines the near half of the sphere; its weight may be 0")
                     .index_into("K")},
      .stages = {},
      .outputs = {real("values", "q", "N 4")
                      .in("unit quaternion (x, y, z, w)")
                      .means("the blend, on the lead's half of the sphere")
                      .rotations()},
      .options = {blend_forms.spec()}};
  return declared;
}

/// A rotation of weight 0 that does not lead may hold anything. Errors NOT_FINITE, NOT_UNIT.
Expected<void> require_rotations(const ArraySet& question, std::size_t width) {
  const Array &rotations = *question.find("rotations"), &weights = *question.find("weights");
  const Array::Integers& leads = question.find("leads")->integers();
  for (std::size_t i = 0; i < weights.reals().size(); ++i) {
    const std::size_t row = i / width, slot = i % width;
    if (weights.reals()[i] == 0 && slot != static_cast<std::size_t>(leads[row])) continue;
    BINDPOSE_CHECK(
        require_unit(read_row<double, 4>(rotations, i), fmt::format("rotations[{}, {}]", row, slot)));
  }
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::size_t width = in.extent("K");
  BINDPOSE_CHECK(require_rotations(in.arrays(), width));
  const auto q_i = in.template rows<4>("rotations");
  const std::vector<T> w_i = in.numbers("weights");
  std::vector<Vec4<T>> values(in.extent("N"), Vec4<T>::Zero());
  Result<T> result;
  for (std::size_t row = 0; row < values.size(); ++row) {
    const std::vector<Vec4<T>> q(&q_i[row * width], &q_i[row * width] + width);
    const std::vector<T> w(&w_i[row * width], &w_i[row * width] + width);
    const auto lead = static_cast<std::size_t>(in.integers("leads")[row]);
    const auto blend = quaternion_blend(q, w, lead, in.chosen(blend_forms));
    if (blend) values[row] = *blend;
    if (!blend) result.undefined.push_back({"values", row, "ZERO_BLEND"});
  }
  result.arrays.push_back(rotation_array<T>("values", values));
  return result;
}

}  // namespace

BINDPOSE_IMPLEMENT(quaternion_blend)

}  // namespace bindpose::animation
