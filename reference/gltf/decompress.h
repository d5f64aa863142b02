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
  bool is_built_in = false;    ///< the program was built with the library
};
std::span<const Decoder> decoders();

/// Decodes what the document compresses into buffers of their own, which views and accessors name from then on. Links between
/// entries are checked already. Checked before memory is taken: the decoded bytes of a file count as its buffers; a view or primitive
/// that is smaller than its format allows is refused; so is a Draco mesh with more vertices or triangles than the accessors have.
/// Not checked before: how many attributes a Draco mesh has, and with how many components. Its decoder takes memory for all, also
/// for those that no accessor names. The first error ends it; what several primitives share is decoded once. Errors:
/// UNRESOLVED_REFERENCE, BUFFER_VIEW_TOO_LONG, LIMIT_EXCEEDED, COMPRESSED_DATA_INVALID, UNSUPPORTED_EXTENSION (an optional
/// extension without its library, and no other data).
void decompress(Document& document, std::vector<BufferBytes>& buffers, IssueLog& log);

/// The part that decompress() is made of, for each library.
struct DecodedView {
  std::vector<std::byte> bytes;
  double filter_error = 0;  ///< ViewEntry::filter_error
};
/// [count * byte_stride] bytes. The reason why not, if the data do not follow their format.
tl::expected<DecodedView, std::string> decode_meshopt(const PackedView& view,
                                                      std::span<const std::byte> packed);

/// An accessor of a compressed primitive, to be filled.
struct DracoAccessor {
  std::int64_t id = kNone;  ///< in the compressed data; kNone: the indices
  AccessorEntry format;
  DecodedView decoded = {};
};
/// Fills all. The reason why not.
tl::expected<void, std::string> decode_draco(std::span<const std::byte> packed,
                                             std::vector<DracoAccessor>& accessors);

// The parts of a document that say what is compressed.
std::optional<PackedView> read_packed_view(const JsonObject& view);
std::optional<DracoEntry> read_draco(const JsonObject& primitive);

}  // namespace bindpose::gltf
