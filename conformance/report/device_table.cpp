// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/device_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/report/text.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t least_width = 80, usual_width = 100;
constexpr std::size_t subject_width = 24;     // "gpu:surfaceless?api=gles"
constexpr double renderer_share = 33.0 / 75;  // width of the other columns, usual for Mesa

}  // namespace

std::size_t device_table_width(std::size_t terminal) {
  return terminal == 0 ? usual_width : std::clamp(terminal, least_width, usual_width);
}

std::string DeviceTable::shortened(std::string text, std::size_t most) {
  constexpr std::string_view dots = "...";
  if (text.size() <= most) return text;
  is_shortened_ = true;
  return std::string(beginning_of(text, most - std::min(most, dots.size()))).append(dots);
}

std::string DeviceTable::line(std::string_view subject, std::string renderer, std::string version,
                              std::string_view ending) {
  const std::string name = clean_line(subject);
  const std::size_t taken = std::max(name.size(), subject_width) + 2;
  const std::size_t rest = std::max(width_, taken + subject_width) - taken;
  const auto of_renderer = static_cast<std::size_t>(renderer_share * static_cast<double>(rest + 1));
  renderer = shortened(std::move(renderer), of_renderer);
  version = shortened(std::move(version), rest - of_renderer - ending.size());
  return fmt::format("{:<{}} {:<{}} {}{}\n", name, subject_width, renderer, of_renderer, version, ending);
}

std::string DeviceTable::head() {
  return line("subject", "renderer", "version", "");
}

std::string DeviceTable::row(std::string_view subject, const SubjectInfo& info) {
  const bool is_software = !value_of(info, "software").empty();
  return line(subject, clean_line(value_of(info, "renderer")), clean_line(value_of(info, "version")),
              is_software ? " [software]" : "");
}

std::string DeviceTable::row(std::string_view subject, const Error& error) const {
  return below_each_other(fmt::format("{:<{}} cannot be used: {}", clean_line(subject), subject_width,
                                      clean_line(to_string(error))));
}

std::string DeviceTable::missing(const Error& error) const {
  return below_each_other("not here: " + clean_line(to_string(error)));
}

std::string DeviceTable::below_each_other(const std::string& words) const {
  return fmt::format("{}\n", fmt::join(wrapped(words, width_, 2), "\n"));
}

}  // namespace bindpose::conformance
