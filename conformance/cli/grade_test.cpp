// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Foreign code is graded in the best sandbox there is, and without any only where that is asked for.
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <seccomp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/subjects/isolation.h"
#include "conformance/testing/results.h"
#include "conformance/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace grade_test {

namespace fs = std::filesystem;

const std::string grade = BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                           "/course/rubric.json --subject 'cmd:python3 none.py' ";

/// This kernel has no Landlock: for this process and its children.
bool forget_landlock() {
  const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
  const bool done =
      filter != nullptr &&
      ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(landlock_create_ruleset), 0) == 0 &&
      ::seccomp_load(filter) == 0;
  ::seccomp_release(filter);
  return done;
}

/// Runs a command where there is python3 and no bubblewrap.
class GradeWithoutBubblewrapTest : public testing::Test {
 protected:
  GradeWithoutBubblewrapTest() {
    fs::create_directory(folder_ / "bin");
    for (const char* program : {"python3", "setpriv", "sh"})
      fs::create_symlink(fs::path("/usr/bin") / program, folder_ / "bin" / program);
  }

  Ran run(const std::string& command, bool with_landlock) const {
    const pid_t child = ::fork();
    if (child == 0) {
      if (!with_landlock && !forget_landlock()) ::_exit(126);
      ::_exit(run_in(folder_, "PATH='" + (folder_ / "bin").string() + "'; " + command).exit_code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder_ / "said.txt")};
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(GradeWithoutBubblewrapTest, without_landlock_it_is_refused_unless_asked_for) {
  const Ran refused = run(grade, false);
  EXPECT_EQ(refused.exit_code, 2) << refused.out;
  EXPECT_NE(refused.out.find("SANDBOX_MISSING"), std::string::npos) << refused.out;
  EXPECT_NE(refused.out.find("--no-sandbox"), std::string::npos) << "what to do: " << refused.out;
  const Ran asked = run(grade + "--no-sandbox", false);
  EXPECT_EQ(asked.exit_code, 3) << "it is asked, and does not start: " << asked.out;
  EXPECT_NE(asked.out.find("submissions run in: none"), std::string::npos) << asked.out;
}

TEST_F(GradeWithoutBubblewrapTest, landlock_is_the_next_best) {
  if (isolation(SandboxLevel::landlock).level != SandboxLevel::landlock) {
    EXPECT_EQ(run(grade, true).exit_code, 2) << "this kernel has none";
    return;
  }
  const Ran graded = run(grade, true);
  EXPECT_EQ(graded.exit_code, 3) << graded.out;
  EXPECT_NE(graded.out.find("submissions run in: landlock"), std::string::npos) << graded.out;
  const Ran more = run(grade + "--require-sandbox", true);
  EXPECT_EQ(more.exit_code, 2) << more.out;
  EXPECT_NE(more.out.find("SANDBOX_MISSING at bubblewrap"), std::string::npos) << more.out;
}

}  // namespace grade_test
}  // namespace bindpose::conformance
