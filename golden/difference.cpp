// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/difference.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <fmt/format.h>

#include "reference/io/safetensors.h"

namespace bindpose::golden {
namespace {

bool same(std::int32_t a, std::int32_t b) {
  return a == b;
}
bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// "[12][1]" of element 37 in an array [100, 3].
std::string position(std::size_t element, const Shape& shape) {
  std::string text;
  for (std::size_t i = shape.size(); i-- > 0;) {
    text = fmt::format("[{}]{}", element % shape[i], text);
    element /= shape[i];
  }
  return text;
}

/// Empty if the arrays have the same numbers.
std::string describe(const Array& found, const Array& wanted) {
  return std::visit(
      [&](const auto& numbers) -> std::string {
        const auto& expected = std::get<std::decay_t<decltype(numbers)>>(wanted.data);
        for (std::size_t i = 0; i < numbers.size(); ++i)
          if (!same(numbers[i], expected[i]))
            return fmt::format("{}{} is {}, expected {}", found.name, position(i, found.shape), numbers[i],
                               expected[i]);
        return "";
      },
      found.data);
}

std::string describe(const TensorFile& found, const TensorFile& wanted) {
  for (const Tensor& tensor : wanted.tensors)
    if (found.find(tensor.array.name) == nullptr) return fmt::format("{} is missing", tensor.array.name);
  for (const Tensor& tensor : found.tensors) {
    const Tensor* other = wanted.find(tensor.array.name);
    if (other == nullptr) return fmt::format("{} is not expected", tensor.array.name);
    if (tensor.storage != other->storage || tensor.array.shape != other->array.shape)
      return fmt::format("{} is {} {}, expected {} {}", tensor.array.name, dtype(tensor.storage),
                         to_string(tensor.array.shape), dtype(other->storage), to_string(other->array.shape));
    if (std::string text = describe(tensor.array, other->array); !text.empty()) return text;
  }
  return "";
}

}  // namespace

std::string describe_difference(std::span<const std::byte> found, std::span<const std::byte> wanted) {
  const auto [a, b] = std::mismatch(found.begin(), found.end(), wanted.begin(), wanted.end());
  std::string where =
      found.size() == wanted.size()
          ? fmt::format("byte {}", a - found.begin())
          : fmt::format("byte {}, {} bytes instead of {}", a - found.begin(), found.size(), wanted.size());
  const auto wanted_file = from_safetensors(wanted);
  if (!wanted_file) return where;
  const auto found_file = from_safetensors(found);
  if (!found_file) return fmt::format("{}: unreadable, {}", where, to_string(found_file.error()));
  const std::string text = describe(*found_file, *wanted_file);
  return text.empty() ? where + ": header" : fmt::format("{}: {}", where, text);
}

}  // namespace bindpose::golden
