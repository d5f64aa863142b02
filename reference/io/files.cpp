// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: reads and replaces whole files. Declared in safetensors.h and below.h.
#include <algorithm>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/below.h"
#include "reference/io/new_file.h"
#include "reference/io/safetensors.h"

namespace bindpose {

Expected<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  return write_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Expected<void> write_file(const std::filesystem::path& path, std::string_view text) {
  return NewFile::write(path.parent_path(), path.filename(), text);
}

namespace {

constexpr std::size_t most_at_once = std::size_t{1} << 30;  // bytes: systems read less than 2 GB

/// Bytes: a vector or a string. in: opened without waiting for a pipe's writer.
template <class Bytes>
Expected<Bytes> read_opened(const Descriptor& in, const std::filesystem::path& path, std::uintmax_t largest) {
  const auto refused = [&path](std::string why) { return fail("FILE_READ", path.string(), std::move(why)); };
  struct stat looks {};
  if (in.get() < 0 || ::fstat(in.get(), &looks) != 0) return refused(reason_below(errno));
  if (S_ISDIR(looks.st_mode)) return refused("is a folder, expected a file");
  if (!S_ISREG(looks.st_mode)) return refused("is a pipe, a socket or a device, expected a regular file");
  const auto size = static_cast<std::uintmax_t>(looks.st_size);
  if (size > largest)
    return fail("FILE_SIZE", path.string(), fmt::format("{} bytes, expected at most {}", size, largest));
  Bytes bytes(size, {});
  for (std::size_t done = 0; done < size;) {
    const auto count =
        ::read(in.get(), bytes.data() + done, std::min<std::uintmax_t>(size - done, most_at_once));
    if (count == 0) return refused("became shorter while it was read");
    if (count < 0 && errno != EINTR) return refused(std::strerror(errno));
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return bytes;
}

}  // namespace

Expected<std::vector<std::byte>> read_file(const std::filesystem::path& path, std::uintmax_t largest) {
  return read_opened<std::vector<std::byte>>(open_to_read(path), path, largest);
}

Expected<std::string> read_text(const std::filesystem::path& path, std::uintmax_t largest) {
  return read_opened<std::string>(open_to_read(path), path, largest);
}

Expected<std::string> read_below(const std::filesystem::path& top, const std::filesystem::path& name,
                                 std::uintmax_t largest) {
  return read_opened<std::string>(open_below(top, name, O_RDONLY), top / name, largest);
}

Expected<void> make_folder(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail("FILE_WRITE", path.string(), error.message());
  return {};
}

std::string fnv1a64(std::string_view text) {
  return fnv1a64(std::as_bytes(std::span(text.data(), text.size())));
}

std::string fnv1a64(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte b : bytes)
    hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  return fmt::format("{:016x}", hash);
}

}  // namespace bindpose
