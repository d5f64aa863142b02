// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/record_source.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

/// The word that holds the number or part of it, and the number's position in the word.
struct Place {
  NumberForm form;
  std::size_t word = 0;
  std::size_t which = 0;

  std::size_t bits() const { return 8 * form.bytes; }
};

Place place_of(const VertexLayout& layout, std::size_t word) {
  if (layout.narrow.empty()) return {{}, word, 0};
  const auto behind = std::ranges::upper_bound(layout.narrow, word, {}, &VertexLayout::NarrowAttribute::from);
  const VertexLayout::NarrowAttribute& attribute = *std::prev(behind);
  const std::size_t number = word - attribute.from, in_a_word = 4 / attribute.form.bytes;
  return {attribute.form, attribute.at + number / in_a_word, number % in_a_word};
}

}  // namespace

std::string record_declarations(std::string_view records) {
  return fmt::format(
      "uint word(uint at) {{ return {}[at]; }}\n"
      "float real(uint at) {{ return uintBitsToFloat(word(at)); }}\n"
      "vec3 real3(uint at) {{ return vec3(real(at), real(at + 1u), real(at + 2u)); }}\n",
      records);
}

std::string real_at(const VertexLayout& layout, std::size_t word) {
  const Place place = place_of(layout, word);
  if (place.bits() == 32) return fmt::format("real(at + {}u)", place.word);
  return fmt::format("unpackHalf2x16(word(at + {}u)).{}", place.word, "xy"[place.which]);
}

std::string real3_at(const VertexLayout& layout, std::size_t word) {
  const Place place = place_of(layout, word);
  if (place.bits() == 32) return fmt::format("real3(at + {}u)", place.word);
  return fmt::format("vec3({}, {}, {})", real_at(layout, word), real_at(layout, word + 1),
                     real_at(layout, word + 2));
}

std::string integer_at(const VertexLayout& layout, std::size_t word, const char* type) {
  const Place place = place_of(layout, word);
  const std::string whole = fmt::format("word(at + {}u)", place.word);
  const bool is_signed = type == std::string_view("int");
  if (place.bits() == 32) return is_signed ? fmt::format("int({})", whole) : whole;
  const std::size_t below = place.bits() * place.which, above = 32 - place.bits() - below;
  // Shifting a short number down from the highest bit keeps its sign.
  if (is_signed) return fmt::format("(int({} << {}u) >> {})", whole, above, 32 - place.bits());
  return fmt::format("(({} >> {}u) & {}u)", whole, below, (1U << place.bits()) - 1);
}

}  // namespace bindpose::gpu
