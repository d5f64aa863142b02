// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/html_page.h"

#include <string_view>

#include "conformance/report/page_template.h"
#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {

// conformance/report/page/, and the hashes of style and script in hexadecimal.
namespace page {
extern const char html[], style[], style_hash[], script[], script_hash[];
}  // namespace page

namespace {

/// A hash in hexadecimal as a content security policy has it, in base64.
std::string hash_of(std::string_view hexadecimal) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    bytes += static_cast<char>(digits.find(hexadecimal[i]) << 4 | digits.find(hexadecimal[i + 1]));
  return base64(bytes);
}

}  // namespace

std::string html_page(const PageContent& content) {
  const std::vector<PageGroup> groups = page_groups(content);
  const std::string first = first_screen(content, groups, meshes_that_fit(groups));
  const std::size_t others = first.size() + std::string_view(page::html).size() +
                             std::string_view(page::style).size() + std::string_view(page::script).size();
  const std::size_t room = most_page_bytes > others ? most_page_bytes - others : 0;
  return filled(page::html, {{"SCRIPT-HASH", hash_of(page::script_hash)},
                             {"STYLE-HASH", hash_of(page::style_hash)},
                             {"<!--bindpose:title-->", xml_text(page_text(content.title, 300))},
                             {"<!--bindpose:style-->", page::style},
                             {"<!--bindpose:first-->", first},
                             {"<!--bindpose:data-->", data_text(page_data(content, groups, room))},
                             {"<!--bindpose:script-->", page::script}});
}

}  // namespace bindpose::conformance
