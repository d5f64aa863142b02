// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/command.h"

#include <fstream>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::golden::command_test {

namespace fs = std::filesystem;
using testing::internal::CaptureStderr;
using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStderr;
using testing::internal::GetCapturedStdout;

TEST(command, commands_print_results_and_return_exit_codes) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "golden";
  CaptureStdout();
  CaptureStderr();
  EXPECT_EQ(verify_command(folder, {}), exit_error) << "no such folder";
  EXPECT_EQ(write_command(folder, {}), exit_same);
  EXPECT_EQ(verify_command(folder, {}), exit_same);
  EXPECT_EQ(GetCapturedStderr().find('\r'), std::string::npos) << "progress only on a terminal";
  EXPECT_NE(GetCapturedStdout().find("skinning/linear_blend"), std::string::npos);

  std::ofstream(folder / "stray") << "x";
  CaptureStdout();
  CaptureStderr();
  EXPECT_EQ(verify_command(folder, {}), exit_differs);
  EXPECT_NE(GetCapturedStderr().find("superfluous: stray"), std::string::npos);
  GetCapturedStdout();
}

Expected<std::vector<Case>> no_cases() {
  return std::vector<Case>();
}

Expected<std::vector<Case>> unreadable_cases() {
  return fail("FILE_READ", "mutation_score/catches.csv", "no such file");
}

TEST(command, wrong_command_lines_are_refused) {
  CLI::App app("test");
  int exit_code = exit_same;
  add_golden_commands(app, &no_cases, exit_code);
  EXPECT_THROW(app.parse("", false), CLI::ParseError);
  EXPECT_THROW(app.parse("write", false), CLI::ParseError) << "`write` needs a folder";
  EXPECT_THROW(app.parse("verify a b", false), CLI::ParseError);
  CaptureStderr();
  app.parse("verify /nonexistent/golden", false);
  EXPECT_NE(GetCapturedStderr().find("FILE_READ"), std::string::npos);
  EXPECT_EQ(exit_code, exit_error);
}

TEST(command, without_cases_nothing_is_written) {
  const TemporaryFolder temporary;
  for (const char* verb : {"write ", "verify "}) {
    CLI::App app("test");
    int exit_code = exit_same;
    add_golden_commands(app, &unreadable_cases, exit_code);
    CaptureStderr();
    app.parse(verb + temporary.path().string(), false);
    EXPECT_NE(GetCapturedStderr().find("mutation_score/catches.csv"), std::string::npos) << verb;
    EXPECT_EQ(exit_code, exit_error) << verb;
  }
  EXPECT_TRUE(fs::is_empty(temporary.path()));
}

TEST(command, the_default_folder_is_in_the_source_tree) {
  EXPECT_EQ(fs::canonical(default_folder()), fs::canonical(fs::path(BINDPOSE_GOLDEN_MODULE) / "data"));
}

}  // namespace bindpose::golden::command_test
