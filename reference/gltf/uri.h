// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the URIs of buffers - embedded data, or the name of a file next to the document.
//
// Source: RFC 2397 (data URIs), RFC 3986 (generic syntax), RFC 4648 (base64, both alphabets).
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::gltf {

enum class UriKind {
  data,      ///< "data:..."
  relative,  ///< a path
  elsewhere  ///< a URI with a scheme, an authority, an absolute path, a query or a fragment
};

/// The kind of a URI; none for text that is not a URI (an empty or malformed scheme).
std::optional<UriKind> uri_kind(std::string_view uri);

struct DataUri {
  std::string media_type;  ///< lower case; "text/plain" if the URI has none
  std::vector<std::byte> bytes;
};

/// Decodes a data URI; none if it is malformed (no comma, a parameter without '=', broken base64).
std::optional<DataUri> parse_data_uri(std::string_view uri);

/// Replaces %41 by 'A'; a percent sign without two hexadecimal digits is kept.
std::string percent_decoded(std::string_view text);

/// The file that a relative URI names below `folder`; none if it is absolute, leaves the folder by ".." or by a
/// symbolic link, or has a NUL.
std::optional<std::filesystem::path> path_inside(const std::filesystem::path& folder, std::string_view uri);

}  // namespace bindpose::gltf
