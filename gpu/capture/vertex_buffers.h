// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a part's records of words as the buffers from which a vertex shader's attributes are read, by the way of storage. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glad/gl.h>

#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_path.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// The numbers of an attribute as they lie in a buffer.
struct NumberForm {
  GLenum type = GL_FLOAT;
  std::size_t bytes = 4;  ///< of one number; packed: of all of them
  bool normalized = false;
  bool packed = false;
  std::uint32_t nobody = 0x7FC00000;  ///< what stands where no vertex is: not a number, joint 0

  bool operator==(const NumberForm&) const = default;
};

/// Where an attribute lies.
struct StoredAttribute {
  NumberForm form;
  int numbers = 4;
  bool integer = false;
  std::size_t buffer = 0;
  std::size_t offset = 0;  ///< bytes
  std::size_t stride = 0;  ///< bytes; 0 as GL has it: nothing lies between
};

/// Vertices of nobody before those that are drawn, and behind them, where a draw call can begin behind some.
constexpr std::size_t vertices_of_nobody = 3;

struct VertexBuffers {
  std::vector<StoredAttribute> attributes;        ///< by location
  std::vector<std::span<const std::byte>> bytes;  ///< of each buffer
  std::vector<std::vector<std::byte>> made = {};  ///< what those are in that are not the part's own words
};

/// The form of fewest bits in which each of an attribute's numbers is exactly what it is: integers of 8, 16 or 32 bits; normalized
/// integers of 8 bits and of 10, half floats, float32. Of more bits normalized integers hold no more of float32's numbers exactly: 0, 1 and -1.
/// words: [vertices * layout.words()]
NumberForm narrowest_form(const VertexLayout& layout, const VertexLayout::Attribute& attribute,
                          std::span<const std::uint32_t> words);

/// Of the words of a part, which have to outlive it; so many vertices of nobody before them and after them. Error NOT_APPLICABLE where
/// narrow storage would be no narrower.
Expected<VertexBuffers> store_vertices(const VertexLayout& layout, std::span<const std::uint32_t> words,
                                       VertexStorage storage, std::size_t beside);

}  // namespace bindpose::gpu
