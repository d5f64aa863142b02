// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how the program speaks on a terminal of 80 columns: its helps, its lists, and what it says of a mistyped word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace bindpose::conformance {

constexpr std::size_t terminal_columns = 80;

/// A name and what it is, from `column` on, in as many lines as it takes; below a longer name.
std::string entry_text(std::string_view name, std::string_view meaning, std::size_t column);

/// CLI11's helps in lines of at most 80 columns. A line of a footer that begins with a blank, or ends with a backslash, is
/// left as it is.
class Help : public CLI::Formatter {
 public:
  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
  std::string make_footer(const CLI::App* app) const override;
};

/// "; did you mean '--filter'?" of an option or a verb that the app has and that is spelled nearly like it; empty: none is.
std::string suggestion(const CLI::App& app, std::string_view word);

/// "bindpose golden verify"
std::string full_name(const CLI::App& app);

/// `bindpose help golden verify`: as `bindpose golden verify --help`. Behind all verbs that it is to know.
void add_help_command(CLI::App& app, int& exit_code);

/// What is said of a command line that is not understood: what is wrong, the nearest right word, where help is. Of an empty one
/// the help itself.
std::string usage_error(const CLI::App* app, const CLI::Error& error);

}  // namespace bindpose::conformance
