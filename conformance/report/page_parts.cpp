// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page_parts.h"

#include <cctype>

#include <fmt/format.h>

#include "conformance/report/page_content.h"
#include "conformance/report/text.h"
#include "reference/io/base64.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t most_title = 300;

/// A hash in hexadecimal as a content security policy has it, in base64.
std::string policy_hash(std::string_view hexadecimal) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hexadecimal.size(); i += 2)
    bytes += static_cast<char>(digits.find(hexadecimal[i]) << 4 | digits.find(hexadecimal[i + 1]));
  return base64(bytes);
}

}  // namespace

// conformance/report/page/, and the hashes of style and scripts in hexadecimal.
namespace page {
extern const char head[], html[], style[], style_hash[], script[], script_hash[];
extern const char comparison_html[], comparison_script[], comparison_script_hash[];
}  // namespace page

std::string html_text(std::string_view text, std::size_t most) {
  return xml_text(page_text(text, most));
}

std::string foreign_html(std::string_view text, std::size_t most) {
  return "<bdi>" + html_text(text, most) + "</bdi>";
}

std::string url_escaped(std::string_view text, std::string_view plain) {
  std::string escaped;
  for (const char c : text) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos;
    escaped += is_plain ? std::string(1, c)
                        : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return escaped;
}

std::string test_fragment(const std::string& test) {
  return "#test=" + url_escaped(page_text(test));
}

std::string html_table(std::initializer_list<std::string_view> columns, const std::string& rows,
                       std::string_view attributes) {
  std::string head;
  for (const std::string_view column : columns)
    head += fmt::format("<th scope=\"col\">{}</th>", column);
  return fmt::format(
      "<div class=\"wide\"><table{}><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table></div>", attributes,
      head, rows);
}

PageProgram report_program() {
  return {page::html, page::script, page::script_hash};
}

PageProgram comparison_program() {
  return {page::comparison_html, page::comparison_script, page::comparison_script_hash};
}

std::string page_of(const PageProgram& program, std::string_view title,
                    const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::vector<std::pair<std::string_view, std::string>> all = {
      {"SCRIPT-HASH", policy_hash(program.script_hash)},
      {"STYLE-HASH", policy_hash(page::style_hash)},
      {"<!--bindpose:title-->", html_text(title, most_title)},
      {"<!--bindpose:style-->", page::style}};
  all.insert(all.end(), parts.begin(), parts.end());
  all.emplace_back("<!--bindpose:script-->", program.script);
  return filled(page::head + std::string(program.html), all);
}

std::size_t bytes_of(const PageProgram& program) {
  return std::string_view(page::head).size() + program.html.size() + std::string_view(page::style).size() +
         program.script.size();
}

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

std::string script_safe(const std::string& json) {
  std::string safe;
  safe.reserve(json.size());
  for (const char c : json)
    safe += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : std::string(1, c);
  return safe;
}

}  // namespace bindpose::conformance
