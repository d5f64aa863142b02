// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/accessor_store.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

namespace bindpose::gltf {
namespace {

template <class T>
double read_as(const std::byte* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double read_component(const std::byte* bytes, std::int64_t component_type) {
  switch (component_type) {
    case kByte:
      return read_as<std::int8_t>(bytes);
    case kUnsignedByte:
      return read_as<std::uint8_t>(bytes);
    case kShort:
      return read_as<std::int16_t>(bytes);
    case kUnsignedShort:
      return read_as<std::uint16_t>(bytes);
    case kUnsignedInt:
      return read_as<std::uint32_t>(bytes);
    default:
      return read_as<float>(bytes);
  }
}

}  // namespace

const BufferBytes& AccessorStore::buffer_of(std::int64_t view) const {
  return buffers_[static_cast<std::size_t>(document_.views[static_cast<std::size_t>(view)].buffer)];
}

const std::byte* AccessorStore::bytes(std::int64_t view, std::int64_t offset) const {
  return buffer_of(view)->data() + document_.views[static_cast<std::size_t>(view)].byte_offset + offset;
}

Backing AccessorStore::backing(std::int64_t accessor) const {
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (entry.view == kNone && !entry.sparse) return Backing::zeros;
  if (!entry.is_readable()) return Backing::missing;
  if (entry.view != kNone && !buffer_of(entry.view)) return Backing::missing;
  if (!entry.sparse) return Backing::bytes;
  if (entry.sparse->indices_type == kNone) return Backing::missing;
  return buffer_of(entry.sparse->indices_view) && buffer_of(entry.sparse->values_view) ? Backing::bytes
                                                                                       : Backing::missing;
}

std::vector<double> AccessorStore::stored(std::int64_t accessor) const {
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (!entry.is_readable()) return {};
  const auto components = static_cast<std::size_t>(component_count(entry.type));
  std::vector<double> values(static_cast<std::size_t>(entry.count) * components, 0.0);
  if (backing(accessor) != Backing::bytes) return values;

  const std::int64_t size = component_size(entry.component_type);
  std::array<std::int64_t, 16> padded{};  // where a component lies in an element
  std::array<std::int64_t, 16> packed{};  // the same in a sparse part, whose matrix columns are not padded
  for (std::size_t c = 0; c < components; ++c) {
    padded[c] = component_offset(entry, static_cast<std::int64_t>(c));
    packed[c] = static_cast<std::int64_t>(c) * size;
  }
  const auto read_element = [&](const std::byte* at, const auto& offsets, std::int64_t element) {
    for (std::size_t c = 0; c < components; ++c)
      values[static_cast<std::size_t>(element) * components + c] =
          read_component(at + offsets[c], entry.component_type);
  };
  if (entry.view != kNone) {
    const std::int64_t given = document_.views[static_cast<std::size_t>(entry.view)].byte_stride;
    const std::int64_t stride = given != kNone ? given : packed_stride(entry);
    for (std::int64_t i = 0; i < entry.count; ++i)
      read_element(bytes(entry.view, entry.byte_offset + i * stride), padded, i);
  }
  const std::vector<std::int64_t> indices = sparse_indices(accessor);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] >= entry.count) continue;
    const auto place = static_cast<std::int64_t>(i * components) * size;
    read_element(bytes(entry.sparse->values_view, entry.sparse->values_offset + place), packed, indices[i]);
  }
  return values;
}

std::vector<double> AccessorStore::numbers(std::int64_t accessor) const {
  std::vector<double> values = stored(accessor);
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (!entry.normalized) return values;
  for (double& value : values)
    value = normalized(entry.component_type, value);
  return values;
}

std::vector<std::int64_t> AccessorStore::sparse_indices(std::int64_t accessor) const {
  std::vector<std::int64_t> indices;
  const std::optional<SparseEntry>& sparse = document_.accessors[static_cast<std::size_t>(accessor)].sparse;
  if (!sparse || backing(accessor) != Backing::bytes) return indices;
  const std::int64_t size = component_size(sparse->indices_type);
  for (std::int64_t i = 0; i < sparse->count; ++i) {
    const std::byte* index = bytes(sparse->indices_view, sparse->indices_offset + i * size);
    indices.push_back(static_cast<std::int64_t>(read_component(index, sparse->indices_type)));
  }
  return indices;
}

double normalized(std::int64_t component_type, double stored) {
  const auto value = static_cast<float>(stored);
  switch (component_type) {
    case kByte:
      return static_cast<double>(std::max(value / 127.0f, -1.0f));
    case kUnsignedByte:
      return static_cast<double>(value / 255.0f);
    case kShort:
      return static_cast<double>(std::max(value / 32767.0f, -1.0f));
    case kUnsignedShort:
      return static_cast<double>(value / 65535.0f);
    default:
      return stored;
  }
}

}  // namespace bindpose::gltf
