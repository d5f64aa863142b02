// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Foreign code is graded in the best sandbox there is, and without a sandbox only on request.

#include <gtest/gtest.h>
#include <seccomp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/report/text.h"
#include "conformance/subjects/isolation.h"
#include "conformance/testing/results.h"
#include "reference/io/lines.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::grade_test {

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

/// Runs a command if there is python3 and no bubblewrap.
struct GradeWithoutBubblewrapTest : testing::Test {
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

  const TemporaryFolder folder_;
};

TEST_F(GradeWithoutBubblewrapTest, grading_without_a_sandbox_is_refused_unless_requested) {
  const Ran refused = run(grade, false);
  expect_ended(refused, 2, {"SANDBOX_MISSING"});
  EXPECT_TRUE(has(refused.out, "--no-sandbox")) << "what to do";
  const Ran asked = run(grade + "--no-sandbox", false);
  EXPECT_EQ(asked.exit_code, 3) << "it is graded, but does not start: " << asked.out;
  EXPECT_TRUE(has(asked.out, "submissions run in: none"));
}

TEST_F(GradeWithoutBubblewrapTest, landlock_is_the_next_best) {
  if (isolation(SandboxLevel::landlock).level != SandboxLevel::landlock) {
    EXPECT_EQ(run(grade, true).exit_code, 2) << "this kernel has none";
    return;
  }
  expect_ended(run(grade, true), 3, {"submissions run in: landlock"});
  expect_ended(run(grade + "--require-sandbox", true), 2, {"SANDBOX_MISSING at bubblewrap"});
}

/// Refuses to grade if a visible folder has more outputs than can be hidden.
TEST(GradeTest, files_that_cannot_be_hidden_from_a_submission_are_refused) {
  const TemporaryFolder folder;
  fs::create_directory(folder / "shown");
  for (int i = 0; i < 501; ++i)
    std::ofstream(folder / "shown" / std::to_string(i))
        << std::string(8, ' ') << R"({"__metadata__":{"test":"a"},"expected.x":{}})";
  expect_ended(run_in(folder, grade + "--see shown"), 2, {"SANDBOX_ORACLE", "more than 500 files"});
}

/// The starter in Python, solved up to some exercise.
struct StudentTest : testing::Test {
  StudentTest() {
    fs::copy(fs::path(BINDPOSE_CONFORMANCE) / "course" / "python", folder_ / "mine",
             fs::copy_options::recursive);
  }

  void append(const std::string& text) const {
    std::ofstream(folder_ / "mine" / "exercises.py", std::ios::app) << text;
  }
  Ran grade_mine(const std::string& more = "") const {
    return run_in(folder_, BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                            "/course/rubric.json --subject 'cmd:python3 mine/subject.py' " +
                               more);
  }

  const TemporaryFolder folder_;
};

TEST_F(StudentTest, the_reason_is_printed_for_any_length_of_the_call_stack) {
  append(
      "import sys\n"
      "print('ReferenceError: navigator is not defined', file=sys.stderr)\n"
      "for n in range(60): print(f'    at frame{n} (engine.js:{n}:1)', file=sys.stderr)\n"
      "print('    at loader (node:internal/modules/run_main:83:12)', file=sys.stderr)\n"
      "sys.exit(1)\n");
  const Ran tested = run_in(folder_, BINDPOSE_PROGRAM
                            " test --subject 'cmd:python3 mine/subject.py' --filter '*.linear_blend.bar.*'");
  EXPECT_EQ(times("ReferenceError: navigator is not defined", tested.out), 1U) << tested.out;
  EXPECT_TRUE(has(tested.out, "at frame59 "));
  EXPECT_FALSE(has(tested.out, "at frame10 ")) << "too long to be told";
  EXPECT_FALSE(has(tested.out, "node:internal")) << "a loader's";
}

