// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/accessor_store.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#define TINYGLTF_NO_INCLUDE_STB_IMAGE
#define TINYGLTF_NO_INCLUDE_STB_IMAGE_WRITE
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_INCLUDE_JSON
#include <tiny_gltf.h>

namespace bindpose::gltf {
namespace {

using Bytes = std::vector<unsigned char>;

/// The callbacks that let tinygltf read buffer 7 as the "file" named 7.
bool buffer_exists(const std::string&, void*) {
  return true;
}

std::string buffer_path(const std::string& path, void*) {
  return path;
}

bool read_buffer_bytes(Bytes* out, std::string*, const std::string& path, void* user) {
  auto& buffers = *static_cast<std::vector<BufferBytes>*>(user);
  const std::size_t slash = path.find_last_of('/');
  const std::size_t index = std::stoul(slash == std::string::npos ? path : path.substr(slash + 1));
  if (index >= buffers.size()) return false;
  if (buffers[index] && !buffers[index]->empty()) {
    const auto* first = reinterpret_cast<const unsigned char*>(buffers[index]->data());
    out->assign(first, first + buffers[index]->size());
    buffers[index].reset();
  } else {
    out->assign(1, 0);
  }
  return true;
}

const char* type_name(ElementType type) {
  switch (type) {
    case ElementType::vec2:
      return "VEC2";
    case ElementType::vec3:
      return "VEC3";
    case ElementType::vec4:
      return "VEC4";
    case ElementType::mat2:
      return "MAT2";
    case ElementType::mat3:
      return "MAT3";
    case ElementType::mat4:
      return "MAT4";
    default:
      return "SCALAR";
  }
}

std::string accessor_json(const AccessorEntry& accessor) {
  if (!accessor.is_readable()) return R"({"componentType":5126,"count":1,"type":"SCALAR"})";
  std::string json =
      fmt::format(R"({{"componentType":{},"count":{},"normalized":{},"type":"{}")", accessor.component_type,
                  accessor.count, accessor.normalized, type_name(accessor.type));
  if (accessor.view != kNone) {
    json += fmt::format(R"(,"bufferView":{},"byteOffset":{})", accessor.view, accessor.byte_offset);
  }
  if (accessor.sparse) {
    const SparseEntry& sparse = *accessor.sparse;
    json += fmt::format(
        R"(,"sparse":{{"count":{},"indices":{{"bufferView":{},"byteOffset":{},"componentType":{}}})"
        R"(,"values":{{"bufferView":{},"byteOffset":{}}}}})",
        sparse.count, sparse.indices_view, sparse.indices_offset, sparse.indices_type, sparse.values_view,
        sparse.values_offset);
  }
  return json + "}";
}

std::string buffer_json(const BufferBytes& bytes, std::size_t index) {
  return fmt::format(R"({{"byteLength":{},"uri":"{}"}})", bytes ? std::max<std::size_t>(bytes->size(), 1) : 1,
                     index);
}

std::string view_json(const ViewEntry& view) {
  const std::string stride =
      view.byte_stride == kNone ? "" : fmt::format(R"(,"byteStride":{})", view.byte_stride);
  return fmt::format(R"({{"buffer":{},"byteOffset":{},"byteLength":{}{}}})", view.buffer, view.byte_offset,
                     view.byte_length, stride);
}

/// The JSON of the entries, separated by commas.
template <class Entry, class ToJson>
std::string joined(const std::vector<Entry>& entries, ToJson to_json) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0) text += ',';
    text += to_json(entries[i], i);
  }
  return text;
}

/// The part of a document that tinygltf reads.
std::string data_json(const Document& document, const std::vector<BufferBytes>& buffers) {
  const auto view = [](const ViewEntry& entry, std::size_t) { return view_json(entry); };
  const auto accessor = [](const AccessorEntry& entry, std::size_t) { return accessor_json(entry); };
  return fmt::format(R"({{"asset":{{"version":"2.0"}},"buffers":[{}],"bufferViews":[{}],"accessors":[{}]}})",
                     joined(buffers, buffer_json), joined(document.views, view),
                     joined(document.accessors, accessor));
}

