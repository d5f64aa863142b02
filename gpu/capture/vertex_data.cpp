// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_data.h"

#include <bit>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

std::uint32_t bits(double x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}

/// Copies columns of a [V, columns] array into each vertex's record, from word `at` on.
void pack_reals(VertexData& data, const Array& array, std::size_t at) {
  const std::size_t columns = array.shape[1];
  const std::size_t stride = data.layout.words();
  const Array::Reals& values = array.reals();
  for (std::size_t v = 0; v < data.vertex_count; ++v)
    for (std::size_t c = 0; c < columns; ++c)
      data.words[v * stride + at + c] = bits(values[v * columns + c]);
}

Expected<void> pack_joints(VertexData& data, const Array& joints) {
  const std::size_t columns = data.layout.influences;
  const std::size_t stride = data.layout.words();
  const Array::Integers& values = joints.integers();
  for (std::size_t v = 0; v < data.vertex_count; ++v) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::int32_t j = values[v * columns + c];
      if (j < 0 || static_cast<std::size_t>(j) >= data.joint_count)
        return fail("INDEX_RANGE", fmt::format("joints[{}, {}]", v, c),
                    fmt::format("joint {}, but the palette has {} joints", j, data.joint_count));
      data.words[v * stride + data.layout.joints_at() + c] = static_cast<std::uint32_t>(j);
    }
  }
  return {};
}

/// The array if the question has it, nullptr if not.
Expected<const Array*> optional_reals(const ArraySet& question, const char* name, const Shape& shape) {
  if (!question.has(name)) return nullptr;
  return question.require_reals(name, shape);
}

}  // namespace

Expected<VertexData> read_vertex_data(const ArraySet& question, bool weighted) {
  const auto positions = question.require_reals("positions", {ArraySet::any, 3});
  if (!positions) return tl::unexpected(positions.error());
  VertexData data;
  data.vertex_count = (*positions)->shape[0];
  const auto normals = optional_reals(question, "normals", {data.vertex_count, 3});
  if (!normals) return tl::unexpected(normals.error());
  const auto tangents = optional_reals(question, "tangents", {data.vertex_count, 4});
  if (!tangents) return tl::unexpected(tangents.error());
  const auto joints = question.require_integers("joints", {data.vertex_count, weighted ? ArraySet::any : 1});
  if (!joints) return tl::unexpected(joints.error());
  const std::size_t influences = (*joints)->shape[1];
  if (influences == 0)
    return fail("ARRAY_SHAPE", "joints", "a vertex has no influence slot, expected at least one");
  Expected<const Array*> weights = nullptr;
  if (weighted) weights = question.require_reals("weights", {data.vertex_count, influences});
  if (!weights) return tl::unexpected(weights.error());
  const auto palette = question.require_reals("palette", {ArraySet::any, 3, 4});
  if (!palette) return tl::unexpected(palette.error());

  data.layout = {influences, *normals != nullptr, *tangents != nullptr, weighted};
  data.joint_count = (*palette)->shape[0];
  data.palette.assign((*palette)->reals().begin(), (*palette)->reals().end());
  data.words.assign(data.vertex_count * data.layout.words(), 0);
  pack_reals(data, **positions, 0);
  if (*normals != nullptr) pack_reals(data, **normals, data.layout.normal_at());
  if (*tangents != nullptr) pack_reals(data, **tangents, data.layout.tangent_at());
  if (*weights != nullptr) pack_reals(data, **weights, data.layout.weights_at());
  if (auto ok = pack_joints(data, **joints); !ok) return tl::unexpected(ok.error());
  return data;
}

}  // namespace bindpose::gpu
