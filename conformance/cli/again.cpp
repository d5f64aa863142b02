// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/again.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "conformance/report/page_content.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/plug.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;

std::string option(const char* name, const std::string& value) {
  return fmt::format(" {} {}", name, shell_word(value));
}

std::string options(const char* name, const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& each : values)
    text += option(name, each);
  return text;
}

template <class Number>
std::string unless_usual(const char* name, Number value, Number usual) {
  return value == usual ? "" : fmt::format(" {} {}", name, value);
}

/// Those of add_sandbox_options().
std::string sandbox_options(const Sandbox& sandbox) {
  const Sandbox usual;
  std::string text = unless_usual("--time", sandbox.seconds, usual.seconds) +
                     unless_usual("--memory", sandbox.memory, usual.memory) +
                     unless_usual("--processes", sandbox.processes, usual.processes) +
                     unless_usual("--disk", sandbox.disk, usual.disk);
  if (!sandbox.folder.empty()) text += option("--folder", sandbox.folder);
  text += options("--see", sandbox.see);
  for (const auto& [name, value] : sandbox.env)
    text += option("--env", name + "=" + value);
  if (sandbox.most == SandboxLevel::none) text += " --no-sandbox";
  if (sandbox.least != usual.least) text += " --require-sandbox=" + to_string(sandbox.least);
  return text;
}

std::string whole_path(const std::string& name) {
  std::error_code error;
  const fs::path whole = fs::absolute(name, error).lexically_normal();
  return !name.empty() && fs::exists(whole, error) ? whole.string() : name;
}

/// As split_words() reads it.
std::string command_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (word.empty()) line += "''";
    for (const char c : word)
      line += std::string_view(" \t\n'\"\\").find(c) == std::string_view::npos ? std::string(1, c)
                                                                               : std::string("\\") + c;
  }
  return line;
}

std::string whole_subject(const std::string& subject, const Sandbox& sandbox) {
  auto spec = parse_subject(subject);
  if (!spec) return subject;
  if (spec->kind == "cmd") {
    const auto plug = plug_of(*spec, sandbox);
    if (plug) spec->target = command_line(plug->command);
  } else if (!is_device(*spec)) {
    spec->target = whole_path(spec->target);
  }
  return to_string(*spec);
}

}  // namespace

std::string asking_command(const Asking& asking) {
  std::string command = "bindpose test" + option("--subject", asking.subject);
  if (!asking.name.empty()) command += option("--name", asking.name);
  return command + options("--asset", asking.assets) + options("--accept", asking.accept) +
         sandbox_options(asking.sandbox) + unless_usual<std::size_t>("--times", asking.times, 1);
}

Asking with_whole_paths(Asking asking) {
  asking.subject = whole_subject(asking.subject, asking.sandbox);
  asking.sandbox.folder = whole_path(asking.sandbox.folder);
  for (auto* paths : {&asking.assets, &asking.sandbox.see})
    std::ranges::transform(*paths, paths->begin(), whole_path);
  return asking;
}

}  // namespace bindpose::conformance
