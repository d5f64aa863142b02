// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "reference/gltf/data_checks.h"
#include "reference/gltf/tolerance.h"

namespace bindpose::gltf {
namespace {

/// The numbers of an accessor that has bytes; otherwise empty, because the rules do not apply to default zeros.
std::vector<double> numbers_with_bytes(const AccessorStore& store, std::int64_t accessor) {
  if (accessor == kNone || store.backing(accessor) != Backing::bytes) return {};
  return store.numbers(accessor);
}

void check_unit3(const std::vector<double>& values, std::size_t stride, const Pointer& where, IssueLog& log) {
  for (std::size_t i = 0; i + stride <= values.size(); i += stride) {
    const double length = std::hypot(values[i], values[i + 1], values[i + 2]);
    if (std::abs(length - 1) <= kUnitTolerance3) continue;
    log.error("ACCESSOR_VECTOR3_NON_UNIT", where,
              fmt::format("element {} has length {}", i / stride, length));
    return;
  }
}

void check_sign(const std::vector<double>& values, const Pointer& where, IssueLog& log) {
  for (std::size_t i = 3; i < values.size(); i += 4) {
    if (values[i] == 1 || values[i] == -1) continue;
    log.error("ACCESSOR_INVALID_SIGN", where,
              fmt::format("element {} has w = {}, expected 1 or -1", i / 4, values[i]));
    return;
  }
}

void check_clamped(const std::vector<double>& values, const Pointer& where, IssueLog& log) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!(values[i] > 1) && !(values[i] < 0)) continue;
    log.error("ACCESSOR_NON_CLAMPED", where, fmt::format("number {} is {}, outside [0, 1]", i, values[i]));
    return;
  }
}

void check_vertex_indices(const std::vector<double>& indices, std::int64_t vertices,
                          std::int64_t component_type, const Pointer& where, IssueLog& log) {
  const double restart = std::ldexp(1.0, static_cast<int>(8 * component_size(component_type))) - 1;
  bool inside = true;
  bool plain = true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (inside && indices[i] >= static_cast<double>(vertices)) {
      inside = false;
      log.error("ACCESSOR_INDEX_OOB", where,
                fmt::format("index {} is {} of {} vertices", i, indices[i], vertices));
    }
    if (plain && indices[i] == restart) {
      plain = false;
      log.error("ACCESSOR_INDEX_PRIMITIVE_RESTART", where,
                fmt::format("index {} means primitive restart", i));
    }
  }
}

void check_primitive(const AccessorStore& store, const PrimitiveEntry& primitive, const Pointer& where,
                     IssueLog& log) {
  std::int64_t vertices = 0;
  for (const auto& [semantic, accessor] : primitive.attributes) {
    const AccessorEntry& entry = store.document().accessors[static_cast<std::size_t>(accessor)];
    if (vertices == 0) vertices = entry.count;
    const Pointer place = where / "attributes" / semantic;
    if (semantic == "NORMAL") {
      check_unit3(numbers_with_bytes(store, accessor), 3, place, log);
    } else if (semantic == "TANGENT") {
      const std::vector<double> tangents = numbers_with_bytes(store, accessor);
      check_unit3(tangents, 4, place, log);
      check_sign(tangents, place, log);
    } else if (semantic == "COLOR_0" && entry.component_type == kFloat) {
      check_clamped(numbers_with_bytes(store, accessor), place, log);
    }
  }
  if (primitive.indices == kNone) return;
  const AccessorEntry& entry = store.document().accessors[static_cast<std::size_t>(primitive.indices)];
  check_vertex_indices(numbers_with_bytes(store, primitive.indices), vertices, entry.component_type,
                       where / "indices", log);
}

void check_inverse_binds(const std::vector<double>& values, const Pointer& where, IssueLog& log) {
  for (std::size_t i = 3; i < values.size(); i += 4) {
    if (values[i] == (i % 16 == 15 ? 1.0 : 0.0)) continue;
    log.error("ACCESSOR_INVALID_IBM", where,
              fmt::format("matrix {} has {} in its last row, expected (0, 0, 0, 1)", i / 16, values[i]));
    return;
  }
}

void check_times(const std::vector<double>& times, const Pointer& where, IssueLog& log) {
  bool increasing = true;
  bool positive = true;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (positive && times[i] < 0) {
      positive = false;
      log.error("ACCESSOR_ANIMATION_INPUT_NEGATIVE", where, fmt::format("time {} is {}", i, times[i]));
    }
    if (increasing && i > 0 && times[i] <= times[i - 1]) {
      increasing = false;
      log.error("ACCESSOR_ANIMATION_INPUT_NON_INCREASING", where,
                fmt::format("time {} is {}, the time before is {}", i, times[i], times[i - 1]));
    }
  }
}

/// Quaternions of unit length; for cubic splines only the values, not the tangents.
void check_rotations(const std::vector<double>& values, bool is_cubic, const Pointer& where, IssueLog& log,
                     const char* code = "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION") {
  for (std::size_t i = 0; i + 4 <= values.size(); i += 4) {
    if (is_cubic && i / 4 % 3 != 1) continue;
    const double length = std::sqrt(values[i] * values[i] + values[i + 1] * values[i + 1] +
                                    values[i + 2] * values[i + 2] + values[i + 3] * values[i + 3]);
    if (std::abs(length - 1) <= kUnitTolerance4) continue;
    log.error(code, where, fmt::format("quaternion {} has length {}", i / 4, length));
    return;
  }
}

void check_animation(const AccessorStore& store, const AnimationEntry& animation, const Pointer& where,
                     IssueLog& log) {
  for (std::size_t s = 0; s < animation.samplers.size(); ++s) {
    check_times(numbers_with_bytes(store, animation.samplers[s].input), where / "samplers" / s / "input",
                log);
  }
  for (std::size_t c = 0; c < animation.channels.size(); ++c) {
    const ChannelEntry& channel = animation.channels[c];
    if (channel.path != "rotation" || channel.sampler == kNone) continue;
    const SamplerEntry& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
    check_rotations(numbers_with_bytes(store, sampler.output), sampler.interpolation == "CUBICSPLINE",
                    where / "channels" / c / "sampler", log);
  }
}

}  // namespace

void check_role_data(const AccessorStore& store, IssueLog& log) {
  const Document& document = store.document();
  for (std::size_t m = 0; m < document.meshes.size(); ++m) {
    const Pointer where = Pointer() / "meshes" / m / "primitives";
    for (std::size_t p = 0; p < document.meshes[m].primitives.size(); ++p) {
      check_primitive(store, document.meshes[m].primitives[p], where / p, log);
    }
  }
  for (std::size_t s = 0; s < document.skins.size(); ++s) {
    check_inverse_binds(numbers_with_bytes(store, document.skins[s].inverse_binds),
                        Pointer() / "skins" / s / "inverseBindMatrices", log);
  }
  for (std::size_t n = 0; n < document.nodes.size(); ++n) {
    if (!document.nodes[n].instances) continue;
    const std::int64_t rotations = find_attribute(document.nodes[n].instances->attributes, "ROTATION");
    check_rotations(
        numbers_with_bytes(store, rotations), false,
        Pointer() / "nodes" / n / "extensions" / "EXT_mesh_gpu_instancing" / "attributes" / "ROTATION", log,
        "ROTATION_NON_UNIT");
  }
  for (std::size_t a = 0; a < document.animations.size(); ++a) {
    check_animation(store, document.animations[a], Pointer() / "animations" / a, log);
  }
}

}  // namespace bindpose::gltf
