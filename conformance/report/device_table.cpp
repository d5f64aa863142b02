// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/device_table.h"

#include <fmt/format.h>

#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

/// No line is shorter than its words; the columns are as wide as Mesa's usually are.
std::string table_row(std::string_view subject, std::string_view renderer, std::string_view version) {
  return fmt::format("{:<26} {:<34} {}\n", clean_text(subject), clean_text(renderer), clean_text(version));
}

}  // namespace

std::string device_table_head() {
  return table_row("subject", "renderer", "version");
}

std::string device_row(std::string_view subject, const SubjectInfo& info) {
  const bool is_software = !value_of(info, "software").empty();
  return table_row(subject, value_of(info, "renderer"),
                   value_of(info, "version") + (is_software ? " [software]" : ""));
}

std::string device_row(std::string_view subject, const Error& error) {
  return table_row(subject, "cannot be used", to_string(error));
}

}  // namespace bindpose::conformance
