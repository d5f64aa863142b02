// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/buffers.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "reference/gltf/uri.h"
#include "reference/io/document_limits.h"

namespace bindpose::gltf {
namespace {

/// The first byteLength of `bytes`, which has at least this many.
BufferBytes exactly(std::span<const std::byte> bytes, const BufferEntry& buffer, const Pointer& where,
                    IssueLog& log) {
  const auto length = static_cast<std::size_t>(buffer.byte_length);
  if (bytes.size() < length) {
    log.error("BUFFER_BYTE_LENGTH_MISMATCH", where,
              fmt::format("{} bytes, byteLength is {}", bytes.size(), length));
    return std::nullopt;
  }
  return std::vector<std::byte>(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
}

BufferBytes from_data_uri(const BufferEntry& buffer, const Pointer& where, IssueLog& log) {
  const std::optional<DataUri> data = parse_data_uri(*buffer.uri);
  if (!data) {
    log.error("INVALID_URI", where / "uri", "malformed data URI");
    return std::nullopt;
  }
  if (data->media_type != "application/octet-stream" && data->media_type != "application/gltf-buffer") {
    log.error("BUFFER_DATA_URI_MIME_TYPE_INVALID", where / "uri",
              fmt::format("media type '{}', expected application/octet-stream or application/gltf-buffer",
                          data->media_type));
    return std::nullopt;
  }
  return exactly(data->bytes, buffer, where, log);
}

BufferBytes from_file(const BufferEntry& buffer, const std::filesystem::path& folder, const Pointer& where,
                      IssueLog& log) {
  if (folder.empty()) {
    log.error("IO_ERROR", where / "uri", "the URI names a file, but no folder is given");
    return std::nullopt;
  }
  const std::optional<std::filesystem::path> path = path_inside(folder, *buffer.uri);
  if (!path) {
    log.error("URI_OUTSIDE_FOLDER", where / "uri", "the URI leaves the folder of the document");
    return std::nullopt;
  }
  std::error_code failed;
  if (!std::filesystem::is_regular_file(*path, failed)) {
    log.error("IO_ERROR", where / "uri", "no such file");
    return std::nullopt;
  }
  const std::uintmax_t size = std::filesystem::file_size(*path, failed);
  if (!failed && size < static_cast<std::uintmax_t>(buffer.byte_length)) {
    log.error("BUFFER_BYTE_LENGTH_MISMATCH", where,
              fmt::format("file of {} bytes, byteLength is {}", size, buffer.byte_length));
    return std::nullopt;
  }
  std::ifstream file(*path, std::ios::binary);
  std::vector<std::byte> bytes(failed ? 0 : static_cast<std::size_t>(buffer.byte_length));
  if (bytes.empty() ||
      !file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
    log.error("IO_ERROR", where / "uri", "the file cannot be read");
    return std::nullopt;
  }
  return bytes;
}

BufferBytes from_chunk(const BufferEntry& buffer, const Container& container, const Pointer& where,
                       IssueLog& log) {
  if (!container.bin) {
    log.error("BUFFER_MISSING_GLB_DATA", where, "the buffer is the BIN chunk, which is missing");
    return std::nullopt;
  }
  if (container.bin->size() > static_cast<std::size_t>(buffer.byte_length + 3) / 4 * 4) {
    log.warning(
        "BUFFER_GLB_CHUNK_TOO_BIG", where,
        fmt::format("BIN chunk of {} bytes, byteLength is {}", container.bin->size(), buffer.byte_length));
  }
  return exactly(*container.bin, buffer, where, log);
}

/// Subtracts the declared bytes of a buffer from the remaining limit of all buffers of the file. Error
/// LIMIT_EXCEEDED.
bool take(const BufferEntry& buffer, std::uint64_t& left, const Pointer& where, IssueLog& log) {
  const auto wanted = static_cast<std::uint64_t>(std::max<std::int64_t>(buffer.byte_length, 0));
  if (wanted > left) {
    log.error("LIMIT_EXCEEDED", where / "byteLength",
              fmt::format("{} bytes, but only {} of {} bytes for all buffers of a file are left", wanted,
                          left, limits::asset_buffers.most));
    return false;
  }
  left -= wanted;
  return true;
}

void mark_view(std::int64_t view, const Document& document, std::vector<bool>& used) {
  if (view == kNone || static_cast<std::size_t>(view) >= document.views.size()) return;
  const std::int64_t buffer = document.views[static_cast<std::size_t>(view)].buffer;
  if (buffer != kNone && static_cast<std::size_t>(buffer) < used.size())
    used[static_cast<std::size_t>(buffer)] = true;
}

}  // namespace

std::vector<bool> buffers_in_use(const Document& document) {
  std::vector<bool> used(document.buffers.size(), false);
  const auto mark = [&used](std::int64_t buffer) {
    if (buffer >= 0 && static_cast<std::size_t>(buffer) < used.size())
      used[static_cast<std::size_t>(buffer)] = true;
  };
  for (const ViewEntry& view : document.views)
    if (view.packed) mark(view.packed->buffer);
  for (const MeshEntry& mesh : document.meshes)
    for (const PrimitiveEntry& primitive : mesh.primitives)
      if (primitive.draco) mark_view(primitive.draco->view, document, used);
  for (const AccessorEntry& accessor : document.accessors) {
    mark_view(accessor.view, document, used);
    if (!accessor.sparse) continue;
    mark_view(accessor.sparse->indices_view, document, used);
    mark_view(accessor.sparse->values_view, document, used);
  }
  return used;
}

std::vector<BufferBytes> load_buffers(const Document& document, const Container& container,
                                      const std::filesystem::path& folder, IssueLog& log) {
  std::vector<BufferBytes> buffers(document.buffers.size());
  const std::vector<bool> used = buffers_in_use(document);
  std::uint64_t left = limits::asset_buffers.most;
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const BufferEntry& buffer = document.buffers[i];
    const Pointer where = Pointer() / "buffers" / i;
    if (!buffer.has_uri) {
      const bool is_chunk = container.is_glb && i == 0 && !buffer.is_fallback && buffer.byte_length != kNone;
      if (is_chunk && take(buffer, left, where, log)) buffers[i] = from_chunk(buffer, container, where, log);
      continue;
    }
    if (!buffer.uri) continue;
    const std::optional<UriKind> kind = uri_kind(*buffer.uri);
    if (!kind) {
      log.error("INVALID_URI", where / "uri", "the scheme is malformed");
    } else if (kind == UriKind::elsewhere) {
      const std::string message = "only files in the folder of the document are read";
      if (used[i]) {
        log.error("NON_RELATIVE_URI", where / "uri", message);
      } else {
        log.warning("NON_RELATIVE_URI", where / "uri", message);
      }
    } else if (kind == UriKind::data) {
      BufferEntry any_length = buffer;
      if (buffer.byte_length == kNone) any_length.byte_length = 0;
      if (take(buffer, left, where, log)) buffers[i] = from_data_uri(any_length, where, log);
    } else if (buffer.byte_length != kNone && take(buffer, left, where, log)) {
      buffers[i] = from_file(buffer, folder, where, log);
    }
  }
  return buffers;
}

}  // namespace bindpose::gltf
