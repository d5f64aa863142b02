// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes drawn in parts, each with a table of its own: also those of palette_parts.
#include "reference/skinning/batched.h"

#include <algorithm>
#include <set>
#include <span>

#include "conformance/defects/shared/change.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"
#include "reference/skinning/shared/parts.h"

namespace bindpose::conformance {
namespace {

using bindpose::skinning::joints_needed, bindpose::skinning::JointSet, bindpose::skinning::Partition;

struct Parts {
  std::vector<Triangle> triangles;
  Influences slots;  ///< as the question has them
  Influences drawn;  ///< without what is dropped where the question says so
  std::size_t limit = 0;
  Partition partition;
};

/// None of other algorithms, and none where a triangle cannot be drawn.
std::optional<Parts> parts_of(const Question& question) {
  const ArraySet& arrays = question.arrays;
  if (!arrays.has("matrix_limit")) return std::nullopt;
  const Influences slots = *read_influences(arrays, arrays.find("positions")->shape[0]);
  Parts parts{bindpose::skinning::triangles_and_points(arrays),
              slots,
              slots,
              static_cast<std::size_t>(arrays.find("matrix_limit")->integers()[0]),
              {}};
  if (question.options.count("excess") != 0 && question.options.at("excess") == "reduce") {
    const auto kept = bindpose::skinning::kept_slots(parts.triangles, slots, parts.limit);
    if (!kept) return std::nullopt;
    for (std::size_t v = 0; v < slots.vertex_count(); ++v)
      bindpose::skinning::reduce(std::span(parts.drawn.weights).subspan(v * slots.width, slots.width),
                                 std::span(*kept).subspan(v * slots.width, slots.width));
  }
  const std::vector<JointSet> needed = joints_needed(parts.triangles, parts.drawn);
  if (std::any_of(needed.begin(), needed.end(),
                  [&](const JointSet& set) { return set.size() > parts.limit; }))
    return std::nullopt;
  parts.partition = bindpose::skinning::partition(needed, parts.limit);
  return parts;
}

/// Linear blending with other joints and weights.
Changed blended_with(const Question& question, const Influences& slots) {
  Question changed = question;
  changed.algorithm = find_algorithm("lbs");
  changed.options.erase("excess");
  integers_of(changed.arrays, "joints")->assign(slots.joints.begin(), slots.joints.end());
  *reals_of(changed.arrays, "weights") = slots.weights;
  return changed;
}

/// joint(part, place of a joint in its table): the joint whose matrix is taken.
template <class Joint>
Changed with_joints_by_part(const Question& question, Joint joint) {
  const auto parts = parts_of(question);
  if (!parts) return std::nullopt;
  std::vector<std::size_t> drawn_by(parts->slots.vertex_count(), 0);
  for (std::size_t i = 0; i < parts->triangles.size(); ++i)
    for (const std::uint32_t v : parts->triangles[i])
      drawn_by[v] = std::max(drawn_by[v], parts->partition.part_of[i]);
  Influences slots = parts->drawn;
  for (std::size_t i = 0; i < slots.joints.size(); ++i)
    if (slots.weights[i] != 0) {
      const std::size_t part = drawn_by[i / slots.width];
      const std::size_t place = bindpose::skinning::place_in(parts->partition.tables[part], slots.joints[i]);
      slots.joints[i] = joint(*parts, part, place);
    }
  return blended_with(question, slots);
}

Changed places_as_joints(const Question& question) {
  return with_joints_by_part(question, [](const Parts&, std::size_t, std::size_t place) {
    return static_cast<std::uint32_t>(place);
  });
}

/// The table of the part before, as far as it reaches.
Changed stale_tables(const Question& question) {
  return with_joints_by_part(question, [](const Parts& parts, std::size_t part, std::size_t place) {
    const JointSet& before = parts.partition.tables[part == 0 ? 0 : part - 1];
    return place < before.size() ? before[place] : parts.partition.tables[part][place];
  });
}

/// Vertices of several parts, never written.
Damaged seam_lost(const Question& question, const ArraySet& right) {
  const auto parts = parts_of(question);
  if (!parts) return std::nullopt;
  std::vector<std::set<std::size_t>> drawn_by(parts->slots.vertex_count());
  for (std::size_t i = 0; i < parts->triangles.size(); ++i)
    for (const std::uint32_t v : parts->triangles[i])
      drawn_by[v].insert(parts->partition.part_of[i]);
  return with_answer_rows(right, {"positions", "normals"}, 3, [&](double* row, std::size_t v) {
    if (drawn_by[v].size() > 1) std::fill(row, row + 3, 0.0);
  });
}

Computed zero_weights_counted(const Question& question) {
  auto parts = parts_of(question);
  if (!parts) return cannot_be_made();
  std::fill(parts->slots.weights.begin(), parts->slots.weights.end(), 1.0);
  for (const JointSet& joints : joints_needed(parts->triangles, parts->slots))
    if (joints.size() > parts->limit) return fail("REFUSED", "triangles", "too many joints");
  return cannot_be_made();
}

Changed kept_as_they_are(const Question& question) {
  auto parts = parts_of(question);
  if (!parts) return std::nullopt;
  const auto kept = bindpose::skinning::kept_slots(parts->triangles, parts->slots, parts->limit);
  for (std::size_t i = 0; kept && i < kept->size(); ++i)
    if ((*kept)[i] == 0) parts->slots.weights[i] = 0;
  return blended_with(question, parts->slots);
}

/// Each vertex as the last of its triangles reduces it.
Changed reduced_by_last_triangle(const Question& question) {
  auto parts = parts_of(question);
  if (!parts) return std::nullopt;
  const Influences& slots = parts->slots;
  Influences reduced = slots;
  for (const Triangle& triangle : parts->triangles) {
    const auto kept = bindpose::skinning::kept_slots({triangle}, slots, parts->limit);
    if (!kept) return std::nullopt;
    for (const std::uint32_t v : triangle) {
      const std::size_t first = v * slots.width;
      std::copy_n(&slots.weights[first], slots.width, &reduced.weights[first]);
      bindpose::skinning::reduce(std::span(reduced.weights).subspan(first, slots.width),
                                 std::span(*kept).subspan(first, slots.width));
    }
  }
  return blended_with(question, reduced);
}

}  // namespace

BINDPOSE_DEFECTS(skinning, batched) {
  return {
      {.id = "part-local-index",
       .sentence = "your output equals what one gets when places in a part's table are read as joints",
       .symptom = "the first part is right, the others follow the first joints",
       .source = "(derived)",
       .question = &places_as_joints},
      {.id = "part-stale-matrices",
       .sentence =
           "your output equals what one gets when a part is drawn with the matrices of the part before",
       .symptom = "limbs lag one part behind",
       .source = "(derived)",
       .question = &stale_tables},
      {.id = "part-seam-vertex-lost",
       .sentence = "your output is right but for the vertices that several parts share: they are 0",
       .symptom = "spikes to the origin along the seams between parts",
       .source = "(derived)",
       .answer = &seam_lost},
      {.id = "zero-weight-takes-a-matrix",
       .sentence = "you refuse a triangle for joints of weight 0; they need no matrix",
       .symptom = "no answer for meshes with padded slots",
       .source = "(derived)",
       .formula = &zero_weights_counted},
      {.id = "reduced-weights-not-rescaled",
       .sentence = "your output equals what one gets when the weights that are kept are not scaled up for "
                   "those that are dropped",
       .symptom = "vertices with many influences sink towards the origin",
       .source = "(derived)",
       .question = &kept_as_they_are},
      {.id = "reduced-per-triangle-cracks",
       .sentence = "your output equals what one gets when each triangle reduces its vertices for itself; a "
                   "vertex drops what any of its triangles does not keep",
       .symptom = "cracks between neighbouring triangles",
       .source = "(derived)",
       .question = &reduced_by_last_triangle},
  };
}

}  // namespace bindpose::conformance