TEST_F(StudentTest, a_syntax_error_is_printed_once_with_its_lines) {
  append("def broken(:\n");
  const Ran graded = grade_mine();
  expect_ended(graded, 3);
  EXPECT_EQ(times("SyntaxError", graded.out), 1U) << graded.out;
  EXPECT_TRUE(has(graded.out, "\n  |     def broken(:\n"));
  EXPECT_FALSE(has(graded.out, "frozen importlib"));
  EXPECT_EQ(times("did not start", graded.out), 1U) << graded.out;
  const Ran tested = run_in(folder_, BINDPOSE_PROGRAM
                            " test --subject 'cmd:python3 mine/subject.py' --filter '*.linear_blend.bar.*'");
  EXPECT_EQ(times("SyntaxError", tested.out), 1U) << tested.out;
  EXPECT_TRUE(has(tested.out, "def broken(:\n"));
  expect_ended(
      tested, 1,
      {"bindpose subject check 'cmd:python3 mine/subject.py'\n", "FAIL: 0 passed, 1 subject did not start."});
  EXPECT_FALSE(has(tested.out, "self_test"));
}

/// A missing module may be a hidden file; a syntax error never has to do with hidden files.
TEST_F(StudentTest, a_missing_module_gives_a_hint_about_hidden_files) {
  fs::create_directories(folder_ / "mine/bindpose_golden");
  std::ofstream(folder_ / "mine/bindpose_golden/data") << "x";
  const std::string test = BINDPOSE_PROGRAM
      " test --subject 'cmd:python3 mine/subject.py' --filter '*.linear_blend.bar.posed.direction.pose.*'";
  append("import a_module_that_is_hidden\n");
  const Ran lacking = run_in(folder_, test);
  expect_ended(lacking, 1, {"No module named"});
  if (isolation(Sandbox().most).level != SandboxLevel::none) {
    EXPECT_TRUE(has(lacking.out, "files with expected outputs"));
  }
  append("def broken(:\n");
  const Ran broken = run_in(folder_, test);
  expect_ended(broken, 1, {"SyntaxError"});
  EXPECT_FALSE(has(broken.out, "files with expected outputs"));
}

TEST_F(StudentTest, feedback_fits_the_columns_of_the_terminal) {
  const Ran narrow = run_in(folder_, "COLUMNS=70 " BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                     "/course/rubric.json --subject 'cmd:python3 mine/subject.py'");
  EXPECT_TRUE(has(narrow.out, "not written yet"));
  for (const std::string_view line : lines_of(narrow.out))
    EXPECT_LE(columns_of(line), 70U) << line;
}

TEST_F(StudentTest, after_a_pass_the_next_exercise_is_named) {
  const Ran nothing = grade_mine();
  expect_ended(nothing, 1);
  EXPECT_TRUE(has(nothing.out, "\nnext: 1. A cylinder on joints")) << "the first one as well";
  // The solution of everything but key poses.
  fs::copy(folder_ / "mine" / "solution", folder_ / "mine",
           fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  append("\n\ndef slerp(*arguments):\n    raise NotImplementedError\n");
  expect_ended(grade_mine(), 1, {"\nnext: 4. Key poses"});
}

TEST_F(StudentTest, a_saved_file_is_graded_again) {
  const std::string command =
      "( " BINDPOSE_PROGRAM " grade --watch --rubric " BINDPOSE_CONFORMANCE
      "/course/rubric.json --subject 'cmd:python3 mine/subject.py' >said 2>&1 & echo $! >pid; wait ) & "
      "watched() { for i in $(seq 300); do [ \"$(grep -c '^next: ' said)\" -ge $1 ] && return; sleep 0.2; "
      "done; }; "
      "watched 1; echo '# saved' >>mine/exercises.py; watched 2; kill -INT $(cat pid); wait; cat said";
  const Ran ran = run_in(folder_, command);
  EXPECT_EQ(times("watching ", ran.out), 1U) << ran.out;
  EXPECT_EQ(times("A skinning course\n", ran.out), 1U) << "then only what has changed: " << ran.out;
  EXPECT_TRUE(has(ran.out, "nothing has changed\nnext: 1. A cylinder")) << ran.out;
}

TEST_F(StudentTest, course_writes_a_starter_whose_library_is_never_stale) {
  const Ran begun = run_in(folder_, BINDPOSE_PROGRAM " course c begun");
  expect_ended(
      begun, 0,
      {"write in exercises.c", "cd 'begun'", "grade --watch --build 'make -s' --rubric rubric.json"});
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " course c begun"), 2, {"is not an empty folder"});
  EXPECT_TRUE(fs::exists(folder_ / "begun/bindpose/subject.h"));
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " course cobol other"), 2);
  // A full disk leaves nothing.
  expect_ended(run_in(folder_, "ulimit -f 4; " BINDPOSE_PROGRAM " course c full"), 2, {"FILE_WRITE"});
  EXPECT_FALSE(fs::exists(folder_ / "full"));
  const std::string watch =
      BINDPOSE_PROGRAM " grade --watch --rubric rubric.json --subject lib:./subject.so ";
  const auto once = [&](const std::string& options, const std::string& until) {
    return run_in(folder_, "cd begun; rm -f ../seen; ( exec " + watch + options +
                               " >../seen 2>&1 ) & for i in $(seq 300); do grep -qs '" + until +
                               "' ../seen && break; sleep 0.2; done; kill -INT $!; wait $!; cat ../seen");
  };
  // The command that the verb prints.
  expect_ended(once("--build 'make -s'", "^next: "), 0,
               {"exercise 1 (local frames): not written yet", "next: 1."});
  EXPECT_TRUE(fs::exists(folder_ / "begun/subject.so"));
  run_in(folder_, "sleep 1; echo '/* saved */' >>begun/exercises.c");
  expect_ended(once("", "not graded"), 0, {"not graded: subject.so is older than exercises.c"});
  run_in(folder_, "echo 'x = = 1' >>begun/exercises.c");
  expect_ended(once("--build 'make -s'", "not graded"), 0, {"error", "not graded: 'make -s' failed"});
}

