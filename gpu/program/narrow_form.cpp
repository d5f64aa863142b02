// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/narrow_form.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <glad/gl.h>

namespace bindpose::gpu {
namespace {

using Type = VertexField::Type;

constexpr std::size_t word_size = sizeof(std::uint32_t);
constexpr NumberForm float32{};
constexpr NumberForm half{GL_HALF_FLOAT, 2, false, false, 0x7E00};
constexpr NumberForm unorm8{GL_UNSIGNED_BYTE, 1, true, false, 0x55};
constexpr NumberForm snorm10{GL_INT_2_10_10_10_REV, 4, true, true, 0x15555555};
constexpr std::array<NumberForm, 3> unsigned_forms = {{{GL_UNSIGNED_BYTE, 1, false, false, 0},
                                                       {GL_UNSIGNED_SHORT, 2, false, false, 0},
                                                       {GL_UNSIGNED_INT, 4, false, false, 0}}};
constexpr std::array<NumberForm, 3> signed_forms = {
    {{GL_BYTE, 1, false, false, 0}, {GL_SHORT, 2, false, false, 0}, {GL_INT, 4, false, false, 0}}};

std::uint16_t half_bits(float x) {
  return Eigen::numext::bit_cast<std::uint16_t>(Eigen::half(x));
}

/// A number as a word in a form, except for the form that packs several.
std::uint32_t stored(const NumberForm& form, std::uint32_t word) {
  if (form.type == GL_HALF_FLOAT) return half_bits(std::bit_cast<float>(word));
  if (form.normalized)
    return static_cast<std::uint32_t>(
        std::lround(((1U << 8 * form.bytes) - 1) * static_cast<double>(std::bit_cast<float>(word))));
  return word;  // for smaller integers, the low bytes
}

/// Four numbers of 10, 10, 10 and 2 bits, the first of them the lowest.
std::uint32_t packed(std::span<const std::uint32_t> words) {
  std::uint32_t all = 0;
  for (std::size_t k = 0; k < words.size(); ++k) {
    const int most = k < 3 ? 511 : 1;
    const auto number = static_cast<std::uint32_t>(most * static_cast<int>(std::bit_cast<float>(words[k])));
    all |= (number & (k < 3 ? 0x3FFU : 0x3U)) << (10 * k);
  }
  return all;
}

bool is_zero_or_one(std::uint32_t word) {
  return word == 0 || std::bit_cast<float>(word) == 1;
}

bool is_unit_or_zero(std::uint32_t word) {
  return word == 0 || std::fabs(std::bit_cast<float>(word)) == 1;
}

/// Not a subnormal half float, which some devices flush to 0.
bool is_half(std::uint32_t word) {
  constexpr float least = 0x1p-14F, most = 65504;
  const float x = std::bit_cast<float>(word);
  if (x != 0 && !(std::fabs(x) >= least && std::fabs(x) <= most)) return false;
  return std::bit_cast<std::uint32_t>(static_cast<float>(Eigen::half(x))) == word;
}

bool fits(const NumberForm& form, bool is_signed, std::uint32_t word) {
  const auto bits = static_cast<int>(8 * form.bytes);
  if (bits == 32) return true;
  if (!is_signed) return word < (1U << bits);
  const auto number = std::bit_cast<std::int32_t>(word);
  return number >= -(1 << (bits - 1)) && number < (1 << (bits - 1));
}

/// True if the predicate holds for each of an attribute's numbers.
template <class Predicate>
bool holds_for_all(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                   std::span<const std::uint32_t> words, Predicate holds) {
  for (std::size_t at = attribute.at; at < words.size(); at += layout.words())
    if (!std::ranges::all_of(words.subspan(at, static_cast<std::size_t>(attribute.words)), holds))
      return false;
  return true;
}

void write(std::byte* to, const NumberForm& form, std::uint32_t number) {
  std::memcpy(to, &number, form.bytes);  // little-endian: the low bytes are first
}

/// A compute shader's format of an attribute.
NumberForm record_form(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                       std::span<const std::uint32_t> words) {
  const NumberForm form = narrowest_form(layout, attribute, words);
  return form.normalized ? half : form;  // 0, 1 and -1 are also halves
}

}  // namespace

NumberForm word_form(Type type) {
  if (type == Type::real) return float32;
  return type == Type::joint ? unsigned_forms.back() : signed_forms.back();
}

NumberForm narrowest_form(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                          std::span<const std::uint32_t> words) {
  const auto holds = [&](auto predicate) { return holds_for_all(layout, attribute, words, predicate); };
  if (attribute.type == Type::real)
    return holds(is_zero_or_one)    ? unorm8
           : holds(is_unit_or_zero) ? snorm10
           : holds(is_half)         ? half
                                    : float32;
  const bool is_signed = attribute.type == Type::integer;
  for (const NumberForm& form : is_signed ? signed_forms : unsigned_forms)
    if (holds([&](std::uint32_t word) { return fits(form, is_signed, word); })) return form;
  return word_form(attribute.type);
}

std::size_t bytes_of(const NumberForm& form, std::size_t numbers) {
  return ((form.packed ? 1 : numbers) * form.bytes + word_size - 1) / word_size * word_size;
}

void store_numbers(const NumberForm& form, std::size_t numbers, std::span<const std::uint32_t> words,
                   std::byte* to) {
  if (form.packed) return write(to, form, words.empty() ? form.nobody : packed(words));
  for (std::size_t k = 0; k < numbers; ++k)
    write(to + k * form.bytes, form, words.empty() ? form.nobody : stored(form, words[k]));
}

Error nothing_is_narrower() {
  return {"NOT_APPLICABLE", "vertices", "no attribute's numbers are all exact in fewer than 32 bits"};
}

Expected<void> narrow_records(VertexData& data) {
  VertexLayout& layout = data.layout;
  const std::vector<VertexLayout::Attribute> attributes = layout.attributes();
  std::vector<VertexLayout::NarrowAttribute> narrow;
  std::size_t end = 0;
  for (const VertexLayout::Attribute& attribute : attributes) {
    narrow.push_back({record_form(layout, attribute, data.words), attribute.at, end});
    end += bytes_of(narrow.back().form, static_cast<std::size_t>(attribute.words)) / word_size;
  }
  if (end == layout.words()) return tl::unexpected(nothing_is_narrower());
  std::vector<std::uint32_t> records(data.vertex_count * end);
  for (std::size_t v = 0; v < data.vertex_count; ++v)
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const auto count = static_cast<std::size_t>(attributes[i].words);
      const auto numbers = std::span(data.words).subspan(v * layout.words() + attributes[i].at, count);
      store_numbers(narrow[i].form, count, numbers,
                    reinterpret_cast<std::byte*>(&records[v * end + narrow[i].at]));
    }
  data.words = std::move(records);
  layout.narrow = std::move(narrow);
  layout.narrow_words = end;
  return {};
}

}  // namespace bindpose::gpu
