// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/entries.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr const char* entry_targets = "entry_targets";

/// Position of each entry.
struct EntrySlots {
  std::size_t vertices = 0;          ///< V
  std::size_t slots = 1;             ///< S
  std::vector<std::size_t> vertex;   ///< [#entries]
  std::vector<std::size_t> slot;     ///< [#entries]
  std::vector<std::int32_t> target;  ///< [#entries]

  std::size_t row(std::size_t entry) const { return slot[entry] * vertices + vertex[entry]; }
};

Expected<EntrySlots> slots_of(const ArraySet& question) {
  BINDPOSE_TRY(const auto positions, question.require_reals("positions", {ArraySet::any, 3}));
  BINDPOSE_TRY(const auto offsets, question.require_integers("target_offsets", {ArraySet::any}));
  BINDPOSE_TRY(const auto vertices, question.require_integers("target_vertices", {ArraySet::any}));
  EntrySlots found;
  found.vertices = positions->shape[0];
  std::vector<std::size_t> taken(found.vertices, 0);
  std::size_t begun = 0;  // targets
  const Array::Integers& first = offsets->integers();
  for (std::size_t e = 0; e < vertices->integers().size(); ++e) {
    while (begun < first.size() && std::cmp_less_equal(first[begun], e))
      ++begun;
    const std::int32_t v = vertices->integers()[e];
    if (begun == 0) return fail("COUNT_MISMATCH", "target_offsets", "the first entry belongs to no target");
    if (v < 0 || std::cmp_greater_equal(v, found.vertices))
      return fail("INDEX_RANGE", fmt::format("target_vertices[{}]", e),
                  fmt::format("vertex {} of {} vertices", v, found.vertices));
    found.vertex.push_back(static_cast<std::size_t>(v));
    found.slot.push_back(taken[found.vertex.back()]++);
    found.target.push_back(static_cast<std::int32_t>(begun) - 1);
    found.slots = std::max(found.slots, taken[found.vertex.back()]);
  }
  return found;
}

/// [N, E] as [S, V, E].
Expected<Array> framed(const Array& array, const EntrySlots& entries) {
  if (!array.is_real()) return fail("ARRAY_TYPE", array.name, "expected real numbers");
  if (array.shape.empty() || array.shape[0] != entries.slot.size())
    return fail("ARRAY_SHAPE", array.name,
                fmt::format("has the shape {}, expected [{}, ...]", bindpose::to_string(array.shape),
                            entries.slot.size()));
  Shape shape = array.shape;
  shape[0] = entries.vertices;
  shape.insert(shape.begin(), entries.slots);
  const std::size_t each = element_count(shape) / std::max<std::size_t>(1, entries.slots * entries.vertices);
  Array::Reals values(element_count(shape), 0.0);
  for (std::size_t e = 0; e < entries.slot.size(); ++e)
    for (std::size_t c = 0; c < each; ++c)
      values[entries.row(e) * each + c] = array.reals()[e * each + c];
  return Array{array.name, std::move(shape), std::move(values)};
}

Array framed_targets(const EntrySlots& entries) {
  Array::Reals targets(entries.slots * entries.vertices, -1.0);
  for (std::size_t e = 0; e < entries.target.size(); ++e)
    targets[entries.row(e)] = entries.target[e];
  return {entry_targets, {entries.slots, entries.vertices}, std::move(targets)};
}

}  // namespace

Expected<FramedEntries> entries_as_frames(const ArraySet& question, ShaderFunction body) {
  BINDPOSE_TRY(const EntrySlots entries, slots_of(question));
  ArraySet made = question;
  for (InputDeclaration& input : body.inputs) {
    if (input.kind != InputKind::entry) continue;
    input.kind = InputKind::frame;
    const Array* array = question.find(input.name);
    if (array == nullptr) continue;
    BINDPOSE_TRY(auto rows, framed(*array, entries));
    made.put(std::move(rows));
  }
  made.put(framed_targets(entries));
  body.inputs.push_back({InputKind::frame, entry_targets, 1, 1, false});
  return FramedEntries{std::move(made), std::move(body)};
}

}  // namespace bindpose::gpu
