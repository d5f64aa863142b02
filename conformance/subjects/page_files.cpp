// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/page_files.h"

#include <iterator>

#include <fmt/format.h>

#include "reference/gltf/uri.h"
#include "reference/io/document_limits.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view question_prefix = "question/";

constexpr std::pair<std::string_view, const char*> types[] = {
    {".html", "text/html"},       {".js", "text/javascript"},    {".mjs", "text/javascript"},
    {".css", "text/css"},         {".json", "application/json"}, {".wasm", "application/wasm"},
    {".gltf", "model/gltf+json"}, {".glb", "model/gltf-binary"}, {".png", "image/png"},
    {".jpg", "image/jpeg"},       {".svg", "image/svg+xml"}};

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~' || c == '/';
}

}  // namespace

std::string media_type(const fs::path& file) {
  const std::string ending = file.extension().string();
  for (const auto& [known, type] : types)
    if (known == ending) return type;
  return "application/octet-stream";
}

std::string in_url(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (is_plain(c))
      text += c;
    else
      fmt::format_to(std::back_inserter(text), "%{:02X}", static_cast<unsigned char>(c));
  return text;
}

PageFiles::Reply PageFiles::answer(std::string_view url) const {
  url.remove_prefix(page_origin.size());
  std::string_view path = url.substr(0, url.find_first_of("?#"));
  const bool asked = path.starts_with(question_prefix);
  if (asked) path.remove_prefix(question_prefix.size());
  const fs::path& folder = asked ? question_ : folder_;
  const auto file = folder.empty() ? std::nullopt : gltf::path_inside(folder, path);
  std::error_code ignored;
  if (!file || !fs::is_regular_file(*file, ignored)) return {};
  auto bytes = read_file(*file, limits::page_file.most);
  if (!bytes) return {bytes.error().code == "FILE_SIZE" ? 413 : 404};
  return {200, media_type(*file), std::move(*bytes)};
}

}  // namespace bindpose::conformance
