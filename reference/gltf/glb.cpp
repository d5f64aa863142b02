// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/glb.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::gltf {
namespace {

constexpr std::size_t kHeaderSize = 12;
constexpr std::size_t kChunkHeaderSize = 8;
constexpr std::uint32_t kMagic = 0x46546C67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004E4942;   // "BIN\0"

std::uint32_t little_endian_u32(std::span<const std::byte> bytes, std::size_t offset) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    value |= std::to_integer<std::uint32_t>(bytes[offset + i]) << (8 * i);
  }
  return value;
}

std::string at_byte(std::size_t offset) {
  return "@" + std::to_string(offset);
}

struct Chunk {
  std::size_t number = 0;  // 0 for the first chunk
  std::size_t offset = 0;  // byte offset of its header
  std::size_t length = 0;  // declared
  std::uint32_t type = 0;
};

/// Logs errors of a chunk's header; `found` has the chunks before it.
void check_chunk(const Chunk& chunk, std::size_t total, const Container& found, IssueLog& log) {
  const std::string where = at_byte(chunk.offset);
  const std::string type = fmt::format("0x{:08x}", chunk.type);
  if (chunk.length % 4 != 0) {
    log.error_at("GLB_CHUNK_LENGTH_UNALIGNED", where,
                 fmt::format("chunk {} has length {}, not a multiple of 4", type, chunk.length));
  }
  if (chunk.offset + kChunkHeaderSize + chunk.length > total) {
    log.error_at(
        "GLB_CHUNK_TOO_BIG", where,
        fmt::format("chunk {} of length {} ends after the declared {} bytes", type, chunk.length, total));
  }
  if (chunk.number == 0 && chunk.type != kJsonChunk) {
    log.error_at("GLB_UNEXPECTED_FIRST_CHUNK", where, fmt::format("first chunk is {}, expected JSON", type));
  }
  if (chunk.type == kBinChunk && chunk.number > 1 && !found.bin) {
    log.error_at("GLB_UNEXPECTED_BIN_CHUNK", where,
                 fmt::format("BIN is chunk {}, expected chunk 1", chunk.number));
  }
  if (chunk.type == kJsonChunk && chunk.length == 0) {
    log.error_at("GLB_EMPTY_CHUNK", where, "JSON chunk of length 0");
  }
  if ((chunk.type == kJsonChunk && found.json) || (chunk.type == kBinChunk && found.bin)) {
    log.error_at("GLB_DUPLICATE_CHUNK", where, fmt::format("second chunk of type {}", type));
  }
  if (chunk.type != kJsonChunk && chunk.type != kBinChunk) {
    log.warning_at("GLB_UNKNOWN_CHUNK_TYPE", where, fmt::format("chunk type {} is skipped", type));
  }
}

/// Reads magic, version and length. Returns the declared length; none if the rest cannot be read.
std::optional<std::size_t> check_header(std::span<const std::byte> bytes, IssueLog& log) {
  if (bytes.size() < kHeaderSize) {
    log.error_at("GLB_UNEXPECTED_END_OF_HEADER", at_byte(bytes.size()),
                 fmt::format("file of {} bytes, less than a header of {}", bytes.size(), kHeaderSize));
    return std::nullopt;
  }
  if (const std::uint32_t magic = little_endian_u32(bytes, 0); magic != kMagic) {
    log.error_at("GLB_INVALID_MAGIC", at_byte(0), fmt::format("magic 0x{:08x}, expected 'glTF'", magic));
    return std::nullopt;
  }
  if (const std::uint32_t version = little_endian_u32(bytes, 4); version != 2) {
    log.error_at("GLB_INVALID_VERSION", at_byte(4), fmt::format("version {}, expected 2", version));
    return std::nullopt;
  }
  const std::size_t total = little_endian_u32(bytes, 8);
  if (total <= kHeaderSize) {
    log.error_at("GLB_LENGTH_TOO_SMALL", at_byte(8), fmt::format("declared length {} is too small", total));
  }
  return total;
}

}  // namespace

Container split_glb(std::span<const std::byte> bytes, IssueLog& log) {
  Container found;
  found.is_glb = true;
  const std::optional<std::size_t> total = check_header(bytes, log);
  if (!total) return found;

  std::size_t offset = kHeaderSize;
  for (std::size_t number = 0; offset < bytes.size(); ++number) {
    if (offset == *total) {
      log.warning_at("GLB_EXTRA_DATA", at_byte(offset), "bytes after the declared length are ignored");
      return found;
    }
    if (bytes.size() - offset < kChunkHeaderSize) {
      log.error_at("GLB_UNEXPECTED_END_OF_CHUNK_HEADER", at_byte(bytes.size()),
                   "file ends inside a chunk header");
      return found;
    }
    const Chunk chunk{number, offset, little_endian_u32(bytes, offset), little_endian_u32(bytes, offset + 4)};
    check_chunk(chunk, *total, found, log);
    offset += kChunkHeaderSize;
    if (chunk.length > bytes.size() - offset) {
      log.error_at("GLB_UNEXPECTED_END_OF_CHUNK_DATA", at_byte(bytes.size()),
                   fmt::format("file ends inside a chunk of length {}", chunk.length));
      return found;
    }
    const std::span<const std::byte> data = bytes.subspan(offset, chunk.length);
    if (chunk.type == kJsonChunk && !found.json) {
      found.json = std::string_view(reinterpret_cast<const char*>(data.data()), data.size());
    } else if (chunk.type == kBinChunk && !found.bin) {
      found.bin = data;
    }
    offset += chunk.length;
  }
  if (offset != *total) {
    log.error_at("GLB_LENGTH_MISMATCH", at_byte(offset),
                 fmt::format("declared length {}, file of {} bytes", *total, bytes.size()));
  }
  return found;
}

Container open_container(std::span<const std::byte> bytes, std::string_view name, IssueLog& log) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const bool looks_binary = !bytes.empty() && bytes[0] == std::byte{'g'};
  if (lower.ends_with(".glb") || (!lower.ends_with(".gltf") && looks_binary)) return split_glb(bytes, log);
  Container plain;
  plain.json = std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return plain;
}

}  // namespace bindpose::gltf
