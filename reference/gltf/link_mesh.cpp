// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "reference/gltf/link_checks.h"

namespace bindpose::gltf {
namespace {

bool is_small_integer(std::int64_t component_type) {
  return component_type == kByte || component_type == kUnsignedByte || component_type == kShort ||
         component_type == kUnsignedShort;
}

bool is_signed(std::int64_t component_type) {
  return component_type == kByte || component_type == kShort;
}

bool is_float(const AccessorEntry& a) {
  return a.component_type == kFloat && !a.normalized;
}

/// UNSIGNED_BYTE or UNSIGNED_SHORT, normalized or not.
bool is_unsigned(const AccessorEntry& a, bool normalized) {
  return is_small_integer(a.component_type) && !is_signed(a.component_type) && a.normalized == normalized;
}

bool is_signed_normalized(const AccessorEntry& a) {
  return is_signed(a.component_type) && a.normalized;
}

/// True if an accessor has a format that glTF (with KHR_mesh_quantization if `quantized`) allows for a vertex
/// attribute; `name` is the semantic without its index.
bool is_vertex_format(std::string_view name, const AccessorEntry& a, bool quantized) {
  if (name == "POSITION") {
    return a.type == ElementType::vec3 && (is_float(a) || (quantized && is_small_integer(a.component_type)));
  }
  if (name == "NORMAL")
    return a.type == ElementType::vec3 && (is_float(a) || (quantized && is_signed_normalized(a)));
  if (name == "TANGENT")
    return a.type == ElementType::vec4 && (is_float(a) || (quantized && is_signed_normalized(a)));
  if (name == "TEXCOORD") {
    return a.type == ElementType::vec2 &&
           (is_float(a) || is_unsigned(a, true) || (quantized && is_small_integer(a.component_type)));
  }
  if (name == "COLOR") {
    return (a.type == ElementType::vec3 || a.type == ElementType::vec4) &&
           (is_float(a) || is_unsigned(a, true));
  }
  if (name == "JOINTS") return a.type == ElementType::vec4 && is_unsigned(a, false);
  if (name == "WEIGHTS") return a.type == ElementType::vec4 && (is_float(a) || is_unsigned(a, true));
  return a.component_type != kUnsignedInt;
}

/// The same for a morph target's attribute.
bool is_target_format(std::string_view name, const AccessorEntry& a, bool quantized) {
  const bool is_normalized = is_small_integer(a.component_type) && a.normalized;
  if (name == "POSITION") {
    return a.type == ElementType::vec3 && (is_float(a) || (quantized && is_signed(a.component_type)));
  }
  if (name == "NORMAL" || name == "TANGENT") {
    return a.type == ElementType::vec3 && (is_float(a) || (quantized && is_signed_normalized(a)));
  }
  if (name == "TEXCOORD") return a.type == ElementType::vec2 && (is_float(a) || is_normalized);
  if (name == "COLOR") {
    return (a.type == ElementType::vec3 || a.type == ElementType::vec4) && (is_float(a) || is_normalized);
  }
  return true;
}

/// Common checks of vertex attributes and morph targets.
void check_vertex_layout(std::int64_t index, const AccessorEntry& accessor, std::string_view semantic,
                         const Pointer& where, Links& links) {
  if (semantic == "POSITION" && !(accessor.min && accessor.max)) {
    links.log.error("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", where, "positions need min and max");
  }
  const ViewEntry* view = links.view_of(accessor);
  const bool is_unstrided = view != nullptr && view->byte_stride == kNone;
  if ((accessor.byte_offset != kNone && accessor.byte_offset % 4 != 0) ||
      (is_unstrided && element_size(accessor) % 4 != 0)) {
    links.log.error("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", where,
                    "vertex data must start at a multiple of 4 bytes");
  }
  if (!is_unstrided) return;
  std::int64_t& first = links.unstrided_accessor[static_cast<std::size_t>(accessor.view)];
  if (first == kNone) first = index;
  if (first != index) {
    links.log.error("MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", where,
                    fmt::format("accessors {} and {} share a view without byteStride", first, index));
  }
}

/// The number of vertices: the count of the first attribute that has one.
std::int64_t check_attributes(const PrimitiveEntry& primitive, const Pointer& where, Links& links) {
  std::int64_t vertices = kNone;
  for (const auto& [semantic, index] : primitive.attributes) {
    const Pointer place = where / semantic;
    const AccessorEntry* accessor = links.accessor(index, place);
    if (accessor == nullptr) continue;
    links.use(index, AccessorUse::vertex_attribute, ViewUse::vertices, place);
    const std::string_view name = std::string_view(semantic).substr(0, semantic.find('_'));
    if (!is_vertex_format(name, *accessor, links.document.quantized)) {
      const bool is_custom = semantic.starts_with('_');
      links.log.error(is_custom ? "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT"
                                : "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
                      place, fmt::format("accessor {} has a format that {} cannot have", index, semantic));
    }
    check_vertex_layout(index, *accessor, semantic, place, links);
    if (vertices == kNone) vertices = accessor->count;
    if (vertices != accessor->count) {
      links.log.error("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", place,
                      fmt::format("count {}, the first attribute has {}", accessor->count, vertices));
    }
  }
  return vertices;
}

void check_indices(const PrimitiveEntry& primitive, const Pointer& where, Links& links) {
  const AccessorEntry* indices = links.accessor(primitive.indices, where);
  if (indices == nullptr) return;
  links.use(primitive.indices, AccessorUse::indices, ViewUse::indices, where);
  if (const ViewEntry* view = links.view_of(*indices); view != nullptr && view->byte_stride != kNone) {
    links.log.error("MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", where,
                    "indices must not have a byteStride");
  }
  const bool is_sound = indices->type == ElementType::scalar && !indices->normalized &&
                        (is_unsigned(*indices, false) || indices->component_type == kUnsignedInt);
  if (!is_sound) {
    links.log.error("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", where,
                    "indices must be scalars of type UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT");
  }
}

void check_targets(const PrimitiveEntry& primitive, const Pointer& where, Links& links) {
  for (std::size_t i = 0; i < primitive.targets.size(); ++i) {
    for (const auto& [semantic, index] : primitive.targets[i]) {
      const Pointer place = where / i / semantic;
      const AccessorEntry* accessor = links.accessor(index, place);
      if (accessor == nullptr) continue;
      links.use(index, AccessorUse::vertex_attribute, ViewUse::vertices, place);
      const std::int64_t base = find_attribute(primitive.attributes, semantic);
      if (base == kNone || static_cast<std::size_t>(base) >= links.document.accessors.size()) {
        links.log.error("MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", place,
                        "the primitive lacks this attribute");
      } else if (links.document.accessors[static_cast<std::size_t>(base)].count != accessor->count) {
        links.log.error("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", place,
                        fmt::format("count {} differs from the primitive's", accessor->count));
      }
      const std::string_view name = std::string_view(semantic).substr(0, semantic.find('_'));
      if (!is_target_format(name, *accessor, links.document.quantized)) {
        links.log.error(
            "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", place,
            fmt::format("accessor {} has a format that a target's {} cannot have", index, semantic));
      }
      check_vertex_layout(index, *accessor, semantic, place, links);
    }
  }
}

/// Warns if the count of vertices or indices leaves a remainder, which is not drawn.
void check_mode(const PrimitiveEntry& primitive, std::int64_t vertices, const Pointer& where, Links& links) {
  std::int64_t count = vertices;
  if (primitive.indices != kNone &&
      static_cast<std::size_t>(primitive.indices) < links.document.accessors.size()) {
    count = links.document.accessors[static_cast<std::size_t>(primitive.indices)].count;
  }
  if (count == kNone) return;
  const std::int64_t mode = primitive.mode;
  if ((mode == 1 && count % 2 != 0) || ((mode == 2 || mode == 3) && count < 2) ||
      (mode == 4 && count % 3 != 0) || (mode > 4 && count < 3)) {
    links.log.warning("MESH_PRIMITIVE_INCOMPATIBLE_MODE", where,
                      fmt::format("{} vertices or indices do not suit mode {}", count, mode));
  }
}

void check_material(const PrimitiveEntry& primitive, const Pointer& where, Links& links) {
  const std::vector<std::int64_t>& texcoords = links.document.material_texcoords;
  if (!resolves(primitive.material, texcoords.size(), where, links.log)) return;
  const std::int64_t needed = texcoords[static_cast<std::size_t>(primitive.material)];
  if (needed < primitive.texcoord_sets) return;
  links.log.error("MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", where,
                  fmt::format("the material needs TEXCOORD_{}", needed));
}

}  // namespace

void check_mesh_links(Links& links) {
  const Pointer meshes = Pointer() / "meshes";
  for (std::size_t m = 0; m < links.document.meshes.size(); ++m) {
    const std::vector<PrimitiveEntry>& primitives = links.document.meshes[m].primitives;
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      const Pointer where = meshes / m / "primitives" / p;
      const std::int64_t vertices = check_attributes(primitives[p], where / "attributes", links);
      check_indices(primitives[p], where / "indices", links);
      check_mode(primitives[p], vertices, where, links);
      check_material(primitives[p], where / "material", links);
      check_targets(primitives[p], where / "targets", links);
    }
  }
}

}  // namespace bindpose::gltf
