// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whole files, read and replaced. Declared in safetensors.h.
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose {

Expected<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  return write_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Expected<void> write_file(const std::filesystem::path& path, std::string_view text) {
  NewFile file(path);
  file.add(text);
  auto done = file.finish();
  if (!done) done.error().message += fmt::format("; {} bytes were to be written", text.size());
  return done;
}

Expected<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uintmax_t largest) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error) return fail("FILE_READ", path.string(), error.message());
  if (size > largest)
    return fail("FILE_SIZE", path.string(), fmt::format("{} bytes, expected at most {}", size, largest));
  std::vector<std::byte> bytes(size);
  std::ifstream in(path, std::ios::binary);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in) return fail("FILE_READ", path.string(), std::strerror(errno));
  return bytes;
}

Expected<std::string> read_text(const std::filesystem::path& path, std::uintmax_t largest) {
  BINDPOSE_TRY(const auto bytes, read_file(path, largest));
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

Expected<void> make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail("FILE_WRITE", path.string(), error.message());
  return {};
}

std::string fnv1a64(std::string_view text) {
  return fnv1a64(std::as_bytes(std::span(text)));
}

std::string fnv1a64(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte b : bytes)
    hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  return fmt::format("{:016x}", hash);
}

}  // namespace bindpose
