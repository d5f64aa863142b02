// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/safetensors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reference/io/foreign_json.h"
#include "reference/io/safetensors_header.h"
#include "reference/model/try.h"

namespace bindpose {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors data is little-endian and is copied as it is");
static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);

constexpr std::size_t length_bytes = 8;

std::size_t number_count(const Array& array) {
  return std::visit([](const auto& values) { return values.size(); }, array.data);
}

Expected<void> check(const Tensor& tensor) {
  const Array& array = tensor.array;
  if (!is_tensor_name(array.name))
    return fail("ARRAY_NAME", "tensor", "expected a name in printable ASCII other than __metadata__");
  std::uint64_t count = 1;
  for (const std::size_t extent : array.shape)
    if (extent > largest_extent || __builtin_mul_overflow(count, extent, &count) ||
        array.shape.size() > largest_rank)
      return fail("ARRAY_SHAPE", array.name, fmt::format("{} is too large", to_string(array.shape)));
  if (count != number_count(array))
    return fail("ARRAY_SHAPE", array.name,
                fmt::format("{} numbers for the shape {}", number_count(array), to_string(array.shape)));
  if (array.is_real() == (tensor.storage == Storage::int32))
    return fail("ARRAY_TYPE", array.name, "integers are stored as int32, real numbers are not");
  return {};
}

template <class T>
void copy(std::span<const T> values, std::byte* out) {
  if (!values.empty()) std::memcpy(out, values.data(), values.size_bytes());
}

/// NaN in one form, since the bits of a computed NaN depend on the processor.
template <class T>
T canonical(T x) {
  return std::isnan(x) ? std::numeric_limits<T>::quiet_NaN() : x;
}

/// Checks the bits, because gcc 12 optimises a round trip through float away when it vectorises.
bool is_float32(double x) {
  if (std::isnan(x) || std::isinf(x) || x == 0) return true;
  constexpr std::uint64_t dropped_bits = (std::uint64_t{1} << 29) - 1;  // 52 - 23
  if ((std::bit_cast<std::uint64_t>(x) & dropped_bits) != 0) return false;
  const double size = std::fabs(x);
  if (size >= std::numeric_limits<float>::min()) return size <= std::numeric_limits<float>::max();
  const double steps = size * 0x1p149;  // subnormal numbers
  return steps == std::floor(steps);
}

Expected<void> write_data(const Tensor& tensor, std::byte* out) {
  if (tensor.storage == Storage::int32) {
    copy<std::int32_t>(tensor.array.integers(), out);
    return {};
  }
  const Array::Reals& values = tensor.array.reals();
  if (tensor.storage == Storage::float64) {
    copy<double>(values, out);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (const double x = canonical(values[i]); std::isnan(x)) std::memcpy(out + i * sizeof x, &x, sizeof x);
    return {};
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_float32(values[i]))
      return fail("NOT_FLOAT32", fmt::format("{}[{}]", tensor.array.name, i),
                  fmt::format("{} is not a float32", values[i]));
    const float x = canonical(static_cast<float>(values[i]));
    std::memcpy(out + i * sizeof x, &x, sizeof x);
  }
  return {};
}

/// Where each tensor's data begins, 8-byte elements before 4-byte ones; the last element is the data's size.
std::vector<std::size_t> lay_out(std::span<const Tensor> tensors) {
  std::vector<std::size_t> begins(tensors.size() + 1);
  std::size_t next = 0;
  for (const std::size_t size : {std::size_t{8}, std::size_t{4}})
    for (std::size_t i = 0; i < tensors.size(); ++i)
      if (element_size(tensors[i].storage) == size) {
        begins[i] = next;
        next += number_count(tensors[i].array) * size;
      }
  begins.back() = next;
  return begins;
}

std::string header_text(std::span<const Tensor> tensors, const std::vector<std::size_t>& begins,
                        const Metadata& metadata) {
  using nlohmann::ordered_json;
  ordered_json header = ordered_json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const Array& array = tensors[i].array;
    const std::size_t end = begins[i] + number_count(array) * element_size(tensors[i].storage);
    ordered_json& entry = header[array.name];
    entry["dtype"] = dtype(tensors[i].storage);
    entry["shape"] = array.shape;
    entry["data_offsets"] = {begins[i], end};
  }
  // Metadata that is not UTF-8 would make dump() throw; it is replaced by U+FFFD.
  std::string text = header.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

template <class T>
std::vector<T> read_as(const std::byte* data, std::size_t count) {
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), data, count * sizeof(T));
  return values;
}

Expected<Tensor> read_tensor(const TensorEntry& entry, std::span<const std::byte> data) {
  constexpr Storage storages[] = {Storage::float32, Storage::float64, Storage::int32};
  const Storage* storage = std::find_if(std::begin(storages), std::end(storages),
                                        [&](Storage s) { return dtype(s) == entry.dtype; });
  if (storage == std::end(storages))
    return fail("DTYPE", printable(entry.name),
                fmt::format("'{}', expected F32, F64 or I32", printable(entry.dtype, 40)));
  const std::size_t count = element_count(entry.shape);
  std::uint64_t size = 0;
  if (__builtin_mul_overflow(count, element_size(*storage), &size) || size != entry.end - entry.begin)
    return fail("DATA_SIZE", printable(entry.name),
                fmt::format("{} bytes for {} of the shape {}", entry.end - entry.begin, entry.dtype,
                            to_string(entry.shape)));
  Tensor tensor{{entry.name, entry.shape, {}}, *storage};
  const std::byte* from = data.data() + entry.begin;
  if (*storage == Storage::int32) {
    tensor.array.data = read_as<std::int32_t>(from, count);
  } else if (*storage == Storage::float64) {
    tensor.array.data = read_as<double>(from, count);
  } else {
    const std::vector<float> values = read_as<float>(from, count);
    tensor.array.data = Array::Reals(values.begin(), values.end());
  }
  return tensor;
}

