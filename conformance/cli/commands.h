// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the verbs of the program `bindpose`. Each adds its subcommand to the command line; running it sets
// exit_code.
//
// Exit codes of all: 0 as expected, 1 failures (a subject's, or a bad input file), 2 error of the judge or of
// the command line, 3 nothing ran.
#pragma once

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "conformance/report/text.h"
#include "reference/gltf/load.h"

namespace bindpose::conformance {

/// Prints text that may contain foreign words: a name, a path, an error, a
/// verdict of an earlier run. All of it goes through shown_text().
template <class... Values>
void say(std::FILE* to, fmt::format_string<Values...> format, Values&&... values) {
  fmt::print(to, "{}", shown_text(fmt::format(format, std::forward<Values>(values)...)));
}

/// Prints the error to stderr and returns its exit code.
inline int refuse(const Error& error) {
  say(stderr, "bindpose: {}\n", to_string(error));
  return 2;
}

/// Prints the error of a glTF file to stderr and returns its exit code.
inline int refuse_asset(const gltf::Refusal& refusal) {
  say(stderr, "{}\n", gltf::to_string(refusal));
  return 1;
}

/// Prints the warnings about a glTF file that was read.
inline void print_warnings(const std::string& file, const gltf::Asset& asset) {
  if (!asset.warnings.empty())
    fmt::print(stderr, "{}\n", shown_text(gltf::to_string(gltf::Refusal{file, asset.warnings})));
}

/// The result of a verb: its exit code, or an error.
inline int done(const Expected<int>& code) {
  return code ? *code : refuse(code.error());
}

void add_test_command(CLI::App& app, int& exit_code);
void add_subject_command(CLI::App& app, int& exit_code);
void add_export_command(CLI::App& app, int& exit_code);
void add_pose_command(CLI::App& app, int& exit_code);
void add_same_command(CLI::App& app, int& exit_code);
void add_bind_command(CLI::App& app, int& exit_code);
void add_picture_command(CLI::App& app, int& exit_code);
void add_repro_command(CLI::App& app, int& exit_code);
void add_judge_command(CLI::App& app, int& exit_code);
void add_grade_command(CLI::App& app, int& exit_code);
void add_course_command(CLI::App& app, int& exit_code);
void add_list_command(CLI::App& app, int& exit_code);
void add_explain_command(CLI::App& app, int& exit_code);
/// Explains a word of a report that is not an algorithm, case, defect or policy. False if the word is unknown.
bool explain_word(const std::string& word, bool is_all = false);
/// A policy: its values, what each means, and which engines use it. False if no algorithm has such an option.
bool explain_policy(std::string_view name);
void add_devices_command(CLI::App& app, int& exit_code);
/// True if any OpenGL device that can be reached here works, each tried in a process of its own.
bool any_device_opens();
void add_agree_command(CLI::App& app, int& exit_code);
void add_compare_command(CLI::App& app, int& exit_code);
void add_merge_command(CLI::App& app, int& exit_code);
void add_history_command(CLI::App& app, int& exit_code);
void add_deqp_command(CLI::App& app, int& exit_code);
/// The values of --deqp-runmode.
std::vector<std::string> deqp_run_modes();
void add_mutation_score_command(CLI::App& app, int& exit_code);
void add_doctor_command(CLI::App& app, int& exit_code);
/// Prints the new name of each former name (reference/renamed.h) to stderr, one per line.
void print_notes(const std::vector<std::string>& notes);
/// Prints the notes for globs on the command line.
void print_notes_on_globs(const std::vector<std::string>& globs);
/// Warns on stderr of globs of an option that match no case.
void warn_of_idle_globs(std::string_view option, const std::vector<std::string>& globs,
                        const std::vector<std::string>& names);
class Subject;
/// Warns on stderr of declared capabilities that no input matches.
void warn_of_declaration(const Subject& subject);

/// Hidden: prints a line like "test\t--subject\tgpu" for each declared value of an option, for ci/manual.
void add_values_command(CLI::App& app, int& exit_code);
/// Hidden: the child process of start_worker().
void add_worker_command(CLI::App& app, int& exit_code);

}  // namespace bindpose::conformance
