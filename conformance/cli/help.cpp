// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The values that options take, for completions.
#include "conformance/cli/help.h"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "conformance/cli/commands.h"
#include "conformance/cli/options.h"
#include "reference/algorithms.h"
#include "reference/io/lines.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {
namespace {

/// Wraps paragraphs, one per line of the text.
std::string filled(std::string_view text) {
  std::string all;
  for (const std::string_view line : lines_of(text)) {
    const bool is_set = line.starts_with(' ') || line.ends_with('\\');
    for (const std::string& each :
         is_set ? std::vector{std::string(line)} : wrapped(line, terminal_columns(stdout)))
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
    if (!verb->get_group().empty()) names.push_back(verb->get_name());  // other verbs are internal
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      names.push_back("--" + name);
  return names;
}

constexpr const char* usual_group = "Options";
constexpr const char* help_all = "--help-all";

std::vector<const CLI::Option*> other_options(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) {
    return option->nonpositional() && !option->get_group().empty() && option->get_group() != usual_group;
  });
}

/// "N" for a number, "a|b" for a choice of words, otherwise "TEXT".
std::string word_of_type(const std::string& type) {
  const std::string kind = type.substr(0, type.find_first_of(":="));
  if (const std::size_t checks = type.find(':');
      checks != std::string::npos && type.find('|') != std::string::npos)
    return type.substr(checks + 1);
  return kind == "UINT" || kind == "INT" || kind == "FLOAT" ? "N" : "TEXT";
}

}  // namespace

std::string fitted(const std::string& text, std::FILE* file) {
  const bool has_width = ::isatty(::fileno(file)) == 1 || std::getenv("COLUMNS") != nullptr;
  return has_width ? wrapped_lines(text, terminal_columns(file)) : text;
}

void add_help_all(CLI::App& verb) {
  verb.set_help_all_flag(help_all, "Print all options and exit");
}

/// "--help" shows the options that most users need.
std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  const bool is_short = app->get_help_all_ptr() != nullptr && mode == CLI::AppFormatMode::Normal;
  if (!is_short) return Formatter::make_help(app, std::move(name), mode);
  const auto usual = app->get_options([](const CLI::Option* option) {
    return option->nonpositional() && option->get_group() == usual_group;
  });
  std::vector<std::string> groups;
  for (const CLI::Option* option : other_options(*app))
    if (std::ranges::find(groups, option->get_group()) == groups.end()) groups.push_back(option->get_group());
  return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app) +
         make_group(usual_group, false, usual) +
         filled(fmt::format("\n'{} {}' shows {} more options: {}.\n\n", full_name(*app), help_all,
                            other_options(*app).size(), fmt::join(groups, "; "))) +
         make_footer(app);
}

/// " N=10", " TEXT ...": without the checks that CLI11 lists.
std::string Help::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0 || option->get_type_name().empty()) return "";
  if (option->get_positional())
    return option->get_expected_max() == CLI::detail::expected_max_vector_size ? " ..." : "";
  std::string text = " " + word_of_type(option->get_type_name());
  if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
  if (option->get_expected_max() == CLI::detail::expected_max_vector_size) text += " ...";
  return text;
}

std::string Help::make_description(const CLI::App* app) const {
  return filled(Formatter::make_description(app));
}

std::string Help::make_option(const CLI::Option* option, bool is_positional) const {
  return entry_text(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option), get_column_width(), terminal_columns(stdout));
}

