// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: replies to a page's requests without a server or a network.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

/// Origin of a page: a host name that does not exist.
inline constexpr std::string_view page_origin = "https://subject.invalid/";

/// Serves files below the page's folder, and files of the current input below `question/`.
class PageFiles {
 public:
  explicit PageFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The folder of the current input; empty: none.
  void set_question(std::filesystem::path folder) { question_ = std::move(folder); }

  struct Reply {
    int status = 404;
    std::string type = "text/plain";
    std::vector<std::byte> bytes = {};
  };
  /// The reply to a URL that begins with the origin; never a file outside the two folders, even by links.
  Reply answer(std::string_view url) const;

 private:
  std::filesystem::path folder_, question_;
};

/// Media type by the file's ending; JavaScript modules need theirs.
std::string media_type(const std::filesystem::path& file);

/// A relative path as part of a URL.
std::string in_url(std::string_view name);

}  // namespace bindpose::conformance
