// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: unique names for contents: SHA-256 (FIPS 180-4), by OpenSSL.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>

#include <openssl/types.h>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// Hash of parts, each with its length: "ab", "c" and "a", "bc" have different hashes.
class Sha256 {
 public:
  Sha256();
  Sha256& add(std::string_view part);
  Sha256& add(std::size_t number);
  Sha256& add(const std::map<std::string, std::string>& values);
  /// The hash of everything added, as 64 hexadecimal digits. Nothing can be added afterwards.
  std::string name();

  /// Adds bytes without their count.
  void add_bytes(const void* bytes, std::size_t count);

 private:
  std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context_;
};

/// The hash of a text, as by sha256sum.
std::string sha256_of(std::string_view text);
/// The hash of a file. Error FILE_READ, also for special files.
Expected<std::string> sha256_of_file(const std::filesystem::path& file);

}  // namespace bindpose::conformance
