// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: terminal output: help texts, lists, and suggestions for mistyped words.
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "conformance/report/text.h"
#include "reference/io/progress_line.h"

namespace bindpose::conformance {

/// Prints in lines that fit the terminal, by wrapped_lines().
template <class... Values>
void print_wrapped(fmt::format_string<Values...> format, Values&&... values) {
  fmt::print("{}",
             wrapped_lines(fmt::format(format, std::forward<Values>(values)...), terminal_columns(stdout)));
}

/// The text in lines that fit the terminal or COLUMNS; without either, the text is unchanged.
std::string fitted(const std::string& text, std::FILE* file);

/// The option that also shows options outside the group "Options"; otherwise the help counts them.
void add_help_all(CLI::App& verb);

/// CLI11's helps in lines that fit the terminal. A line of a footer that begins with a blank, or ends with a backslash, is
/// left as it is.
class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
  std::string make_footer(const CLI::App* app) const override;
};

/// "; did you mean '--filter'?" for the option or verb of the app with the most similar spelling; empty if
/// none is similar.
std::string suggestion(const CLI::App& app, std::string_view word);

/// "bindpose golden verify"
std::string full_name(const CLI::App& app);

/// Refuses empty values of options and positionals, such as --out "$UNSET". Call it after adding all verbs.
void refuse_empty_values(CLI::App& app);

/// `bindpose help golden verify`: as `bindpose golden verify --help`; `bindpose help subjects`. Call it after
/// adding all verbs that it must know.
void add_help_command(CLI::App& app, int& exit_code);

/// The message for a command line with an error: the error, the nearest right word, and how to get
/// help. For an empty command line, the help itself.
std::string usage_error(const CLI::App* app, const CLI::Error& error);

}  // namespace bindpose::conformance
