// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sha256.h"

#include <array>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reference/io/process.h"

namespace bindpose::conformance {

Sha256::Sha256() : context_(::EVP_MD_CTX_new(), &::EVP_MD_CTX_free) {
  ::EVP_DigestInit_ex(context_.get(), ::EVP_sha256(), nullptr);
}

void Sha256::add_bytes(const void* bytes, std::size_t count) {
  ::EVP_DigestUpdate(context_.get(), bytes, count);
}

std::string Sha256::name() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned length = 0;
  ::EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
  return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + length, ""));
}

Sha256& Sha256::add(std::string_view part) {
  add(part.size());
  add_bytes(part.data(), part.size());
  return *this;
}

Sha256& Sha256::add(std::size_t number) {
  std::array<unsigned char, 8> bytes{};
  for (unsigned char& byte : bytes) {
    byte = static_cast<unsigned char>(number & 0xFF);
    number >>= 8;
  }
  add_bytes(bytes.data(), bytes.size());
  return *this;
}

Sha256& Sha256::add(const std::map<std::string, std::string>& values) {
  add(values.size());
  for (const auto& [key, value] : values)
    add(key).add(value);
  return *this;
}

std::string sha256_of(std::string_view text) {
  Sha256 all;
  all.add_bytes(text.data(), text.size());
  return all.name();
}

Expected<std::string> sha256_of_file(const std::filesystem::path& file) {
  constexpr std::size_t block = 1 << 18;
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat looks {};
  if (in.get() >= 0 && (::fstat(in.get(), &looks) != 0 || !S_ISREG(looks.st_mode)))
    return fail("FILE_READ", file.string(), "is not a plain file");  // a device may have no end
  Sha256 all;
  std::vector<char> bytes(block);
  ssize_t count = in.get() < 0 ? -1 : 0;
  while (count >= 0 && !interrupted() && (count = ::read(in.get(), bytes.data(), block)) > 0)
    all.add_bytes(bytes.data(), static_cast<std::size_t>(count));
  if (count < 0) return fail("FILE_READ", file.string(), std::strerror(errno));
  if (interrupted()) return fail("INTERRUPTED", file.string(), "a signal has interrupted the run");
  return all.name();
}

}  // namespace bindpose::conformance