std::string Help::make_subcommand(const CLI::App* verb) const {
  return entry_text(verb->get_display_name(true), verb->get_description(), get_column_width(),
                    terminal_columns(stdout));
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

/// The error, and the help that explains the right use.
std::string with_help(const CLI::App& verb, const std::string& said) {
  return fmt::format("bindpose: {}\n'{} --help' lists the options.\n", clean_line(said), full_name(verb));
}

/// Rewrites the technical messages of CLI11: "--seed: 1 required TEXT missing", "Could not convert: --time =
/// abc".
std::string in_plain_words(const CLI::Error& error) {
  const std::string said = error.what();
  if (const std::size_t end = said.find(": 1 required "); end != std::string::npos)
    return said.substr(0, end) + ": expected a value after it";
  constexpr std::string_view convert = "Could not convert: ";
  const std::size_t value = said.find(" = ");
  if (!said.starts_with(convert) || value == std::string::npos) return said;
  return fmt::format("{}: '{}' is not a number", said.substr(convert.size(), value - convert.size()),
                     said.substr(value + 3));
}

/// For a word that the verb does not know.
std::string unknown_word(const CLI::App& verb, const std::string& word) {
  const bool is_verb = !word.starts_with('-') && !verb_names(verb).empty();
  return with_help(verb, fmt::format("'{}' is not {} of '{}'{}", word, is_verb ? "a verb" : "an option",
                                     full_name(verb), suggestion(verb, word)));
}

/// The subjects of --subject, and the variants of a GPU.
void print_subjects() {
  constexpr std::pair<const char*, const char*> kinds[] = {
      {"lib:FILE.so", "a shared library with the C interface bindpose/subject.h"},
      {"cmd:COMMAND", "a program that reads and writes lines of JSON: 'cmd:python3 subject.py'"},
      {"web:PAGE.html", "a page that draws with your own shaders, in a browser without a window"},
      {"files:FOLDER", "results to 'bindpose export', read from files"},
      {"capture:FRAME", "a captured frame of a native program; see 'bindpose judge --help'"},
      {"reference-float", "the reference in float32, on this processor"},
      {"software", "skinning with vector instructions; 'software?threads=2' on two threads"},
      {"gpu", "the best OpenGL device; also gpu:surfaceless, gpu:device:N, gpu:osmesa, gpu:angle"},
      {"vulkan", "the best Vulkan device; vulkan:N: device number N"},
      {"opencl, cuda", "the best OpenCL or CUDA device; opencl:N, cuda:N"},
      {"webgl, webgpu", "a browser's WebGL 2 or WebGPU; webgl:swiftshader, webgpu:swiftshader in software"},
      {"defect:ID", "the reference with a registered defect: 'bindpose list --defects'"}};
  constexpr std::pair<const char*, const char*> variants[] = {
      {"palette", "ubo, ssbo, uniform-array, texture, buffer-texture, instance-base"},
      {"vertices",
       "interleaved, narrow, integers, implicit; with transform feedback also deinterleaved, odd-strides, "
       "normalized"},
      {"draw", "arrays, first, indexed, base-vertex, instanced"},
      {"feedback", "interleaved, separate, paused, alternating, overflowing, drawn-again, gaps, reordered"},
      {"upload", "padded, or exact: OpenGL buffers of exactly the data's size"},
      {"api, version", "'?api=gles' is OpenGL ES, '?version=3.3' an older version"},
      {"variants", "'?variants=all' takes every combination"}};
  const std::size_t columns = terminal_columns(stdout);
  fmt::print("What --subject can be:\n");
  for (const auto& [name, meaning] : kinds)
    fmt::print("{}", entry_text(name, meaning, 20, columns));
  fmt::print("\nVariants of a GPU, as 'gpu?palette=texture&formulation=unrolled':\n");
  for (const auto& [name, meaning] : variants)
    fmt::print("{}", entry_text(name, meaning, 20, columns));
  print_wrapped("\nconformance/subjects/README.md describes each kind.\n");
}

}  // namespace

void add_help_command(CLI::App& app, int& exit_code) {
  const auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* verb = app.add_subcommand("help", "Print the help of a verb, like VERB --help");
  verb->add_option(
      "VERB", *words,
      "A verb, as in 'golden verify'; or 'subjects': the values of --subject. Without one: all verbs");
  verb->callback([&app, &exit_code, words] {
    exit_code = 0;
    if (*words == std::vector<std::string>{"subjects"}) return print_subjects();
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

namespace {

/// The verb's words after the program's name: "golden verify".
std::string words_of(const CLI::App& app) {
  const std::string name = full_name(app);
  return name.substr(std::min(name.find(' ') + 1, name.size()));
}

/// The possible beginnings of --subject: "gpu", "lib:". Capitals are parts that the user fills in.
std::vector<std::string> subject_values() {
  std::vector<std::string> values;
  for (const std::string_view form : subject_forms())
    values.emplace_back(form.substr(0, form.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ")));
  return values;
}

/// Globs of families and of algorithms.
std::vector<std::string> filter_values() {
  std::set<std::string> values;
  for (const Algorithm& algorithm : algorithms()) {
    values.insert(fmt::format("{}.*", algorithm.family));
    values.insert(fmt::format("{}.{}.*", algorithm.family, algorithm.stem));
  }
  return {values.begin(), values.end()};
}

std::vector<std::string> class_values() {
  std::vector<std::string> values;
  for (const PrecisionClass& precision : precision_classes())
    values.emplace_back(precision.name);
  return values;
}

/// The values of an option by its name, which means the same to every verb.
std::vector<std::string> values_of(const std::string& name) {
  if (name == "subject") return subject_values();
  if (name == "filter") return filter_values();
  if (name == "accept") return class_values();
  if (name == "require-sandbox") return sandbox_levels();
  if (name == "deqp-runmode") return deqp_run_modes();
  return {};
}

void print_values(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames())
      for (const std::string& value : values_of(name))
        fmt::print("{}\t--{}\t{}\n", words_of(app), name, value);
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!verb->get_group().empty()) print_values(*verb);
}

}  // namespace

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_expected_min() > 0)
      option->check([](const std::string& value) { return value.empty() ? "the value is empty" : ""; }, "");
  for (CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    refuse_empty_values(*verb);
}

void add_values_command(CLI::App& app, int& exit_code) {
  CLI::App* values = app.add_subcommand("values", "The values that options take, for completions");
  values->group("");
  values->callback([&app, &exit_code] {
    print_values(app);
    exit_code = 0;
  });
}

}  // namespace bindpose::conformance