/// A class that is graded by exercise 3 alone.
struct TermTest : StudentTest {
  TermTest() {
    std::ofstream(folder_ / "rubric.json") << R"({"format": "bindpose-rubric-1", "title": "k", "exercises": [
      {"id": "b", "title": "Bones", "points": 2, "visible": ["hierarchy.bones.bar.*"]}]})";
    fs::copy(folder_ / "mine" / "solution", folder_ / "mine",
             fs::copy_options::recursive | fs::copy_options::overwrite_existing);
    for (const char* name : {"ada", "bob"})
      hand_in(name);
  }
  void hand_in(const std::string& name) const {
    fs::create_directories(folder_ / "class");
    fs::copy(folder_ / "mine", folder_ / "class" / name, fs::copy_options::recursive);
  }
  Ran grade_class(const std::string& options) const {
    return run_in(
        folder_,
        BINDPOSE_PROGRAM
            " grade --rubric rubric.json --class class --out out --command 'cmd:python3 {}/subject.py' " +
            options);
  }
  std::string file(const char* name) const { return slurp(folder_ / "out" / name); }
};

TEST_F(TermTest, students_with_other_files_get_a_message_without_a_path) {
  fs::create_directories(folder_ / "class/eve");
  std::ofstream(folder_ / "class/eve/Main.java") << "class Main {}";
  std::ofstream(folder_ / "class/bob/exercises.py", std::ios::app) << "\nraise RuntimeError('at the end')\n";
  expect_ended(grade_class(""), 0);
  const std::string feedback = file("eve/feedback.md");
  EXPECT_TRUE(has(feedback, "subject.py was not submitted; there is Main.java.")) << feedback;
  EXPECT_FALSE(has(feedback, "The file to look at"));
  EXPECT_TRUE(has(feedback, "Submission eve, graded 20"));
  EXPECT_TRUE(has(file("bob/feedback.md"), "RuntimeError"));
  for (const char* name : {"bob", "eve"})
    for (const char* format :
         {"feedback.md", "gradescope.json", "classroom.json", "check50.json", "report.html", "junit.xml"})
      EXPECT_FALSE(has(file((std::string(name) + "/" + format).c_str()), folder_.path().string()))
          << name << format;
}

TEST_F(TermTest, each_submission_has_the_command_of_its_language) {
  fs::copy(fs::path(BINDPOSE_CONFORMANCE) / "course/javascript", folder_ / "class/joe",
           fs::copy_options::recursive);
  expect_ended(grade_class("--command 'cmd:node {}/subject.js --exercises solution'"), 0);
  EXPECT_TRUE(has(file("class.csv"), {"\"ada\",2,2", "\"joe\",2,2"})) << file("class.csv");
}

