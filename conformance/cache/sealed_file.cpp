// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sealed_file.h"

#include <fmt/format.h>

#include "conformance/cache/sha256.h"
#include "reference/io/document_limits.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t seal_length = 64;  // digits of a SHA-256

}  // namespace

Expected<void> write_sealed(const fs::path& file, std::string_view text) {
  BINDPOSE_CHECK(make_folder(file.parent_path()));
  return write_file(file, fmt::format("{}\n{}", sha256_of(text), text));
}

std::optional<std::string> read_sealed(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(fs::symlink_status(file, error))) return std::nullopt;
  const auto sealed = read_text(file, limits::cached_verdict.most);
  if (!sealed || sealed->size() <= seal_length || (*sealed)[seal_length] != '\n') return std::nullopt;
  std::string text = sealed->substr(seal_length + 1);
  return sealed->substr(0, seal_length) == sha256_of(text) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace bindpose::conformance
