// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <memory>

#include "conformance/cases/catches.h"
#include "conformance/cli/commands.h"
#include "conformance/cli/help.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "golden/command.h"

int main(int argc, char** argv) {
  using namespace bindpose::conformance;
  forget_caller();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that grows too large is an error like another
  int exit_code = 0;
  CLI::App app{"The double-precision reference for character skinning, and the judge of everybody else.",
               "bindpose"};
  app.set_version_flag("--version", "bindpose " BINDPOSE_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<Help>());
  app.failure_message(&usage_error);
  for (const auto add :
       {&add_test_command, &add_subject_command, &add_export_command, &add_judge_command, &add_grade_command,
        &add_agree_command, &add_compare_command, &add_merge_command, &add_deqp_command, &add_list_command,
        &add_explain_command, &add_pose_command, &add_bind_command, &add_picture_command, &add_repro_command,
        &add_power_command, &add_devices_command})
    add(app, exit_code);
  CLI::App* golden = app.add_subcommand("golden", "Write or verify the golden data");
  golden->require_subcommand(1);
  bindpose::golden::add_golden_commands(*golden, &cases_with_catches, exit_code);
  add_doctor_command(app, exit_code);
  add_worker_command(app, exit_code);
  add_values_command(app, exit_code);
  add_help_command(app, exit_code);
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
    std::perror("bindpose: what was printed got lost");
    return 2;
  }
  return exit_code;
}