TEST_F(TermTest, times_hand_points_and_identical_work_survive_a_regrade) {
  std::ofstream(folder_ / "times.csv")
      << "submission,time\nada,2026-11-20T10:00:00Z\nbob,2026-11-21T10:00:00Z\n";
  std::ofstream(folder_ / "roster.csv") << "name,mark\nada,\nbob,\ngone,\n";
  hand_in("gone");
  expect_ended(grade_class(""), 0);
  std::ofstream(folder_ / "out/manual.csv") << "submission,exercise,points,comment\nada,b,0.5,Fine drawing\n";
  fs::remove_all(folder_ / "class/gone");
  const std::string staff =
      "--handed-in times.csv --late due=2026-11-20T12:00:00Z,per-day=0.25 --fill roster.csv --key name "
      "--column mark ";
  for (const char* again : {"", "--again"}) {
    expect_ended(grade_class(staff + again), 0);
    EXPECT_TRUE(has(file("class.csv"), {",0,1,0,0.5,2.5\r\n", ",1,1,0.5,0,1.5\r\n", "identical to bob"}))
        << file("class.csv");
    EXPECT_TRUE(has(file("class.html"), "Fine drawing"));
    EXPECT_EQ(file("filled.csv"), "name,mark\r\nada,2.5\r\nbob,1.5\r\ngone,\r\n")
        << "a removed submission gets no zero";
  }
  expect_ended(grade_class("--handed-in times.csv --late per-day=2"), 2, {"--late"});
  expect_ended(grade_class("--fill roster.csv --key name"), 2, {"--fill"});
  for (const char* wrong : {"free-days=inf", "free-days=0.5", "free-days=1e300", "attempts=3",
                            "per-attempt=0.1", "attempts=0,per-attempt=0.1", "free-days=-1"})
    expect_ended(grade_class(std::string("--handed-in times.csv --late due=2026-11-20T12:00:00Z,") + wrong),
                 2, {"--late"});
  std::ofstream(folder_ / "times.csv", std::ios::app) << "joe,2026-11-20T10:00:00Z\n";
  expect_ended(grade_class(staff), 0, {"times.csv has a row for joe, which is not a submission"});
  std::ofstream(folder_ / "out/manual.csv", std::ios::app) << "ada,z,1,\n";
  expect_ended(grade_class(""), 2, {"TABLE_FIELD", "no exercise 'z'"});
  for (const char* given : {"--anonymous", "--handed-in times.csv --late due=2026-11-20T12:00:00Z",
                            "--fill roster.csv --key name --column mark"})
    expect_ended(run_in(folder_, std::string(BINDPOSE_PROGRAM " grade --rubric rubric.json --subject "
                                                              "reference-float ") +
                                     given),
                 2, {"is for a class"});
}

TEST_F(TermTest, a_table_to_fill_in_is_read_before_the_class_is_graded) {
  std::ofstream(folder_ / "roster.csv") << "name,mark\nada,\n";
  expect_ended(grade_class("--fill roster.csv --key unknown --column mark"), 2, {"TABLE_FIELD"});
  EXPECT_FALSE(fs::exists(folder_ / "out/grading.json"));
}

TEST_F(TermTest, anonymous_ids_are_stable_and_staff_has_the_names) {
  expect_ended(grade_class("--anonymous --seed one"), 0);
  const std::string ids = file("ids.csv");
  EXPECT_TRUE(has(ids, {",ada\r\n", ",bob\r\n"})) << ids;
  EXPECT_FALSE(has(file("class.csv") + file("class.html") + file("journal.csv"), "ada"));
  const std::string id = ids.substr(ids.find(",ada") - 10, 10);
  EXPECT_TRUE(has(file((id + "/feedback.md").c_str()), "Submission " + id));
  std::ofstream(folder_ / "roster.csv") << "name,mark\nada,\nbob,\n";
  fs::remove_all(folder_ / "class/bob");
  expect_ended(grade_class("--anonymous --fill roster.csv --key name --column mark"), 0);
  EXPECT_EQ(file("filled.csv"), "name,mark\r\nada,2\r\nbob,\r\n");
  EXPECT_TRUE(has(file("ids.csv"), ",bob\r\n")) << "a removed one keeps its name";
  EXPECT_TRUE(has(file("ids.csv"), id + ",ada\r\n"));
  expect_ended(grade_class(""), 2, {"--anonymous", "graded with it"});
  fs::rename(folder_ / "out", folder_ / "first");
  expect_ended(grade_class("--anonymous --seed one"), 0);
  EXPECT_FALSE(has(file("ids.csv"), id)) << "the seed, which the sheets show, does not tell the id";
  fs::remove(folder_ / "out/ids.csv");
  expect_ended(grade_class("--anonymous"), 2, {"FILE_READ", "ids.csv"});
}

