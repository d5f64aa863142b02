// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/export_fingerprint.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "conformance/cache/sha256.h"
#include "conformance/subjects/files_subject.h"
#include "reference/io/foreign_json.h"
#include "reference/io/lines.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t digits = 32;

/// Plain files below assets, by their paths in the folder, in order.
std::vector<std::string> asset_files(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder / "assets", error), end; !error && entry != end;
       entry.increment(error))
    if (entry->is_regular_file(error)) names.push_back(entry->path().lexically_relative(folder).string());
  std::ranges::sort(names);
  return names;
}

bool is_fingerprint(std::string_view text) {
  const auto is_of = [](std::string_view part, std::string_view characters) {
    return !part.empty() && part.find_first_not_of(characters) == std::string_view::npos;
  };
  const std::size_t dash = std::min(text.find('-'), text.size());
  return is_of(text.substr(0, dash), "0123456789") && text.size() == dash + 1 + digits &&
         is_of(text.substr(dash + 1), "0123456789abcdef");
}

/// The fingerprint that a folder has, or that a file or the text itself is.
Expected<std::string> named_fingerprint(const std::string& exported) {
  std::error_code error;
  if (fs::is_directory(exported, error)) return export_fingerprint(exported);
  std::string text = exported;
  if (fs::is_regular_file(exported, error)) {
    BINDPOSE_TRY(text, read_text(exported));
    text.resize(std::min(text.find_last_not_of(" \r\n") + 1, text.size()));
  }
  if (is_fingerprint(text)) return text;
  return fail("ARGUMENT", "--against",
              "expected the folder that was exported, or the fingerprint that 'bindpose export' printed");
}

}  // namespace

Expected<std::string> export_fingerprint(const fs::path& folder) {
  BINDPOSE_TRY(const auto text, read_text(folder / "questions.json"));
  BINDPOSE_TRY(const auto index, parse_export(text, folder));
  Sha256 hash;
  hash.add(text);
  for (const std::string& name : asset_files(folder)) {
    BINDPOSE_TRY(const std::string content, sha256_of_file(folder / name));
    hash.add(name).add(content);
  }
  return fmt::format("{}-{}", index.cases.size(), hash.name().substr(0, digits));
}

Expected<void> require_as_exported(const fs::path& folder, const std::string& exported) {
  BINDPOSE_TRY(const std::string was, named_fingerprint(exported));
  BINDPOSE_TRY(const std::string is, export_fingerprint(folder));
  if (is == was) return {};
  return fail(
      "EXPORT_CHANGED", folder.string(),
      fmt::format("its questions have the fingerprint {}, exported was {}; put questions.json and assets "
                  "back as they were exported",
                  is, was));
}

}  // namespace bindpose::conformance
