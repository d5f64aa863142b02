// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are the safetensors file of a captured draw.
#include "conformance/captures/frame.h"
#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz {
namespace drawn_fuzzer {

std::vector<std::string> seeds() {
  const std::vector<Tensor> tensors = {
      {{"rows", {3}, Array::Integers{0, 1, 0}}, Storage::int32},
      {{"vertices", {3}, Array::Integers{4, 5, 4}}, Storage::int32},
      {{"output.gl_Position", {2, 4}, Array::Reals{1, 2, 3, 1, 4, 5, 6, 1}}, Storage::float32},
      {{"matrix.view", {4, 4}, Array::Reals(16, 1)}, Storage::float32}};
  return {text_of(*to_safetensors(tensors, {})), text_of(*to_safetensors({}, {}))};
}

void read(std::string_view input) {
  const auto drawn = captures::parse_drawn(std::as_bytes(std::span(input)), "draw-1.safetensors");
  if (!drawn) return require_told(drawn.error());
  for (const std::size_t row : drawn->rows)
    for (const auto& [name, output] : drawn->outputs)
      require((row + 1) * output.width <= output.numbers.size(), "a row beyond an output");
  for (const auto& [name, matrix] : drawn->matrices)
    require(matrix.size() == 16, "a matrix of another size");
}

BINDPOSE_FUZZER(drawn)

}  // namespace drawn_fuzzer
}  // namespace bindpose::fuzz
