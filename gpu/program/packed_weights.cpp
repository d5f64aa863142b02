// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/packed_weights.h"

#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <glad/gl.h>

#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::uint32_t byte_steps = 255, short_steps = 65535;

/// The weights of a vertex, without the padding of the last set.
std::span<const std::uint32_t> slots_of(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                        std::size_t v) {
  return words.subspan(v * layout.words() + layout.weights_at(), layout.influences);
}

/// The number of steps nearest to the weight.
std::uint32_t steps_in(std::uint32_t word, std::uint32_t steps) {
  return static_cast<std::uint32_t>(std::lround(steps * static_cast<double>(std::bit_cast<float>(word))));
}

bool is_of_steps(std::uint32_t word, std::uint32_t steps) {
  const float w = std::bit_cast<float>(word);
  return w >= 0 && w <= 1 && w == static_cast<float>(steps_in(word, steps) / static_cast<double>(steps));
}

bool are_of_steps(const VertexLayout& layout, std::span<const std::uint32_t> words, std::uint32_t steps) {
  for (std::size_t v = 0; v < words.size() / layout.words(); ++v)
    for (const std::uint32_t word : slots_of(layout, words, v))
      if (!is_of_steps(word, steps)) return false;
  return true;
}

}  // namespace

Expected<std::uint32_t> steps_of_weights(const VertexLayout& layout, std::span<const std::uint32_t> words) {
  if (!layout.weighted || layout.sets() == 0)
    return fail("NOT_APPLICABLE", "vertices", "no vertex has weights");
  for (const std::uint32_t steps : {byte_steps, short_steps})
    if (are_of_steps(layout, words, steps)) return steps;
  return fail("NOT_APPLICABLE", "weights", "weights are neither all k / 255 nor all k / 65535");
}

NumberForm normalized_form(std::uint32_t steps) {
  return steps == byte_steps ? NumberForm{GL_UNSIGNED_BYTE, 1, true, false, 0x55}
                             : NumberForm{GL_UNSIGNED_SHORT, 2, true, false, 0x5555};
}

Expected<void> weights_in_steps(VertexData& data, bool last_is_left) {
  VertexLayout& layout = data.layout;
  BINDPOSE_TRY(const std::uint32_t n, steps_of_weights(layout, data.words));
  for (std::size_t v = 0; v < data.vertex_count; ++v) {
    std::uint32_t* const slots = &data.words[v * layout.words() + layout.weights_at()];
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < layout.influences; ++i)
      sum += slots[i] = steps_in(slots[i], n);
    if (!last_is_left) continue;
    if (sum != n)
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", v),
                  fmt::format("steps sum to {}, but the last slot is the rest of {}", sum, n));
    slots[layout.influences - 1] = 0;
  }
  layout.weight_steps = n;
  layout.last_is_left = last_is_left;
  return {};
}

std::string decoded_weight(const VertexLayout& layout, std::size_t i,
                           const std::function<std::string(std::size_t)>& steps) {
  std::string k = steps(i);
  if (layout.last_is_left && i + 1 == layout.influences) {
    k = fmt::format("{}u", layout.weight_steps);
    for (std::size_t other = 0; other < i; ++other)
      k += " - " + steps(other);
  }
  return fmt::format("float({}) / {}.0", k, layout.weight_steps);
}

}  // namespace bindpose::gpu
