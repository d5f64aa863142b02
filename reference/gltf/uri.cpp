// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/uri.h"

#include <algorithm>
#include <system_error>

#include "reference/io/base64.h"

namespace bindpose::gltf {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return lower;
}

int hexadecimal(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Checks ";name=value;...;base64". Returns true if it ends in base64; none if malformed.
std::optional<bool> is_base64(std::string_view parameters) {
  while (!parameters.empty()) {
    parameters.remove_prefix(1);  // the semicolon
    const std::string_view parameter = parameters.substr(0, parameters.find(';'));
    parameters.remove_prefix(parameter.size());
    if (parameters.empty() && parameter == "base64") return true;
    if (parameter.find('=') == std::string_view::npos) return std::nullopt;
  }
  return false;
}

}  // namespace

std::optional<UriKind> uri_kind(std::string_view uri) {
  if (lower_case(uri.substr(0, 5)) == "data:") return UriKind::data;
  const std::size_t end = uri.find_first_of(":/?#");
  if (end != std::string_view::npos && uri[end] == ':') {
    const std::string_view scheme = uri.substr(0, end);
    const bool is_scheme =
        !scheme.empty() && is_letter(scheme[0]) && std::all_of(scheme.begin(), scheme.end(), [](char c) {
          return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
        });
    if (!is_scheme) return std::nullopt;
    return UriKind::elsewhere;
  }
  if (uri.starts_with('/') || uri.find_first_of("?#") != std::string_view::npos) return UriKind::elsewhere;
  return UriKind::relative;
}

std::optional<DataUri> parse_data_uri(std::string_view uri) {
  uri.remove_prefix(std::min<std::size_t>(uri.size(), 5));
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view head = uri.substr(0, comma);
  const std::string_view media_type = head.substr(0, head.find(';'));
  const std::optional<bool> base64 = is_base64(head.substr(media_type.size()));
  if (!base64) return std::nullopt;

  DataUri data;
  data.media_type = media_type.empty() ? "text/plain" : lower_case(percent_decoded(media_type));
  const std::string_view body = uri.substr(comma + 1);
  if (*base64) {
    const bool is_escaped = body.find('%') != std::string_view::npos;
    std::optional<std::vector<std::byte>> bytes =
        base64_decoded(is_escaped ? percent_decoded(body) : std::string(body));
    if (!bytes) return std::nullopt;
    data.bytes = std::move(*bytes);
  } else {
    for (const char c : percent_decoded(body))
      data.bytes.push_back(static_cast<std::byte>(c));
  }
  return data;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int high = text[i] == '%' && i + 2 < text.size() ? hexadecimal(text[i + 1]) : -1;
    const int low = high >= 0 ? hexadecimal(text[i + 2]) : -1;
    if (low < 0) {
      decoded += text[i];
      continue;
    }
    decoded += static_cast<char>(16 * high + low);
    i += 2;
  }
  return decoded;
}

std::optional<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view uri) {
  namespace fs = std::filesystem;
  const std::string name = percent_decoded(uri);
  if (name.empty() || name.find('\0') != std::string::npos) return std::nullopt;
  // On Windows, gcc's library reads a char as Latin-1.
  const fs::path relative(std::u8string(name.begin(), name.end()));
  if (relative.is_absolute() || relative.has_root_path()) return std::nullopt;
  std::error_code failed;
  const fs::path root = fs::weakly_canonical(folder, failed);
  if (failed) return std::nullopt;
  const fs::path file = fs::weakly_canonical(root / relative, failed);
  if (failed) return std::nullopt;
  const auto [in_root, in_file] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (in_root != root.end() || in_file == file.end()) return std::nullopt;
  return file;
}

}  // namespace bindpose::gltf
