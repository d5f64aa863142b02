// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: converts a part's records of words to the buffers of a vertex shader's attributes, by the vertex layout.
// Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gpu/device/device.h"
#include "gpu/program/number_form.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_pipeline.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Place of an attribute in the buffers.
struct StoredAttribute {
  NumberForm form;
  int numbers = 4;
  bool integer = false;
  bool as_bits = false;  ///< its words are the bits of its numbers
  std::size_t buffer = 0;
  std::size_t offset = 0;  ///< bytes
  std::size_t stride = 0;  ///< bytes; 0, as in GL: no gap
};

/// Unused vertices before and after the drawn ones, for draw calls that can start behind unused vertices.
constexpr std::size_t vertices_of_nobody = 3;
/// The number of unused vertices before and after the vertices of a draw call on an OpenGL device.
std::size_t vertices_beside(const DeviceRequest& opened, DrawCall draw);

/// True if a draw call on an OpenGL device sets the first instance.
bool has_base_instance(const DeviceRequest& opened);
/// True if the draw call reads indices.
constexpr bool reads_indices(DrawCall draw) {
  return draw == DrawCall::indexed || draw == DrawCall::base_vertex;
}
/// True if the indices of this many vertices need more than 16 bits.
bool needs_wide_indices(DrawCall draw, std::size_t beside, std::size_t vertices);

struct VertexBuffers {
  std::vector<StoredAttribute> attributes;        ///< by location
  std::vector<std::span<const std::byte>> bytes;  ///< bytes of each buffer
  std::vector<std::vector<std::byte>> made = {};  ///< bytes that are not a view of the part's words
};

/// Takes the words of a part, which must outlive it. Adds the same number of unused vertices before and after
/// them. Error NOT_APPLICABLE if narrow storage is not narrower. bits: words of inputs are the bits of numbers in
/// this form.
Expected<VertexBuffers> store_vertices(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                       VertexStorage storage, std::size_t beside,
                                       const std::optional<NumberForm>& bits = {});

/// The place and format of an attribute as a faulty driver reads it.
StoredAttribute misread(StoredAttribute attribute, PathFault fault);

}  // namespace bindpose::gpu
