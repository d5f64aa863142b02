// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/page_template.h"

namespace bindpose::conformance {

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
