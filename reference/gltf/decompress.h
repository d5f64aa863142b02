// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: compressed buffer views and primitives - EXT_meshopt_compression, KHR_meshopt_compression, KHR_draco_mesh_compression -
// decoded by the libraries of their authors.
#pragma once

#include "reference/gltf/buffers.h"

namespace bindpose::gltf {

struct Decoder {
  std::string_view extension;  ///< "KHR_draco_mesh_compression"
  std::string_view library;    ///< "Draco"
  bool is_built_in = false;    ///< true if the program was built with the library
};
std::span<const Decoder> decoders();

/// Decodes compressed data into new buffers, and makes views and accessors refer to them. Links between entries
/// must be checked. Checks before allocation: the decoded bytes are within the limit of buffers; no view or
/// primitive is smaller than its format allows; no Draco mesh has more vertices or triangles than its accessors;
/// its attributes have their accessors' formats. Shared data is decoded once. Stops at the first error:
/// UNRESOLVED_REFERENCE, BUFFER_VIEW_TOO_LONG, LIMIT_EXCEEDED, COMPRESSED_DATA_INVALID, UNSUPPORTED_EXTENSION (an
/// optional extension without its library, and no other data).
void decompress(Document& document, std::vector<BufferBytes>& buffers, IssueLog& log);

/// The decoders of decompress(), one for each library.
struct DecodedView {
  std::vector<std::byte> bytes;
  double filter_error = 0;  ///< ViewEntry::filter_error
};
/// Returns [count * byte_stride] bytes, or the reason why the data is malformed.
tl::expected<DecodedView, std::string> decode_meshopt(const PackedView& view,
                                                      std::span<const std::byte> packed);

/// An accessor of a compressed primitive, to be filled.
struct DracoAccessor {
  std::int64_t id = kNone;  ///< id in the compressed data; kNone: the indices
  AccessorEntry format;
  Pointer where;
  DecodedView decoded = {};
};
/// Why the data is malformed, or does not fit an accessor.
struct DracoFault {
  std::string reason;
  std::optional<Pointer> where = {};  ///< index of the accessor; none: the data as a whole
  const char* code = "COMPRESSED_DATA_INVALID";
};
/// Fills all accessors. most: limit on the bytes of all attributes of the mesh, including those without an
/// accessor.
tl::expected<void, DracoFault> decode_draco(std::span<const std::byte> packed, std::uint64_t most,
                                            std::vector<DracoAccessor>& accessors);

// The parts of a document that declare compression.
std::optional<PackedView> read_packed_view(const JsonObject& view);
std::optional<DracoEntry> read_draco(const JsonObject& primitive);

}  // namespace bindpose::gltf
