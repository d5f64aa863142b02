// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a strict reader of the JSON header of a safetensors file; safetensors.h reads the data.
#pragma once

#include <map>

#include "reference/io/document_limits.h"
#include "reference/model/arrays.h"

namespace bindpose {

/// The header's entry of one tensor. `begin` and `end` are offsets into the data that follows the
/// header.
struct TensorEntry {
  std::string name;
  std::string dtype;  ///< as written, e.g. "F32"
  Shape shape;        ///< element_count(shape) does not overflow
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  ///< at least `begin`
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;  ///< in the order of the header, names unique
  std::map<std::string, std::string> metadata;
};

/// Far above the need of inputs and outputs; limits the memory for a malicious header.
inline constexpr std::size_t largest_header_bytes = limits::arrays_header.most;
inline constexpr std::size_t largest_tensor_count = 4096;
inline constexpr std::size_t largest_rank = 8;
inline constexpr std::uint64_t largest_extent = 0x7fffffff;

/// Reads {name: {"dtype": .., "shape": [..], "data_offsets": [begin, end]}, "__metadata__": {..}} and nothing
/// else. Errors: HEADER_SYNTAX (no JSON), HEADER_FIELD (a key too many, missing or of the wrong type),
/// DUPLICATE_NAME, SHAPE_LIMIT (rank, extent or element count), DATA_OFFSETS (end before begin). `where`
/// names the tensor and field.
Expected<SafetensorsHeader> parse_safetensors_header(std::string_view json);

}  // namespace bindpose
