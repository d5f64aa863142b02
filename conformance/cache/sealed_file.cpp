// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sealed_file.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "conformance/cache/sha256.h"
#include "reference/io/process.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t seal_length = 64;                      // digits of a SHA-256
constexpr std::uintmax_t largest = std::uintmax_t{1} << 26;  // bytes: more is none of ours

/// One that no other thread, process or machine chooses.
std::string name_of_its_own(const fs::path& file) {
  static std::atomic<unsigned> count = 0;
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  return fmt::format(".{}.{}.{}.{}.partial", file.filename().string(), host.data(), ::getpid(), ++count);
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno != EINTR) return false;
    text.remove_prefix(count < 0 ? 0 : static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

Expected<void> write_sealed(const fs::path& file, std::string_view text) {
  BINDPOSE_CHECK(make_folder(file.parent_path()));
  const fs::path partial = file.parent_path() / name_of_its_own(file);
  const Descriptor out(::open(partial.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
  if (out.get() < 0 || !write_all(out.get(), fmt::format("{}\n{}", sha256_of(text), text)) ||
      ::rename(partial.c_str(), file.c_str()) != 0) {
    const int reason = errno;
    if (out.get() >= 0) ::unlink(partial.c_str());
    return fail("FILE_WRITE", file.string(), std::strerror(reason));
  }
  return {};
}

std::optional<std::string> read_sealed(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
  const auto sealed = read_text(file, largest);
  if (!sealed || sealed->size() <= seal_length || (*sealed)[seal_length] != '\n') return std::nullopt;
  std::string text = sealed->substr(seal_length + 1);
  return sealed->substr(0, seal_length) == sha256_of(text) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace bindpose::conformance
