// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/html_page.h"

#include <string_view>
#include <utility>

#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {

// conformance/report/page/, and the hashes of style and script in hexadecimal.
namespace page {
extern const char html[], style[], style_hash[], script[], script_hash[];
}  // namespace page

namespace {

/// The template with each mark replaced, once, in the order in which they stand.
std::string filled(std::string_view text,
                   const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string whole;
  for (const auto& [mark, part] : parts) {
    const std::size_t at = text.find(mark);
    whole += text.substr(0, at);
    whole += part;
    text.remove_prefix(at + mark.size());
  }
  return whole.append(text);
}

/// JSON that ends no script, whatever its texts are.
std::string script_safe(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
  return safe;
}

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
  const std::string data =
      page_data(content, groups).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return filled(page::html,
                {{"SCRIPT-HASH", hash_of(page::script_hash)},
                 {"STYLE-HASH", hash_of(page::style_hash)},
                 {"<!--bindpose:title-->", xml_text(page_text(content.title, 300))},
                 {"<!--bindpose:style-->", page::style},
                 {"<!--bindpose:first-->", first_screen(content, groups, meshes_that_fit(groups))},
                 {"<!--bindpose:data-->", script_safe(data)},
                 {"<!--bindpose:script-->", page::script}});
}

}  // namespace bindpose::conformance
