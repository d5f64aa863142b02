// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <exception>
#include <iostream>

#include "conformance/cases/catches.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "golden/command.h"
#include "reference/io/process.h"
#include "reference/io/progress_line.h"

namespace {

void add_golden_command(CLI::App& app, int& exit_code) {
  CLI::App* golden = app.add_subcommand("golden", "Write or verify the golden data");
  golden->require_subcommand(1);
  bindpose::golden::add_golden_commands(*golden, &bindpose::conformance::cases_with_catches, exit_code);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace bindpose::conformance;
  forget_caller();
  bindpose::lose_unwritable_messages();
  bindpose::keep_freed_memory();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is reported as an error
  int exit_code = 0;
  CLI::App app{
      "The double-precision reference for character skinning, and a conformance suite for other "
      "implementations.",
      "bindpose"};
  app.set_version_flag("--version", "bindpose " BINDPOSE_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<Help>());
  app.failure_message(&usage_error);
  using Add = void (*)(CLI::App&, int&);
  const auto add = [&app, &exit_code](const char* group, std::initializer_list<Add> verbs) {
    for (const Add verb : verbs)
      verb(app, exit_code);
    for (CLI::App* each :
         app.get_subcommands([](const CLI::App* verb) { return verb->get_group() == "Subcommands"; }))
      each->group(group);
  };
  add("Judge", {&add_test_command, &add_judge_command, &add_deqp_command, &add_devices_command});
  add("Look at results",
      {&add_compare_command, &add_agree_command, &add_merge_command, &add_history_command});
  add("Look things up",
      {&add_explain_command, &add_list_command, &add_mutation_score_command, &add_doctor_command});
  add("Reproduce", {&add_picture_command, &add_repro_command});
  add("Write an adapter", {&add_subject_command, &add_export_command});
  add("Teach", {&add_grade_command, &add_course_command});
  add("Meshes and golden data",
      {&add_pose_command, &add_same_command, &add_bind_command, &add_golden_command});
  add_worker_command(app, exit_code);
  add_values_command(app, exit_code);
  add("Help", {&add_help_command});
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    exit_code = app.exit(error) == 0 ? 0 : 2;
    std::cout.flush();
  } catch (const std::exception& error) {
    say(stderr, "bindpose: {}\n", error.what());
    return 2;
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    say(stderr, "bindpose: failed to write to stdout\n");
    return 2;
  }
  return exit_code;
}
