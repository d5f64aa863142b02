// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are files, or the header's JSON, a NUL and the data: then the length need not be guessed.
#include <algorithm>
#include <bit>
#include <cstring>

#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::safetensors_fuzzer {
namespace {

std::string file_of(std::string_view input) {
  const std::size_t nul = input.find('\0');
  if (!input.starts_with('{') || nul == std::string_view::npos) return std::string(input);
  const std::uint64_t length = nul;
  std::string file(sizeof length, '\0');
  std::memcpy(file.data(), &length, sizeof length);
  file += input.substr(0, nul);
  return file += input.substr(nul + 1);
}

/// Numbers as stored; every NaN has the same form.
bool are_same(const Array::Reals& a, const Array::Reals& b) {
  return std::ranges::equal(a, b, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (x != x && y != y);
  });
}

bool are_same(const Tensor& a, const Tensor& b) {
  if (a.array.name != b.array.name || a.array.shape != b.array.shape || a.storage != b.storage) return false;
  if (a.array.is_real() != b.array.is_real()) return false;
  return a.array.is_real() ? are_same(a.array.reals(), b.array.reals())
                           : a.array.integers() == b.array.integers();
}

}  // namespace

std::vector<std::string> seeds() {
  const std::vector<Tensor> tensors = {
      {{"positions", {2, 3}, Array::Reals{0, -0.0, 1, 0.5, 2, 3}}, Storage::float32},
      {{"bound", {2}, Array::Reals{0.1, 1e300}}, Storage::float64},
      {{"joints", {1, 2}, Array::Integers{-1, 7}}, Storage::int32},
      {{"none", {0, 3}, Array::Reals{}}, Storage::float32}};
  std::vector<std::string> texts;
  for (std::size_t count = 0; count <= tensors.size(); ++count) {
    const std::string file = text_of(*to_safetensors({tensors.data(), count}, {{"case", "a.b"}}));
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), sizeof length);
    texts.push_back(file.substr(sizeof length, length) + '\0' + file.substr(sizeof length + length));
    texts.push_back(file);
  }
  return texts;
}

void read(std::string_view input) {
  const std::string file = file_of(input);
  // Not the string itself, which ends with a NUL.
  const std::vector<char> bytes(file.begin(), file.end());
  const auto read = from_safetensors(std::as_bytes(std::span(bytes)));
  if (!read) return require_printable(read.error());
  for (const Tensor& tensor : read->tensors)
    require(element_count(tensor.array.shape) * element_size(tensor.storage) <= input.size(),
            "more numbers than bytes");
  require(to_array_set(*read).size() == read->tensors.size(), "an array is lost");
  const auto written = to_safetensors(read->tensors, read->metadata);
  // Reading accepts names that cannot be printed; writing refuses them.
  if (!written) return require(written.error().code == "ARRAY_NAME", to_string(written.error()));
  const auto again = from_safetensors(*written);
  require(again && again->metadata == read->metadata, "metadata is lost");
  require(std::ranges::equal(again->tensors, read->tensors,
                             [](const Tensor& a, const Tensor& b) { return are_same(a, b); }),
          "the array changed by writing and reading");
}

BINDPOSE_FUZZER(safetensors)

}  // namespace bindpose::fuzz::safetensors_fuzzer