TEST_F(StudentTest, results_in_the_folder_of_the_class_are_refused) {
  const std::string class_here = BINDPOSE_PROGRAM
      " grade --rubric " BINDPOSE_CONFORMANCE "/course/rubric.json --command 'cmd:python3 {}/subject.py' ";
  for (const char* options :
       {"--class . --out grades", "--class ./ --out mine/../grades", "--class . --out ."}) {
    expect_ended(run_in(folder_, class_here + options), 2, {"--out"});
  }
  EXPECT_FALSE(fs::exists(folder_ / "grades"));
}

/// Otherwise a class would be graded again, since its files have changed.
TEST_F(StudentTest, a_class_is_not_graded_by_a_command_that_cannot_run) {
  fs::create_directories(folder_ / "class/ada");
  fs::copy(folder_ / "mine/subject.py", folder_ / "class/ada/subject.py");
  std::ofstream(folder_ / "run.sh") << "#!/bin/sh\n";
  fs::permissions(folder_ / "run.sh", fs::perms(0755));
  const auto grade_class = [this](const std::string& command) {
    return run_in(folder_, BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                            "/course/rubric.json --class class --out out --command 'cmd:" +
                               command + "'");
  };
  for (const std::string& program :
       {std::string("pyhton3 "), std::string("/usr/bin/pyhton3 "), (folder_ / "run.sh").string() + " "}) {
    expect_ended(grade_class(program + "{}/subject.py"), 2, {"PROGRAM_MISSING"});
    EXPECT_FALSE(fs::exists(folder_ / "out")) << "no grade is written";
  }
  expect_ended(grade_class("python3 {}/sujbect.py"), 3,
               {"warning: no submission started", "ada   did not start\n", "sujbect.py was not submitted"});
}

TEST_F(StudentTest, a_class_gets_the_line_with_the_error) {
  fs::create_directories(folder_ / "class/ada");
  std::ofstream(folder_ / "class/ada/subject.py") << "import sys\nsys.exit('subject.js:1\\n\\nError [ERR]: "
                                                     "no exercises.js\\n  at load\\n\\nNode.js v20')";
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                                "/course/rubric.json --class class --out out --command "
                                                "'cmd:python3 {}/subject.py'"),
               3, {"its last words: ... Error [ERR]: no exercises.js\n"});
}

TEST_F(StudentTest, archives_are_reported_as_not_graded) {
  fs::create_directories(folder_ / "class");
  std::ofstream(folder_ / "class/ada.zip") << "PK";
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " grade --rubric " BINDPOSE_CONFORMANCE
                                                "/course/rubric.json --class class --out out --command "
                                                "'cmd:python3 {}/subject.py'"),
               3, {"warning: not graded, since each submission is a folder", ": ada.zip\n"});
}

TEST_F(StudentTest, python_leaves_no_files_in_a_submission) {
  std::ofstream(folder_ / "rubric.json") << R"({"format": "bindpose-rubric-1", "title": "k", "exercises": [
    {"id": "b", "title": "Bones", "points": 2, "visible": ["hierarchy.bones.bar.*"]}]})";
  fs::remove_all(folder_ / "mine" / "__pycache__");
  const std::string command =
      BINDPOSE_PROGRAM " grade --rubric rubric.json --subject 'cmd:python3 mine/subject.py' ";
  for (const char* options : {"--no-sandbox", ""}) {
    EXPECT_EQ(run_in(folder_, command + options).exit_code, 1) << options;
    EXPECT_FALSE(fs::exists(folder_ / "mine" / "__pycache__")) << options;
  }
}

TEST_F(StudentTest, programs_that_cannot_be_watched_are_refused) {
  EXPECT_EQ(grade_mine("--watch --out mine/results").exit_code, 2);
  expect_ended(run_in(folder_, BINDPOSE_PROGRAM " grade --watch --rubric " BINDPOSE_CONFORMANCE
                                                "/course/rubric.json --subject reference-float"),
               2, {"--watch"});
  expect_ended(
      run_in(folder_, BINDPOSE_PROGRAM " grade --class mine --command 'lib:{}/subject.so' --build make "
                                       "--out grades --rubric " BINDPOSE_CONFORMANCE "/course/rubric.json"),
      2, {"--build: is for --watch; compile the submissions of a class before"});
}

}  // namespace bindpose::conformance::grade_test