/// The tensors cover the data without holes, in any order.
Expected<void> check_cover(const std::vector<TensorEntry>& entries, std::size_t data_size) {
  std::vector<const TensorEntry*> order;
  for (const TensorEntry& entry : entries)
    order.push_back(&entry);
  std::stable_sort(order.begin(), order.end(), [](const TensorEntry* a, const TensorEntry* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  std::uint64_t next = 0;
  for (const TensorEntry* entry : order) {
    if (entry->begin != next)
      return fail("DATA_OFFSETS", printable(entry->name),
                  fmt::format("begins at {}, where the data before it ends at {}", entry->begin, next));
    if (entry->end > data_size)
      return fail("DATA_OFFSETS", printable(entry->name),
                  fmt::format("ends at {}, beyond the {} bytes of data", entry->end, data_size));
    next = entry->end;
  }
  if (next != data_size)
    return fail("DATA_OFFSETS", "data", fmt::format("{} bytes belong to no tensor", data_size - next));
  return {};
}

}  // namespace

std::string_view dtype(Storage storage) {
  return storage == Storage::float32 ? "F32" : storage == Storage::float64 ? "F64" : "I32";
}

std::size_t element_size(Storage storage) {
  return storage == Storage::float64 ? 8 : 4;
}

const Tensor* TensorFile::find(std::string_view name) const {
  for (const Tensor& tensor : tensors)
    if (tensor.array.name == name) return &tensor;
  return nullptr;
}

std::vector<Tensor> to_tensors(const ArraySet& arrays, Storage reals) {
  std::vector<Tensor> tensors;
  for (const Array& array : arrays)
    tensors.push_back({array, array.is_real() ? reals : Storage::int32});
  return tensors;
}

ArraySet to_array_set(const TensorFile& file) {
  ArraySet arrays;
  for (const Tensor& tensor : file.tensors)
    arrays.put(tensor.array);
  return arrays;
}

bool is_tensor_name(std::string_view name) {
  const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
  return !name.empty() && std::all_of(name.begin(), name.end(), is_printable) && name != "__metadata__";
}

Expected<std::vector<std::byte>> to_safetensors(std::span<const Tensor> tensors, const Metadata& metadata) {
  std::unordered_set<std::string_view> names;
  for (const Tensor& tensor : tensors) {
    BINDPOSE_CHECK(check(tensor));
    if (!names.insert(tensor.array.name).second)
      return fail("DUPLICATE_NAME", tensor.array.name, "two tensors have this name");
  }
  const std::vector<std::size_t> begins = lay_out(tensors);
  const std::string header = header_text(tensors, begins, metadata);
  if (header.size() > largest_header_bytes || tensors.size() > largest_tensor_count)
    return fail("HEADER_LENGTH", "header",
                fmt::format("{} bytes for {} tensors", header.size(), tensors.size()));
  std::vector<std::byte> bytes(length_bytes + header.size() + begins.back());
  const std::uint64_t length = header.size();
  std::memcpy(bytes.data(), &length, length_bytes);
  std::memcpy(bytes.data() + length_bytes, header.data(), header.size());
  std::byte* data = bytes.data() + length_bytes + header.size();
  for (std::size_t i = 0; i < tensors.size(); ++i)
    BINDPOSE_CHECK(write_data(tensors[i], data + begins[i]));
  return bytes;
}

Expected<TensorFile> from_safetensors(std::span<const std::byte> bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < length_bytes)
    return fail("TRUNCATED", "header",
                fmt::format("{} bytes, expected at least {}", bytes.size(), length_bytes));
  std::memcpy(&length, bytes.data(), length_bytes);
  if (length > largest_header_bytes)
    return fail("HEADER_LENGTH", "header",
                fmt::format("{} bytes, more than {}", length, largest_header_bytes));
  if (length > bytes.size() - length_bytes)
    return fail("TRUNCATED", "header",
                fmt::format("{} bytes declared, {} found", length, bytes.size() - length_bytes));
  const auto text = bytes.subspan(length_bytes, length);
  BINDPOSE_TRY(auto header,
               parse_safetensors_header({reinterpret_cast<const char*>(text.data()), text.size()}));
  const auto data = bytes.subspan(length_bytes + length);
  BINDPOSE_CHECK(check_cover(header.tensors, data.size()));
  TensorFile file;
  file.metadata = std::move(header.metadata);
  for (const TensorEntry& entry : header.tensors) {
    BINDPOSE_TRY(auto tensor, read_tensor(entry, data));
    file.tensors.push_back(std::move(tensor));
  }
  return file;
}

}  // namespace bindpose
