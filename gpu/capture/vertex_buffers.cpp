// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_buffers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include <Eigen/Core>

#include "gpu/capture/guard.h"

namespace bindpose::gpu {
namespace {

using Type = VertexField::Type;

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

/// One of an attribute's words in a form, but for what packs several.
std::uint32_t stored(const NumberForm& form, std::uint32_t word) {
  if (form.type == GL_HALF_FLOAT) return half_bits(std::bit_cast<float>(word));
  if (form == unorm8) return std::bit_cast<float>(word) == 1 ? 255 : 0;
  return word;  // of smaller integers the low bytes
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

/// Not one of a half's subnormal numbers, which some flush as they flush their own.
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

/// Whether the predicate holds for each of an attribute's numbers.
template <class Predicate>
bool holds_for_all(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                   std::span<const std::uint32_t> words, Predicate holds) {
  for (std::size_t at = attribute.at; at < words.size(); at += layout.words())
    if (!std::ranges::all_of(words.subspan(at, static_cast<std::size_t>(attribute.words)), holds))
      return false;
  return true;
}

/// An attribute's bytes in a buffer, begun by four and four: what is not a multiple is filled up.
std::size_t size_of(const StoredAttribute& attribute) {
  const std::size_t numbers = attribute.form.packed ? 1 : static_cast<std::size_t>(attribute.numbers);
  return (numbers * attribute.form.bytes + word_bytes - 1) / word_bytes * word_bytes;
}

NumberForm word_form(Type type) {
  if (type == Type::real) return float32;
  return type == Type::joint ? unsigned_forms.back() : signed_forms.back();
}

std::vector<StoredAttribute> attributes_of(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                           VertexStorage storage) {
  std::vector<StoredAttribute> all;
  for (const VertexLayout::Attribute& attribute : layout.attributes()) {
    const NumberForm form = storage == VertexStorage::narrow ? narrowest_form(layout, attribute, words)
                                                             : word_form(attribute.type);
    all.push_back({form, form.packed ? 4 : attribute.words, attribute.type != Type::real});
  }
  return all;
}

/// Offsets and strides; the bytes of each buffer's records, and of what lies before the first of them.
struct Arrangement {
  std::vector<std::size_t> record;
  std::size_t before = 0;
};

Arrangement arrange(std::vector<StoredAttribute>& attributes, VertexStorage storage) {
  if (storage == VertexStorage::deinterleaved) {
    std::vector<std::size_t> sizes;
    for (StoredAttribute& attribute : attributes) {
      attribute.buffer = sizes.size();
      sizes.push_back(size_of(attribute));
    }
    return {sizes};
  }
  const bool is_odd = storage == VertexStorage::odd_strides;
  const std::size_t gap = is_odd ? word_bytes : 0, before = 3 * gap;
  std::size_t end = before;
  for (StoredAttribute& attribute : attributes) {
    attribute.offset = end;
    end += size_of(attribute) + gap;
  }
  std::size_t stride = end - before;
  if (is_odd && stride / word_bytes % 2 == 0) stride += word_bytes;
  for (StoredAttribute& attribute : attributes)
    attribute.stride = stride;
  return {{stride}, before};
}

void write(std::byte* to, const NumberForm& form, std::uint32_t number) {
  std::memcpy(to, &number, form.bytes);  // little-endian: the low bytes stand first
}

/// The record of a vertex, or of nobody, in an attribute's place.
void store(const StoredAttribute& attribute, std::span<const std::uint32_t> words, std::byte* to) {
  const NumberForm& form = attribute.form;
  if (form.packed) return write(to, form, words.empty() ? form.nobody : packed(words));
  for (std::size_t k = 0; k < static_cast<std::size_t>(attribute.numbers); ++k)
    write(to + k * form.bytes, form, words.empty() ? form.nobody : stored(form, words[k]));
}

/// Fills the buffers, which are words of nobody before.
void fill(VertexBuffers& buffers, const VertexLayout& layout, std::span<const std::uint32_t> words,
          const Arrangement& arrangement, std::size_t beside) {
  const std::size_t count = words.size() / layout.words();
  for (const std::size_t record : arrangement.record) {
    std::vector<std::byte>& made =
        buffers.made.emplace_back(arrangement.before + record * (count + 2 * beside));
    for (std::size_t at = 0; at < made.size(); at += word_bytes)
      write(&made[at], float32, float32.nobody);
  }
  const std::vector<VertexLayout::Attribute> sources = layout.attributes();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const StoredAttribute& attribute = buffers.attributes[i];
    const std::size_t record = arrangement.record[attribute.buffer];
    std::byte* to = buffers.made[attribute.buffer].data() + attribute.offset;
    for (std::size_t v = 0; v < count + 2 * beside; ++v, to += record) {
      const bool is_nobody = v < beside || v >= beside + count;
      const std::size_t at = is_nobody ? 0 : (v - beside) * layout.words() + sources[i].at;
      store(attribute,
            is_nobody ? words.first(0) : words.subspan(at, static_cast<std::size_t>(sources[i].words)), to);
    }
  }
  buffers.bytes.assign(buffers.made.begin(), buffers.made.end());
}

}  // namespace

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

Expected<VertexBuffers> store_vertices(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                       VertexStorage storage, std::size_t beside) {
  VertexBuffers buffers{attributes_of(layout, words, storage), {}};
  const auto is_word = [](const StoredAttribute& attribute) {
    return attribute.form.bytes == word_bytes && !attribute.form.packed;
  };
  if (storage == VertexStorage::narrow && std::ranges::all_of(buffers.attributes, is_word))
    return fail("NOT_APPLICABLE", "vertices", "no attribute's numbers are all exact in fewer than 32 bits");
  const Arrangement arrangement = arrange(buffers.attributes, storage);
  if (storage == VertexStorage::interleaved && beside == 0)
    buffers.bytes = {std::as_bytes(words)};
  else
    fill(buffers, layout, words, arrangement, beside);
  return buffers;
}

}  // namespace bindpose::gpu
