// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/help.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "conformance/report/text.h"
#include "reference/io/lines.h"
#include "reference/io/nearest.h"
#include "reference/model/error.h"

namespace bindpose::conformance {
namespace {

/// Letters, not bytes of UTF-8.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Lines of so many columns, broken at blanks. A word that is longer has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    std::string& line = lines.back();
    if (!line.empty() && columns_of(line) + 1 + columns_of(word) > columns)
      lines.emplace_back(word);
    else
      line += (line.empty() ? "" : " ") + std::string(word);
    begin = end + 1;
  }
  return lines;
}

/// Paragraphs, one a line, each in as many lines as it takes.
std::string filled(std::string_view text) {
  std::string all;
  for (const std::string_view line : lines_of(text)) {
    const bool is_set = line.starts_with(' ') || line.ends_with('\\');
    for (const std::string& each : is_set ? std::vector{std::string(line)} : wrapped(line, terminal_columns))
      all += each + "\n";
  }
  return all;
}

/// The verb of the command line that was read last.
const CLI::App& last_verb(const CLI::App& app) {
  const auto verbs = app.get_subcommands();
  return verbs.empty() ? app : last_verb(*verbs.back());
}

std::vector<std::string> verb_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) names.push_back(verb->get_name());  // others are not for people
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

}  // namespace

std::string entry_text(std::string_view name, std::string_view meaning, std::size_t column) {
  std::string text = fmt::format("  {}", name);
  if (meaning.empty()) return text + "\n";
  bool is_below = columns_of(text) + 2 > column;
  if (is_below) text += "\n";
  for (const std::string& line : wrapped(meaning, terminal_columns - column)) {
    text += std::string(is_below ? column : column - columns_of(text), ' ') + line + "\n";
    is_below = true;
  }
  return text;
}

std::string Help::make_description(const CLI::App* app) const {
  return filled(Formatter::make_description(app));
}

std::string Help::make_option(const CLI::Option* option, bool is_positional) const {
  return entry_text(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option), get_column_width());
}

std::string Help::make_subcommand(const CLI::App* verb) const {
  return entry_text(verb->get_display_name(true), verb->get_description(), get_column_width());
}

std::string Help::make_footer(const CLI::App* app) const {
  return filled(Formatter::make_footer(app));
}

std::string suggestion(const CLI::App& app, std::string_view word) {
  const std::string name(word.substr(0, word.find('=')));
  return did_you_mean(name, name.starts_with('-') ? option_names(app) : verb_names(app));
}

std::string full_name(const CLI::App& app) {
  const CLI::App* parent = app.get_parent();
  return parent == nullptr ? app.get_name() : full_name(*parent) + " " + app.get_name();
}

namespace {

/// What is wrong, and which help says what is right.
std::string with_help(const CLI::App& verb, const std::string& said) {
  return fmt::format("bindpose: {}\n'{} --help' says what there is.\n", shown_text(one_line(said)),
                     full_name(verb));
}

/// What CLI11 says in a programmer's words: "--seed: 1 required TEXT missing", "Could not convert: --time = abc".
std::string in_plain_words(const CLI::Error& error) {
  const std::string said = error.what();
  if (const std::size_t end = said.find(": 1 required "); end != std::string::npos)
    return said.substr(0, end) + ": expected a value behind it";
  constexpr std::string_view convert = "Could not convert: ";
  const std::size_t value = said.find(" = ");
  if (!said.starts_with(convert) || value == std::string::npos) return said;
  return fmt::format("{}: '{}' is no number", said.substr(convert.size(), value - convert.size()),
                     said.substr(value + 3));
}

/// Of a word that the verb does not know.
std::string unknown_word(const CLI::App& verb, const std::string& word) {
  const bool is_verb = !word.starts_with('-') && !verb_names(verb).empty();
  return with_help(verb, fmt::format("'{}' is no {} of '{}'{}", word, is_verb ? "verb" : "option",
                                     full_name(verb), suggestion(verb, word)));
}

}  // namespace

void add_help_command(CLI::App& app, int& exit_code) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* verb = app.add_subcommand("help", "What a verb does, as its --help");
  verb->add_option("VERB", *words, "As it is typed: golden verify; without one what verbs there are");
  verb->callback([&app, &exit_code, words] {
    const CLI::App* asked = &app;
    for (const std::string& word : *words) {
      const auto found =
          asked->get_subcommands([&word](const CLI::App* each) { return each->get_name() == word; });
      if (found.empty()) {
        fmt::print(stderr, "{}", unknown_word(*asked, word));
        exit_code = 2;
        return;
      }
      asked = found.front();
    }
    fmt::print("{}", asked->get_formatter()->make_help(asked, full_name(*asked), CLI::AppFormatMode::Normal));
  });
}

std::string usage_error(const CLI::App* app, const CLI::Error& error) {
  const CLI::App& verb = last_verb(*app);
  const std::vector<std::string> unknown = verb.remaining();
  const bool is_without_words = &verb == app && unknown.empty() && error.get_name() == "RequiredError";
  if (is_without_words) return app->help();
  return unknown.empty() ? with_help(verb, in_plain_words(error)) : unknown_word(verb, unknown.front());
}

}  // namespace bindpose::conformance
