// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sealed_file.h"

#include <fmt/format.h>

#include "conformance/cache/sha256.h"
#include "reference/io/below.h"
#include "reference/io/document_limits.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t seal_length = 64;  // digits of a SHA-256

}  // namespace

Expected<void> write_sealed(const fs::path& top, const fs::path& name, std::string_view text) {
  return write_below(top, name, fmt::format("{}\n{}", sha256_of(text), text));
}

std::optional<std::string> read_sealed(const fs::path& top, const fs::path& name) {
  const auto sealed = read_below(top, name, limits::cached_verdict.most);
  if (!sealed || sealed->size() <= seal_length || (*sealed)[seal_length] != '\n') return std::nullopt;
  std::string text = sealed->substr(seal_length + 1);
  return sealed->substr(0, seal_length) == sha256_of(text) ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace bindpose::conformance
