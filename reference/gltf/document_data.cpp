// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Buffers, buffer views and accessors as written, and the memory layout of their numbers.

#include <fmt/format.h>

#include "reference/gltf/decompress.h"

namespace bindpose::gltf {
namespace {

constexpr std::int64_t kArrayBuffer = 34962;
constexpr std::int64_t kElementArrayBuffer = 34963;

struct NamedType {
  const char* name;
  ElementType type;
};

constexpr std::array<NamedType, 7> kElementTypes = {{{"SCALAR", ElementType::scalar},
                                                     {"VEC2", ElementType::vec2},
                                                     {"VEC3", ElementType::vec3},
                                                     {"VEC4", ElementType::vec4},
                                                     {"MAT2", ElementType::mat2},
                                                     {"MAT3", ElementType::mat3},
                                                     {"MAT4", ElementType::mat4}}};

ElementType read_type(const JsonObject& object) {
  const std::optional<std::string> name = object.string("type", Presence::required);
  if (!name) return ElementType::unknown;
  for (const NamedType& known : kElementTypes) {
    if (*name == known.name) return known.type;
  }
  object.log().warning("VALUE_NOT_IN_LIST", object.where() / "type",
                       fmt::format("'{}' is not a type", *name));
  return ElementType::unknown;
}

/// Rows of a matrix type, 0 for scalars and vectors.
std::int64_t row_count(ElementType type) {
  switch (type) {
    case ElementType::mat2:
      return 2;
    case ElementType::mat3:
      return 3;
    case ElementType::mat4:
      return 4;
    default:
      return 0;
  }
}

/// Bytes from one column of a matrix to the next: columns start at multiples of 4.
std::int64_t column_stride(std::int64_t component_type, std::int64_t rows) {
  return (rows * component_size(component_type) + 3) / 4 * 4;
}

std::optional<std::vector<double>> read_bound(const JsonObject& object, const char* name,
                                              const AccessorEntry& accessor) {
  const auto length = static_cast<std::size_t>(component_count(accessor.type));
  if (accessor.component_type == kFloat) return object.numbers(name, {.length = length});
  const int bits = static_cast<int>(8 * component_size(accessor.component_type));
  const bool is_signed = accessor.component_type == kByte || accessor.component_type == kShort;
  const std::int64_t least = is_signed ? -(std::int64_t{1} << (bits - 1)) : 0;
  const std::int64_t most = (std::int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  return object.gl_integers(name, length, least, most);
}

std::optional<SparseEntry> read_sparse(const JsonObject& accessor) {
  const std::optional<JsonObject> object = accessor.object("sparse", Presence::optional);
  if (!object) return std::nullopt;
  object->check_extensions();
  SparseEntry sparse;
  sparse.count = object->integer("count", {.presence = Presence::required, .min = 1});
  const std::optional<JsonObject> indices = object->object("indices", Presence::required);
  if (indices) {
    indices->check_extensions();
    sparse.indices_view = indices->index("bufferView", Presence::required);
    sparse.indices_offset = indices->integer("byteOffset", {.fallback = 0});
    sparse.indices_type = indices->integer(
        "componentType",
        {.presence = Presence::required, .allowed = {kUnsignedByte, kUnsignedShort, kUnsignedInt}});
  }
  const std::optional<JsonObject> values = object->object("values", Presence::required);
  if (values) {
    values->check_extensions();
    sparse.values_view = values->index("bufferView", Presence::required);
    sparse.values_offset = values->integer("byteOffset", {.fallback = 0});
  }
  return sparse;
}

}  // namespace

std::int64_t component_size(std::int64_t component_type) {
  switch (component_type) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

std::int64_t component_count(ElementType type) {
  switch (type) {
    case ElementType::scalar:
      return 1;
    case ElementType::vec2:
      return 2;
    case ElementType::vec3:
      return 3;
    case ElementType::vec4:
      return 4;
    default:
      return row_count(type) * row_count(type);
  }
}

std::int64_t component_offset(const AccessorEntry& accessor, std::int64_t c) {
  const std::int64_t size = component_size(accessor.component_type);
  const std::int64_t rows = row_count(accessor.type);
  if (rows == 0) return c * size;
  return c / rows * column_stride(accessor.component_type, rows) + c % rows * size;
}

std::int64_t element_size(const AccessorEntry& accessor) {
  const std::int64_t components = component_count(accessor.type);
  if (components == 0) return 0;
  return component_offset(accessor, components - 1) + component_size(accessor.component_type);
}

std::int64_t packed_stride(const AccessorEntry& accessor) {
  const std::int64_t rows = row_count(accessor.type);
  if (rows == 0) return element_size(accessor);
  return rows * column_stride(accessor.component_type, rows);
}

BufferEntry read_buffer(const JsonObject& object) {
  BufferEntry buffer;
  buffer.byte_length = object.integer("byteLength", {.presence = Presence::required, .min = 1});
  buffer.has_uri = object.has("uri");
  buffer.uri = object.string("uri");
  const Json& json = object.json();
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"})
    if (!buffer.has_uri && json.contains("extensions") && json["extensions"].is_object())
      buffer.is_fallback = buffer.is_fallback || json["extensions"].contains(name);
  return buffer;
}

ViewEntry read_view(const JsonObject& object) {
  ViewEntry view;
  view.buffer = object.index("buffer", Presence::required);
  view.byte_offset = object.integer("byteOffset", {.fallback = 0});
  view.byte_length = object.integer("byteLength", {.presence = Presence::required, .min = 1});
  view.byte_stride = object.integer("byteStride", {.min = 4, .max = 252});
  view.packed = read_packed_view(object);
  view.target = object.integer("target", {.allowed = {kArrayBuffer, kElementArrayBuffer}});
  if (view.byte_stride == kNone) return view;
  const Pointer where = object.where() / "byteStride";
  if (view.byte_length != kNone && view.byte_stride > view.byte_length) {
    object.log().error(
        "BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", where,
        fmt::format("byteStride {} exceeds byteLength {}", view.byte_stride, view.byte_length));
  }
  if (view.byte_stride % 4 != 0) {
    object.log().error("VALUE_MULTIPLE_OF", where,
                       fmt::format("{} is not a multiple of 4", view.byte_stride));
  }
  if (view.target == kElementArrayBuffer) {
    object.log().error("BUFFER_VIEW_INVALID_BYTE_STRIDE", where, "only vertex data can have a byteStride");
  }
  return view;
}

AccessorEntry read_accessor_entry(const JsonObject& object) {
  AccessorEntry accessor;
  accessor.view = object.index("bufferView", Presence::optional);
  if (accessor.view == kNone && object.has("byteOffset")) {
    object.log().error("UNSATISFIED_DEPENDENCY", object.where() / "byteOffset", "bufferView must be defined");
  } else {
    accessor.byte_offset = object.integer("byteOffset", {.fallback = 0});
  }
  accessor.component_type = object.integer(
      "componentType", {.presence = Presence::required,
                        .allowed = {kByte, kUnsignedByte, kShort, kUnsignedShort, kUnsignedInt, kFloat}});
  accessor.count = object.integer("count", {.presence = Presence::required, .min = 1});
  accessor.type = read_type(object);
  accessor.normalized = object.boolean("normalized");
  if (accessor.type != ElementType::unknown && accessor.component_type != kNone) {
    accessor.min = read_bound(object, "min", accessor);
    accessor.max = read_bound(object, "max", accessor);
  }
  accessor.sparse = read_sparse(object);
  if (accessor.normalized && (accessor.component_type == kFloat || accessor.component_type == kUnsignedInt)) {
    object.log().error("ACCESSOR_NORMALIZED_INVALID", object.where() / "normalized",
                       "only bytes and shorts can be normalized");
  }
  if (row_count(accessor.type) != 0 && accessor.byte_offset != kNone && accessor.byte_offset % 4 != 0) {
    object.log().error("ACCESSOR_MATRIX_ALIGNMENT", object.where() / "byteOffset",
                       fmt::format("offset {} of a matrix is not a multiple of 4", accessor.byte_offset));
  }
  return accessor;
}

}  // namespace bindpose::gltf
