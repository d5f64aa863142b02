// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/sandbox_options.h"

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/subjects/isolation.h"

namespace bindpose::conformance {

std::vector<std::string> sandbox_levels() {
  return {to_string(SandboxLevel::landlock), to_string(SandboxLevel::bubblewrap)};
}

void add_sandbox_options(CLI::App& app, Sandbox& sandbox) {
  app.option_defaults()->group("Foreign subjects (lib:, cmd:)");
  constexpr std::size_t most = 1U << 20;
  // What is not a number is within no range, which CLI::Range does not see.
  const CLI::Validator is_number(
      [](const std::string& text) {
        return std::isnan(std::strtod(text.c_str(), nullptr)) ? text + " is not a number" : std::string();
      },
      "NUMBER");
  app.add_option("--time", sandbox.seconds, "Seconds for one question; of a device 120 unless it is given")
      ->check(is_number)
      ->check(CLI::Range(0.01, 86400.0))
      ->each([&sandbox](const std::string& text) {
        sandbox.device_seconds = std::strtod(text.c_str(), nullptr);
      })
      ->capture_default_str();
  app.add_option("--memory", sandbox.memory, "MiB of memory of all its processes")
      ->check(CLI::Range(std::size_t{8}, most))
      ->capture_default_str();
  app.add_option("--processes", sandbox.processes, "Processes and threads")
      ->check(CLI::Range(std::size_t{1}, most))
      ->capture_default_str();
  app.add_option("--disk", sandbox.disk, "MiB that it may write")
      ->check(CLI::Range(std::size_t{1}, most))
      ->capture_default_str();
  app.add_option("--folder", sandbox.folder,
                 "The subject's own folder, where it starts; default: found from the command");
  app.add_option("--see", sandbox.see, "More folders that it may read");
  app.add_option_function<std::vector<std::string>>(
      "--env",
      [&sandbox](const std::vector<std::string>& settings) {
        for (const std::string& setting : settings) {
          const std::size_t equals = setting.find('=');
          if (equals == 0 || equals == std::string::npos)
            throw CLI::ValidationError("--env", "expected NAME=VALUE, found " + setting);
          sandbox.env[setting.substr(0, equals)] = setting.substr(equals + 1);
        }
      },
      "NAME=VALUE in its environment");
  CLI::Option* none = app.add_flag_callback(
      "--no-sandbox", [&sandbox] { sandbox.most = SandboxLevel::none; },
      "Run it as any program, with limits only: for what needs a GPU");
  std::map<std::string, SandboxLevel> levels;
  for (const SandboxLevel level : {SandboxLevel::landlock, SandboxLevel::bubblewrap})
    levels[to_string(level)] = level;
  app.add_option("--require-sandbox", sandbox.least, "Refuse to run it in less than that (bubblewrap)")
      ->expected(0, 1)
      ->default_str("bubblewrap")
      ->transform(
          CLI::CheckedTransformer(levels).description(fmt::format("{}", fmt::join(sandbox_levels(), "|"))))
      ->excludes(none);
  app.option_defaults()->group("Options");
}

}  // namespace bindpose::conformance
