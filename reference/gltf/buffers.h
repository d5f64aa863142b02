// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bytes of a document's buffers, from any source.
#pragma once

#include <filesystem>

#include "reference/gltf/document.h"
#include "reference/gltf/glb.h"

namespace bindpose::gltf {

/// Exactly byteLength bytes; none for a buffer without data (a placeholder, or an error that has been logged).
using BufferBytes = std::optional<std::vector<std::byte>>;

/// Collects the bytes of every buffer [#buffers]: the BIN chunk, data URIs, files in `folder` (none if it is
/// empty). Errors at /buffers/i/uri: INVALID_URI, BUFFER_DATA_URI_MIME_TYPE_INVALID, IO_ERROR (no such file, or
/// unreadable), URI_OUTSIDE_FOLDER; NON_RELATIVE_URI when an accessor needs the buffer, else a warning. At
/// /buffers/i: BUFFER_BYTE_LENGTH_MISMATCH (too few bytes), BUFFER_MISSING_GLB_DATA; warning
/// BUFFER_GLB_CHUNK_TOO_BIG. At /buffers/i/byteLength: LIMIT_EXCEEDED for more than limits::asset_buffers in all;
/// such a buffer is not read.
std::vector<BufferBytes> load_buffers(const Document& document, const Container& container,
                                      const std::filesystem::path& folder, IssueLog& log);

/// True for each buffer that accessors read, directly or by their sparse parts [#buffers].
std::vector<bool> buffers_in_use(const Document& document);

}  // namespace bindpose::gltf
