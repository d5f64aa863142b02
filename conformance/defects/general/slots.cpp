// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Influence slots dropped or read with a wrong stride or width, and palettes that are too short.
#include <algorithm>
#include <numeric>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "reference/numeric/storage_form.h"

namespace bindpose::conformance {
namespace {

/// Calls change(double* weights of a vertex's slots, slots, numbers per slot) on "weights" or
/// "entry_weights".
template <class Change>
Changed with_slots(const Question& question, Change change) {
  for (const char* name : {"weights", "entry_weights"}) {
    const Array* weights = question.arrays.find(name);
    if (weights == nullptr || weights->shape.size() < 2 || weights->shape[1] < 2) continue;
    const std::size_t slots = weights->shape[1], entries = weights->shape.size() > 2 ? weights->shape[2] : 1;
    return with_rows(question, {name}, slots * entries,
                     [&](double* row, std::size_t) { change(row, slots, entries); });
  }
  return std::nullopt;
}

void drop_second_half(double* row, std::size_t slots, std::size_t entries) {
  std::fill(row + (slots + 1) / 2 * entries, row + slots * entries, 0.0);
}

Changed second_set_ignored(const Question& question) {
  return with_slots(question, drop_second_half);
}

/// Zeroes the slots from first(slots) on; returns nothing if no vertex has so many slots.
Changed slots_left_out(const Question& question, std::size_t (*first)(std::size_t slots)) {
  bool any = false;
  const Changed changed = with_slots(question, [&](double* row, std::size_t slots, std::size_t entries) {
    if (first(slots) >= slots) return;
    std::fill(row + first(slots) * entries, row + slots * entries, 0.0);
    any = true;
  });
  return any ? changed : std::nullopt;
}

/// Applies only to at least two slots, so that some weight remains.
Changed last_slot_ignored(const Question& question) {
  return slots_left_out(question, [](std::size_t slots) { return slots < 2 ? slots : slots - 1; });
}

/// Only four influences count; their weights are not rescaled.
Changed beyond_four_ignored(const Question& question) {
  return slots_left_out(question, [](std::size_t /*slots*/) { return std::size_t{4}; });
}

/// Only eight influences fit.
Changed beyond_eight_ignored(const Question& question) {
  return slots_left_out(question, [](std::size_t /*slots*/) { return std::size_t{8}; });
}

/// A cast truncates 255 w or 256 w.
Changed weights_cut_off(const Question& question, double steps) {
  return with_slots(question, [steps](double* row, std::size_t slots, std::size_t entries) {
    std::transform(row, row + slots * entries, row,
                   [steps](double w) { return std::trunc(steps * w) / steps; });
  });
}

/// The numbers of a file's vertices, each with its position, then its normal; empty without normals.
Array::Reals interleaved(const Question& question) {
  const Array *positions = question.arrays.find("positions"), *normals = question.arrays.find("normals");
  Array::Reals all;
  if (positions == nullptr || normals == nullptr || positions->shape != normals->shape) return all;
  for (std::size_t i = 0; i < positions->reals().size(); i += 3)
    for (const Array* array : {positions, normals})
      all.insert(all.end(), &array->reals()[i], &array->reals()[i] + 3);
  return all;
}

/// Reads positions and normals from interleaved numbers: the first normal from `offset` on, and each next row `stride`
/// numbers later.
Changed with_interleaved_read(const Question& question, std::size_t offset, std::size_t stride) {
  const Array::Reals all = interleaved(question);
  if (all.empty()) return std::nullopt;
  Question changed = question;
  for (const auto& [name, from] : {std::pair("positions", std::size_t{0}), std::pair("normals", offset)}) {
    Array::Reals& values = *reals_of(changed.arrays, name);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = all[from + i / 3 * stride + i % 3];
  }
  return changed;
}

Changed first_slots_rescaled(const Question& question) {
  return with_slots(question, [](double* row, std::size_t slots, std::size_t entries) {
    drop_second_half(row, slots, entries);
    for (std::size_t e = 0; e < entries; ++e) {
      double sum = 0;
      for (std::size_t i = 0; i < slots; ++i)
        sum += row[i * entries + e];
      for (std::size_t i = 0; i < slots && sum != 0; ++i)
        row[i * entries + e] /= sum;
    }
  });
}

Changed last_weight_implicit(const Question& question) {
  return with_weights(question, [](double* row, std::size_t slots) {
    row[slots - 1] = std::max(0.0, 1 - std::accumulate(row, row + slots - 1, 0.0));
  });
}

Changed first_slot_of_a_joint(const Question& question) {
  const Array* joints = question.arrays.find("joints");
  return with_weights(question, [&, v = std::size_t{0}](double* row, std::size_t slots) mutable {
    const auto joint = joints->integers().begin() + static_cast<std::ptrdiff_t>(slots * v++);
    for (std::size_t i = 1; i < slots; ++i) {
      const auto here = joint + static_cast<std::ptrdiff_t>(i);
      for (std::size_t k = 0; k < i; ++k)
        if (row[k] != 0 && joint[static_cast<std::ptrdiff_t>(k)] == *here) row[i] = 0;
    }
  });
}

template <class Numbers>
void repeat_first_row(Numbers& numbers, std::size_t rows) {
  const std::size_t width = numbers.size() / rows;
  for (std::size_t i = width; i < numbers.size(); ++i)
    numbers[i] = numbers[i - width];
}

/// A vertex index that is never incremented.
Changed first_vertex_for_all(const Question& question) {
  const Array* joints = question.arrays.find("joints");
  if (joints == nullptr || joints->shape.size() != 2 || joints->shape[0] < 2) return std::nullopt;
  Question changed = question;
  repeat_first_row(*integers_of(changed.arrays, "joints"), joints->shape[0]);
  for (const char* name : {"weights", "entry_weights"})
    if (Array::Reals* weights = reals_of(changed.arrays, name)) repeat_first_row(*weights, joints->shape[0]);
  return changed;
}

/// place(given joints, position in the array, slots): the joint to use at this position.
template <class Place>
Changed with_joints_from(const Question& question, Place place) {
  Question changed = question;
  Array::Integers* joints = integers_of(changed.arrays, "joints");
  const Array* given = question.arrays.find("joints");
  if (joints == nullptr || given->shape.size() != 2) return std::nullopt;
  for (std::size_t i = 0; i < joints->size(); ++i)
    (*joints)[i] = place(given->integers(), i, given->shape[1]);
  return changed;
}

/// A joint index that the compiler assumes to be uniform in a group of 32 threads.
Changed joints_of_first_in_group(const Question& question) {
  return with_joints_from(question, [](const Array::Integers& joints, std::size_t i, std::size_t slots) {
    const std::size_t v = i / slots;
    return joints[v / 32 * 32 * slots + i % slots];
  });
}

/// Reads packed rows as if each row were one number longer.
std::size_t strided(std::size_t i, std::size_t width, std::size_t size) {
  return (i / width * (width + 1) + i % width) % size;
}

Changed stride(const Question& question) {
  if (const Array* a = question.arrays.find("a"); a != nullptr && a->shape.size() == 2) {
    Question changed = question;
    Array::Reals& values = *reals_of(changed.arrays, "a");
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = a->reals()[strided(i, a->shape[1], values.size())];
    return changed;
  }
  return with_joints_from(question, [](const Array::Integers& joints, std::size_t i, std::size_t slots) {
    return joints[strided(i, slots, joints.size())];
  });
}

/// Reads each byte of 16-bit indices as an index.
Changed width(const Question& question) {
  return with_joints_from(question, [](const Array::Integers& joints, std::size_t i, std::size_t) {
    return i % 2 == 0 ? joints[i / 2] % 256 : joints[i / 2] / 256;
  });
}

/// The first slot of a vertex follows joint 0, the second joint 1; no joint that the input does not name.
Changed slots_for_joints(const Question& question) {
  const Array* given = question.arrays.find("joints");
  if (given == nullptr || given->integers().empty()) return std::nullopt;
  const std::int32_t last = *std::ranges::max_element(given->integers());
  return with_joints_from(question, [last](const Array::Integers&, std::size_t i, std::size_t slots) {
    return std::min(static_cast<std::int32_t>(i % slots), last);
  });
}

Changed eight_bits(const Question& question) {
  return with_joints_from(
      question, [](const Array::Integers& joints, std::size_t i, std::size_t) { return joints[i] % 256; });
}

Changed half_floats(const Question& question) {
  return with_joints_from(question, [](const Array::Integers& joints, std::size_t i, std::size_t) {
    return static_cast<std::int32_t>(binary16_form.nearest(joints[i]));
  });
}

/// A texture row of 16 matrices, after which reading starts over.
Changed texture_row(const Question& question) {
  return with_joints_from(
      question, [](const Array::Integers& joints, std::size_t i, std::size_t) { return joints[i] % 16; });
}

/// Space for 64 matrices; the others stay 0.
Changed palette_limit(const Question& question) {
  Affines palette = palette_of(question);
  if (palette.size() <= 64) return std::nullopt;
  for (std::size_t j = 64; j < palette.size(); ++j)
    palette[j] = {Mat3<double>::Zero(), Vec3<double>::Zero()};
  return with_palette(question, palette);
}

template <class Row>
void reverse_rows(std::vector<Row>& values, std::size_t width) {
  std::reverse(values.begin(), values.end());
  for (std::size_t i = 0; i + width <= values.size(); i += width)
    std::reverse(values.begin() + static_cast<std::ptrdiff_t>(i),
                 values.begin() + static_cast<std::ptrdiff_t>(i + width));
}

/// Moves each row to the next position, and the last row to the first.
template <class Row>
void shift_rows(std::vector<Row>& values, std::size_t width) {
  std::rotate(values.begin(), values.end() - static_cast<std::ptrdiff_t>(width), values.end());
}

template <class Change>
Changed inverse_binds_in_order(const Question& question, Change change) {
  Question changed = question;
  bool any = false;
  for (const auto& [name, width] : {std::pair{"inverse_binds", 12U}, std::pair{"inverse_bind_rotations", 4U},
                                    std::pair{"inverse_bind_translations", 3U}})
    if (Array::Reals* rows = reals_of(changed.arrays, name)) {
      change(*rows, width);
      any = true;
    }
  return any ? Changed(std::move(changed)) : std::nullopt;
}

Changed inverse_binds_reversed(const Question& question) {
  return inverse_binds_in_order(question, &reverse_rows<double>);
}

Changed inverse_binds_shifted(const Question& question) {
  return inverse_binds_in_order(question, &shift_rows<double>);
}

/// True if any array with a row per joint holds NaN for joint j.
bool is_missing(const ArraySet& arrays, std::size_t j) {
  for (const char* name : {"palette", "palette_rotations", "palette_translations"})
    if (const Array* array = arrays.find(name); array != nullptr && j < array->shape[0]) {
      const std::size_t width = array->reals().size() / array->shape[0];
      if (std::isnan(array->reals()[j * width])) return true;
    }
  return false;
}

/// Handedness stays right, because it is not a sum.
Damaged nan_times_zero(const Question& question, const ArraySet& right) {
  const Array* joints = question.arrays.find("joints");
  if (joints == nullptr) return std::nullopt;
  ArraySet damaged = right;
  bool any = false;
  for (std::size_t i = 0; i < joints->integers().size(); ++i) {
    if (!is_missing(question.arrays, static_cast<std::size_t>(joints->integers()[i]))) continue;
    any = true;
    for (const Array& array : right) {
      const std::size_t width = array.reals().size() / joints->shape[0], v = i / joints->shape[1];
      const std::size_t summed = array.name == "tangents" ? 3 : width;
      std::fill_n(reals_of(damaged, array.name)->begin() + static_cast<std::ptrdiff_t>(v * width), summed,
                  std::numeric_limits<double>::quiet_NaN());
    }
  }
  return any ? Damaged(std::move(damaged)) : std::nullopt;
}

}  // namespace

BINDPOSE_DEFECTS(general, slots) {
  return {
      {.id = "second-set-ignored",
       .when = "the second half of the influence slots is ignored",
       .symptom = "vertices shrink towards the origin, with cracks at the hips",
       .source = "three-gltf-viewer#113, filament#4236, glTF-Transform#684",
       .question = &second_set_ignored},
      {.id = "last-slot-ignored",
       .when = "a vertex's last influence slot is never read",
       .symptom = "a few vertices, those with the most joints, sink towards the origin",
       .question = &last_slot_ignored},
      {.id = "integer-weights-cut-off",
       .when = "weights become bytes by truncation instead of rounding, and lose up to 1/255 each",
       .symptom = "the mesh shrinks a little towards the origin, most where many joints share a vertex",
       .question = [](const Question& question) { return weights_cut_off(question, 255); }},
      {.id = "weights-in-256ths",
       .when = "weights become 256ths by truncation: int(256 w) / 256",
       .symptom = "the mesh shrinks a little towards the origin, most where many joints share a vertex",
       .question = [](const Question& question) { return weights_cut_off(question, 256); }},
      {.id = "attribute-stride-ignored",
       .when = "positions and normals of one buffer are read as if each had a buffer of its own: the byte "
               "stride is "
               "ignored",
       .symptom = "the mesh is a heap of triangles",
       .question = [](const Question& question) { return with_interleaved_read(question, 3, 3); }},
      {.id = "attribute-offset-ignored",
       .when =
           "normals are read from the place of the positions in the same buffer: the byte offset is ignored",
       .symptom = "the mesh is lit as if it were a ball around the origin",
       .question = [](const Question& question) { return with_interleaved_read(question, 0, 6); }},
      {.id = "first-four-kept",
       .when = "only the first slots are kept and their weights rescaled; the strongest may be in others",
       .symptom = "dense rigs are visibly distorted",
       .source = "three.js#33085, AtomicGameEngine#246, Exporters#1142",
       .question = &first_slots_rescaled},
      {.id = "slots-beyond-four-ignored",
       .when = "a vertex's influences after the fourth are ignored, without scaling the others' weights",
       .symptom = "vertices with many influences sink towards the origin",
       .source = "glTF#1275, glTF#1352, glTF#1381",
       .question = &beyond_four_ignored},
      {.id = "slots-beyond-eight-ignored",
       .when = "a vertex's influences after the eighth are ignored, without scaling the others' weights",
       .symptom = "vertices with very many influences sink towards the origin",
       .source = "bevy#22235",
       .question = &beyond_eight_ignored},
      {.id = "joints-uniform-in-32",
       .when = "32 vertices in a row use the joints of the first one; each vertex has its own joint indices",
       .symptom = "blocks of triangles follow one joint",
       .source = "DXC#5302, glTF#1676",
       .question = &joints_of_first_in_group},
      {.id = "first-vertex-influences",
       .when = "every vertex has the influences of the first",
       .symptom = "the mesh moves as one stiff piece",
       .question = &first_vertex_for_all},
      {.id = "last-weight-implicit",
       .when = "the last weight is taken to be 1 minus the others",
       .symptom = "the last joint moves vertices that do not belong to it",
       .source = "TAA-STAR#5, BactaTank#2",
       .question = &last_weight_implicit},
      {.id = "slots-of-one-joint-apart",
       .when = "only the first of a joint's two slots counts; add both weights",
       .symptom = "joints bend too little where an exporter has split an influence",
       .question = &first_slot_of_a_joint},
      {.id = "joint-stride",
       .when = "rows are read as if they were one number longer",
       .symptom = "the first vertex is right, the others follow wrong joints",
       .source = "filament#3767, panda3d-gltf#99, Donut#21, glTFForUE4#38",
       .question = &stride},
      {.id = "joints-width",
       .when = "joint indices of 16 bits are read as bytes",
       .symptom = "spikes from the second vertex on",
       .source = "Vulkan-glTF-PBR#48, vierkant#196, glTF-Blender-IO#1332, filament#764",
       .question = &width},
      {.id = "index-over-255",
       .when = "joint indices are kept in 8 bits",
       .symptom = "joints from the 256th on move like the first ones",
       .source = "LtMAO#32, ValveResourceFormat#841, AeonEngine#12",
       .question = &eight_bits},
      {.id = "slot-for-joint",
       .when = "a slot's number is used as its joint: the first slot follows joint 0, the second joint 1",
       .symptom = "the whole mesh follows the first joints",
       .question = &slots_for_joints},
      {.id = "joints-as-half-floats",
       .when = "joint indices are kept in half floats, which hold whole numbers up to 2048 only",
       .symptom = "joints of very large rigs move like their neighbours",
       .question = &half_floats},
      {.id = "palette-limit",
       .when = "only 64 matrices fit, and the others are 0",
       .symptom = "vertices of far joints are at the origin",
       .source = "lovr#252, Vulkan-glTF-PBR#14, glTF#2439",
       .question = &palette_limit},
      {.id = "palette-texture-addressing",
       .when = "a palette's second row of texels is read from its first",
       .symptom = "joints past the first row move like others",
       .source = "flutter_scene#415, three.js#6704",
       .question = &texture_row},
      {.id = "ibm-order-mismatch",
       .when = "inverse bind matrices are paired with joints in another order",
       .symptom = "limbs swap places, also at rest",
       .source = "cortex#1436, SupCom_Import_Export_Blender#1",
       .question = &inverse_binds_reversed},
      {.id = "ibm-order-mismatch",
       .when = "each joint has the inverse bind matrix of the joint before it",
       .symptom = "limbs are where the next ones should be, also at rest",
       .question = &inverse_binds_shifted},
      {.id = "nan-times-zero",
       .sentence = "your output is not a number where a slot of weight 0 names a joint that holds NaN: 0 "
                   "times NaN is NaN",
       .symptom = "vertices vanish because of a joint that does not move them",
       .source = "garrysmod-issues#7063, o3de#18848, glTFast#816, glTF#1530",
       .answer = &nan_times_zero},
  };
}

}  // namespace bindpose::conformance
