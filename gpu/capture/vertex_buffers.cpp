// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_buffers.h"

#include <algorithm>
#include <limits>

#include <glad/gl.h>

#include "gpu/capture/guard.h"
#include "gpu/program/narrow_form.h"
#include "gpu/program/packed_weights.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

std::size_t numbers_of(const StoredAttribute& attribute) {
  return static_cast<std::size_t>(attribute.numbers);
}

bool is_weight(const VertexLayout& layout, const VertexLayout::Attribute& attribute) {
  return layout.weighted && attribute.at >= layout.weights_at() && attribute.at < layout.fields_at();
}

/// weights: the form of normalized weights.
std::vector<StoredAttribute> attributes_of(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                           VertexStorage storage, const std::optional<NumberForm>& bits,
                                           const std::optional<NumberForm>& weights) {
  std::vector<StoredAttribute> all;
  for (const VertexLayout::Attribute& attribute : layout.attributes()) {
    if (bits && attribute.at >= layout.fields_at()) {
      all.push_back({*bits, attribute.words, false, true});
      continue;
    }
    const NumberForm form = weights && is_weight(layout, attribute) ? *weights
                            : is_narrow(storage)                    ? narrowest_form(layout, attribute, words)
                                                                    : word_form(attribute.type);
    all.push_back({form, form.packed ? 4 : attribute.words, attribute.type != VertexField::Type::real});
  }
  return all;
}

/// Offsets and strides; the bytes of each buffer's records, and of the unused words before the first one.
struct Arrangement {
  std::vector<std::size_t> record;
  std::size_t before = 0;
};

Arrangement arrange(std::vector<StoredAttribute>& attributes, VertexStorage storage) {
  if (storage == VertexStorage::deinterleaved) {
    std::vector<std::size_t> sizes;
    for (StoredAttribute& attribute : attributes) {
      attribute.buffer = sizes.size();
      sizes.push_back(bytes_of(attribute.form, numbers_of(attribute)));
    }
    return {sizes};
  }
  const bool is_odd = storage == VertexStorage::odd_strides;
  const std::size_t gap = is_odd ? word_bytes : 0, before = 3 * gap;
  std::size_t end = before;
  for (StoredAttribute& attribute : attributes) {
    attribute.offset = end;
    end += bytes_of(attribute.form, numbers_of(attribute)) + gap;
  }
  std::size_t stride = end - before;
  if (is_odd && stride / word_bytes % 2 == 0) stride += word_bytes;
  for (StoredAttribute& attribute : attributes)
    attribute.stride = stride;
  return {{stride}, before};
}

/// The target format of words: bits stay unchanged.
NumberForm form_to_store(const StoredAttribute& attribute) {
  if (!attribute.as_bits) return attribute.form;
  return {GL_UNSIGNED_INT, attribute.form.bytes, false, false, 0};
}

/// Fills the buffers, whose words are unused so far.
void fill(VertexBuffers& buffers, const VertexLayout& layout, std::span<const std::uint32_t> words,
          const Arrangement& arrangement, std::size_t beside) {
  const std::size_t count = words.size() / layout.words();
  for (const std::size_t record : arrangement.record) {
    std::vector<std::byte>& made =
        buffers.made.emplace_back(arrangement.before + record * (count + 2 * beside));
    for (std::size_t at = 0; at < made.size(); at += word_bytes)
      store_numbers(NumberForm{}, 1, {}, &made[at]);
  }
  const std::vector<VertexLayout::Attribute> sources = layout.attributes();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const StoredAttribute& attribute = buffers.attributes[i];
    const std::size_t record = arrangement.record[attribute.buffer];
    std::byte* to = buffers.made[attribute.buffer].data() + attribute.offset;
    for (std::size_t v = 0; v < count + 2 * beside; ++v, to += record) {
      const bool is_nobody = v < beside || v >= beside + count;
      const std::size_t at = is_nobody ? 0 : (v - beside) * layout.words() + sources[i].at;
      store_numbers(
          form_to_store(attribute), numbers_of(attribute),
          is_nobody ? words.first(0) : words.subspan(at, static_cast<std::size_t>(sources[i].words)), to);
    }
  }
  buffers.bytes.assign(buffers.made.begin(), buffers.made.end());
}

}  // namespace

bool has_base_instance(const DeviceRequest& opened) {
  return opened.api == Api::gl && !is_older(opened, {4, 2}, {});
}

std::size_t vertices_beside(const DeviceRequest& opened, DrawCall draw) {
  const bool begins_behind =
      draw == DrawCall::instanced ? has_base_instance(opened) : draw != DrawCall::arrays;
  return begins_behind ? vertices_of_nobody : 0;
}

bool needs_wide_indices(DrawCall draw, std::size_t beside, std::size_t vertices) {
  const std::size_t before = draw == DrawCall::indexed ? beside : 0;
  return before + vertices > std::numeric_limits<std::uint16_t>::max();
}

StoredAttribute misread(StoredAttribute attribute, PathFault fault) {
  if (fault == PathFault::first_buffer_for_all) attribute.buffer = 0;
  if (fault == PathFault::stride_ignored && attribute.stride > 0) attribute.stride -= word_bytes;
  if (fault == PathFault::offset_ignored && attribute.stride > 0) attribute.offset -= 3 * word_bytes;
  if (fault == PathFault::width_misread && attribute.integer)
    attribute.form.type = attribute.form.bytes == 1 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_BYTE;
  if (fault == PathFault::sign_misread && attribute.form.normalized && !attribute.form.packed)
    attribute.form.type = attribute.form.bytes == 1 ? GL_BYTE : GL_SHORT;
  return attribute;
}

Expected<VertexBuffers> store_vertices(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                       VertexStorage storage, std::size_t beside,
                                       const std::optional<NumberForm>& bits) {
  std::optional<NumberForm> weights;
  if (storage == VertexStorage::normalized) {
    BINDPOSE_TRY(const std::uint32_t steps, steps_of_weights(layout, words));
    weights = normalized_form(steps);
  }
  VertexBuffers buffers{attributes_of(layout, words, storage, bits, weights), {}};
  const auto is_word = [](const StoredAttribute& attribute) {
    return attribute.form.bytes == word_bytes && !attribute.form.packed;
  };
  if (storage == VertexStorage::narrow && std::ranges::all_of(buffers.attributes, is_word))
    return tl::unexpected(nothing_is_narrower());
  const Arrangement arrangement = arrange(buffers.attributes, storage);
  if (storage == VertexStorage::interleaved && beside == 0 && !bits)
    buffers.bytes = {std::as_bytes(words)};
  else
    fill(buffers, layout, words, arrangement, beside);
  return buffers;
}

}  // namespace bindpose::gpu
