// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/joint_data.h"

#include <algorithm>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// The joints that some vertex uses: with a weight other than 0, or through an input of joints.
std::vector<bool> used_joints(const ArraySet& question, const ShaderFunction& body, const Counts& counts,
                              const std::vector<InputArray>& inputs) {
  std::vector<bool> used(counts.joints, false);
  const auto use = [&](std::int32_t j) {
    if (j >= 0 && static_cast<std::size_t>(j) < counts.joints) used[static_cast<std::size_t>(j)] = true;
  };
  if (body.joints != JointUse::none) {
    const Array::Integers& joints = question.find("joints")->integers();
    const Array* weights = body.weighted ? question.find("weights") : nullptr;
    for (std::size_t i = 0; i < joints.size(); ++i)
      if (weights == nullptr || weights->reals()[i] != 0) use(joints[i]);
  }
  for (const InputArray& input : inputs)
    if (input.kind == InputKind::vertex_joint)
      std::for_each(input.array->integers().begin(), input.array->integers().end(), use);
  return used;
}

/// "palette_rotations" and "palette_translations".
Expected<void> write_rigid_palette(const ArraySet& question, PaletteForm form, const Counts& counts,
                                   VertexData& data) {
  BINDPOSE_TRY(const auto rotations, question.require_reals("palette_rotations", {counts.joints, 4}));
  BINDPOSE_TRY(const auto translations, question.require_reals("palette_translations", {counts.joints, 3}));
  for (std::size_t j = 0; j < counts.joints; ++j) {
    const std::span<const double, 4> q(&rotations->reals()[4 * j], 4);
    const std::span<const double, 3> t(&translations->reals()[3 * j], 3);
    write_joint(form, q, t,
                std::span(data.joint_records).subspan(4 * data.joint_rows * j, 4 * rows_of(form)));
  }
  return {};
}

Expected<void> write_palette(const ArraySet& question, const ShaderFunction& body, PaletteForm form,
                             const Counts& counts, const std::vector<InputArray>& inputs, VertexData& data) {
  if (palette_array(question) != "palette") return write_rigid_palette(question, form, counts, data);
  BINDPOSE_TRY(const auto palette, question.require_reals("palette", {counts.joints, 3, 4}));
  const std::vector<bool> used = used_joints(question, body, counts, inputs);
  for (std::size_t j = 0; j < counts.joints; ++j) {
    const std::span<const double, 12> joint(&palette->reals()[12 * j], 12);
    const auto record = std::span(data.joint_records).subspan(4 * data.joint_rows * j, 4 * rows_of(form));
    if (!write_joint(form, joint, record) && used[j])
      return fail("NOT_APPLICABLE", fmt::format("palette[{}]", j),
                  fmt::format("not a rotation and a translation, as the form {} needs",
                              palette_form_names[static_cast<std::size_t>(form)]));
  }
  return {};
}

}  // namespace

Expected<void> read_joint_data(const ArraySet& question, const ShaderFunction& body, PaletteForm form,
                               const Counts& counts, const std::vector<InputArray>& inputs,
                               VertexData& data) {
  data.joint_count = counts.joints;
  data.joint_rows = body.palette ? rows_of(form) : 0;
  for (const InputArray& input : inputs) {
    if (input.kind != InputKind::joint) continue;
    data.joint_fields.push_back({input.name, input.rows, data.joint_rows});
    data.joint_rows += input.rows;
  }
  data.joint_records.assign(counts.joints * data.joint_rows * 4, std::numeric_limits<float>::quiet_NaN());
  if (body.palette) BINDPOSE_CHECK(write_palette(question, body, form, counts, inputs, data));
  auto field = data.joint_fields.begin();
  for (const InputArray& input : inputs) {
    if (input.kind != InputKind::joint) continue;
    for (std::size_t j = 0; j < counts.joints; ++j)
      for (std::size_t r = 0; r < input.rows; ++r) {
        float* row = &data.joint_records[4 * (j * data.joint_rows + field->first + r)];
        std::fill_n(row, 4, 0.0F);
        for (std::size_t c = 0; c < input.columns; ++c)
          row[c] = static_cast<float>(input.real(input.index(j, r * input.columns + c, counts.joints)));
      }
    ++field;
  }
  return {};
}

}  // namespace bindpose::gpu