template <class T>
double read_as(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

double read_component(const unsigned char* bytes, int component_type) {
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

/// True if the chance that this many different numbers lack this many bits is below 2^-24.
template <class Number>
bool cannot_be_accident(const std::vector<double>& stored, int fewer_bits, Number number) {
  const std::size_t needed =
      (23 + static_cast<std::size_t>(fewer_bits)) / static_cast<std::size_t>(fewer_bits);
  std::set<std::int64_t> different;
  for (const double value : stored) {
    if (const std::int64_t found = number(value); found != 0) different.insert(found);
    if (different.size() >= needed) return true;
  }
  return false;
}

/// Half a unit in the last place of the largest number. If the lowest bits of all numbers are zero, the last
/// place is the next higher bit.
double float_error(const std::vector<double>& stored, bool may_have_fewer_bits) {
  const auto mantissa = [](double value) {
    return std::int64_t{std::bit_cast<std::uint32_t>(static_cast<float>(value)) & 0x7fffffU};
  };
  double largest = 0;
  int zeros = 12;  // tools keep at least half of the bits
  for (const double value : stored) {
    largest = std::max(largest, std::fabs(value));
    if (mantissa(value) != 0)
      zeros = std::min(zeros, std::countr_zero(static_cast<std::uint64_t>(mantissa(value))));
  }
  if (!may_have_fewer_bits) zeros = 0;
  if (zeros > 0 && !cannot_be_accident(stored, zeros, mantissa)) zeros = 0;
  return std::ldexp(largest, zeros - 24);
}

/// Half a step of normalized integers. Tools store fewer bits in a wider integer by repeating the highest bits in the lowest; if all
/// numbers have this form, half a step of the narrow integers, plus the error of widening.
double normalized_error(const std::vector<double>& stored, std::int64_t component_type) {
  const bool is_signed = component_type == kByte || component_type == kShort;
  const int bits = static_cast<int>(8 * component_size(component_type)) - (is_signed ? 1 : 0);
  const auto size = [](double value) { return static_cast<std::int64_t>(std::fabs(value)); };
  for (int used = (bits + 1) / 2; used < bits; ++used) {
    const int low = bits - used, high = 2 * used - bits;
    const auto widened = [&](std::int64_t q) { return (q << low) | (q >> high); };
    const auto is_widened = [&](double value) { return size(value) == widened(size(value) >> low); };
    if (!std::ranges::all_of(stored, is_widened) || !cannot_be_accident(stored, low, size)) continue;
    const std::int64_t largest = (std::int64_t{1} << used) - 1;
    const double one = normalized(component_type, static_cast<double>(widened(largest)));
    return 0.5 / static_cast<double>(largest) + std::fabs(1 - one);
  }
  return 0.5 * normalized(component_type, 1);
}

}  // namespace

struct AccessorStore::Model {
  tinygltf::Model data;

  const unsigned char* bytes(int view, std::size_t offset) const {
    const tinygltf::BufferView& found = data.bufferViews[static_cast<std::size_t>(view)];
    return data.buffers[static_cast<std::size_t>(found.buffer)].data.data() + found.byteOffset + offset;
  }
};

AccessorStore::AccessorStore(const Document& document, std::vector<BufferBytes> buffers, IssueLog& log)
    : document_(document), model_(std::make_unique<Model>()) {
  for (const BufferBytes& bytes : buffers)
    has_data_.push_back(bytes.has_value());
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({buffer_exists, buffer_path, read_buffer_bytes, nullptr, &buffers});
  const std::string json = data_json(document, buffers);
  std::string errors;
  std::string warnings;
  if (!loader.LoadASCIIFromString(&model_->data, &errors, &warnings, json.data(),
                                  static_cast<unsigned int>(json.size()), "")) {
    log.error_at("TINYGLTF_REFUSED", "", errors);
    model_->data = {};
  }
}

AccessorStore::~AccessorStore() = default;

bool AccessorStore::has_bytes(std::int64_t view) const {
  return has_data_[static_cast<std::size_t>(document_.views[static_cast<std::size_t>(view)].buffer)];
}

Backing AccessorStore::backing(std::int64_t accessor) const {
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (entry.view == kNone && !entry.sparse) return Backing::zeros;
  if (!entry.is_readable()) return Backing::missing;
  if (entry.view != kNone && !has_bytes(entry.view)) return Backing::missing;
  if (!entry.sparse) return Backing::bytes;
  if (entry.sparse->indices_type == kNone) return Backing::missing;
  return has_bytes(entry.sparse->indices_view) && has_bytes(entry.sparse->values_view) ? Backing::bytes
                                                                                       : Backing::missing;
}

std::vector<double> AccessorStore::stored(std::int64_t accessor) const {
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (!entry.is_readable() || model_->data.accessors.empty()) return {};
  const auto components = static_cast<std::size_t>(component_count(entry.type));
  std::vector<double> values(static_cast<std::size_t>(entry.count) * components, 0.0);
  if (backing(accessor) != Backing::bytes) return values;

  const tinygltf::Accessor& source = model_->data.accessors[static_cast<std::size_t>(accessor)];
  const auto size = static_cast<std::size_t>(component_size(entry.component_type));
  std::array<std::size_t, 16> padded{};  // position of each component within an element
  std::array<std::size_t, 16> packed{};  // the same for a sparse part, whose matrix columns are not padded
  for (std::size_t c = 0; c < components; ++c) {
    padded[c] = static_cast<std::size_t>(component_offset(entry, static_cast<std::int64_t>(c)));
    packed[c] = c * size;
  }
  const auto read_element = [&](const unsigned char* bytes, const auto& offsets, std::size_t element) {
    for (std::size_t c = 0; c < components; ++c) {
      values[element * components + c] = read_component(bytes + offsets[c], source.componentType);
    }
  };
  if (source.bufferView >= 0) {
    const std::size_t given =
        model_->data.bufferViews[static_cast<std::size_t>(source.bufferView)].byteStride;
    const std::size_t stride = given != 0 ? given : static_cast<std::size_t>(packed_stride(entry));
    const unsigned char* bytes = model_->bytes(source.bufferView, source.byteOffset);
    for (std::size_t i = 0; i < source.count; ++i)
      read_element(bytes + i * stride, padded, i);
  }
  if (source.sparse.isSparse) {
    const std::vector<std::int64_t> indices = sparse_indices(accessor);
    const unsigned char* bytes =
        model_->bytes(source.sparse.values.bufferView, static_cast<std::size_t>(entry.sparse->values_offset));
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (indices[i] >= entry.count) continue;
      read_element(bytes + i * components * size, packed, static_cast<std::size_t>(indices[i]));
    }
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

double AccessorStore::storage_error(std::int64_t accessor) const {
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  const double filtered =
      entry.view == kNone ? 0 : document_.views[static_cast<std::size_t>(entry.view)].filter_error;
  if (entry.component_type == kFloat) {
    return filtered + float_error(stored(accessor), filtered == 0);
  }
  if (!entry.normalized) return filtered + 0.5;
  return filtered + normalized_error(stored(accessor), entry.component_type);
}

std::vector<std::int64_t> AccessorStore::sparse_indices(std::int64_t accessor) const {
  std::vector<std::int64_t> indices;
  const AccessorEntry& entry = document_.accessors[static_cast<std::size_t>(accessor)];
  if (!entry.sparse || backing(accessor) != Backing::bytes || model_->data.accessors.empty()) return indices;
  const auto& sparse = model_->data.accessors[static_cast<std::size_t>(accessor)].sparse;
  const unsigned char* bytes =
      model_->bytes(sparse.indices.bufferView, static_cast<std::size_t>(entry.sparse->indices_offset));
  const auto size = static_cast<std::size_t>(component_size(sparse.indices.componentType));
  for (std::size_t i = 0; i < static_cast<std::size_t>(entry.sparse->count); ++i) {
    indices.push_back(
        static_cast<std::int64_t>(read_component(bytes + i * size, sparse.indices.componentType)));
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
