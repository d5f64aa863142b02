// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Untrusted and broken subjects: each gets the right verdict on the input on which it misbehaves.
// Inputs before and after are judged as usual, and no process and no file stays behind.
#include <algorithm>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "conformance/cases/cases.h"
#include "conformance/cases/fresh/fresh.h"
#include "conformance/subjects/foreign_subject.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/timeout_budget.h"
#include "conformance/testing/listener.h"
#include "conformance/testing/processes.h"
#include "reference/scenes/crowd.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::hostile_test {

namespace fs = std::filesystem;

/// A copy of the Python course with the worked solution in place of the exercises, made before any
/// test has its own folder: a folder of solutions is hidden from every subject that is not in it or
/// next to it.
struct Course {
  TemporaryFolder folder;
  std::string path = folder.path() / "python";

  Course() {
    const auto options = fs::copy_options::recursive | fs::copy_options::overwrite_existing;
    fs::copy(std::string(BINDPOSE_CONFORMANCE) + "/course/python", path, options);
    fs::copy(path + "/solution", path, options);
    fs::remove_all(path + "/solution");
    fs::permissions(folder.path(), fs::perms(0755));  // a subject may be another user
  }
};
const Course course;
const std::string hostile = std::string(BINDPOSE_CONFORMANCE) + "/testing/hostile/hostile.py";

/// A folder for temporary files, which must be empty at the end.
class OwnTemporaryFolder {
 public:
  OwnTemporaryFolder() { ::setenv("TMPDIR", path_.c_str(), 1); }
  ~OwnTemporaryFolder() { ::unsetenv("TMPDIR"); }
  const std::string& path() const { return path_; }
  bool is_empty() const { return fs::is_empty(path_); }

 private:
  const TemporaryFolder folder_;
  const std::string path_ = folder_.path();
};

/// A careless caller of the judge: every low descriptor is a folder.
class OpenFolders {
 public:
  OpenFolders() {
    do
      numbers_.push_back(::open("/", O_RDONLY | O_DIRECTORY));
    while (numbers_.back() >= 0 && numbers_.back() < 60);
  }
  ~OpenFolders() {
    for (const int number : numbers_)
      ::close(number);
  }

 private:
  std::vector<int> numbers_;
};

Case case_named(const std::string& name) {
  for (const Case& c : built_in_cases())
    if (c.name == name) return c;
  ADD_FAILURE() << "unknown case " << name;
  return built_in_cases().front();
}

Verdict put_to(Subject& subject, const AskedCase& asked) {
  const auto answer = subject.run(asked.question, {});
  return answer ? judge(asked.question, asked.expectation, *answer) : judge_error(answer.error());
}

/// Factor for all time limits, because an emulated machine is slow.
double timeout_budget() {
  const char* times = std::getenv("BINDPOSE_TEST_PATIENCE");
  return times == nullptr ? 1 : std::atof(times);
}

/// Every output is small; the limits are small, so that tests reach them soon.
Sandbox small_sandbox() {
  Sandbox sandbox;
  sandbox.seconds = 4 * timeout_budget();
  sandbox.memory = 200;
  sandbox.processes = 20;
  sandbox.disk = 16;
  sandbox.see = {course.path};
  sandbox.env = {{"SOLUTION", course.path}};
  return sandbox;
}

const AskedCase& linear() {
  static const AskedCase asked =
      *asked_case(case_named("skinning.linear_blend.bar.posed.direction.palette.f32"));
  return asked;
}
const AskedCase& dual() {
  static const AskedCase asked =
      *asked_case(case_named("skinning.dual_quaternion.bar.posed.first-influence.palette.f32"));
  return asked;
}

struct Misbehaviour {
  const char* mode;
  Outcome outcome;   ///< on the input on which it misbehaves
  const char* word;  ///< in the verdict's detail
  bool needs_sandbox = false;
  SandboxLevel level = SandboxLevel::none;
};

void PrintTo(const Misbehaviour& m, std::ostream* out) {
  *out << m.mode;
}

std::string test_name(const testing::TestParamInfo<Misbehaviour>& each) {
  std::string name = fmt::format("{}_{}", to_string(each.param.level), each.param.mode);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class HostileTest : public testing::TestWithParam<Misbehaviour> {};

TEST_P(HostileTest, gets_its_own_verdict_and_costs_no_other) {
  const Misbehaviour& m = GetParam();
  if (isolation(m.level).level != m.level) GTEST_SKIP() << isolation(m.level).description;
  const OwnTemporaryFolder temporary;
  const OpenFolders inherited;
  const Listener listener;
  const std::string mark = std::to_string(7000000 + ::getpid());
  Sandbox sandbox = small_sandbox();
  sandbox.most = m.level;
  // Twenty processes of Python take about 200 MiB; with more memory, the limit on processes is
  // surely reached first.
  if (m.mode == std::string_view("fork-bomb")) sandbox.memory = 2000;
  // Enough time to reach other limits first on a busy machine: four thousand files take half a
  // minute.
  if (m.outcome != Outcome::timeout) sandbox.seconds = 60 * timeout_budget();
  sandbox.env["SECRET"] = std::string(BINDPOSE_CONFORMANCE) + "/../golden/data";
  sandbox.env["PORT"] = std::to_string(listener.port());
  sandbox.env["MARK"] = mark;
  {
    BINDPOSE_ASSERT(auto subject,
                    open_any(*parse_subject("cmd:python3 " + hostile + " " + m.mode + " " + mark), sandbox));
    EXPECT_EQ(put_to(*subject, linear()).outcome, Outcome::pass) << "before";
    const Verdict verdict = put_to(*subject, dual());
    EXPECT_EQ(to_string(verdict.outcome), to_string(m.outcome)) << verdict.detail;
    EXPECT_NE(verdict.detail.find(m.word), std::string::npos) << verdict.detail;
    if (m.outcome == Outcome::timeout) {
      const std::string limit = fmt::format("within {} s", sandbox.seconds);
      EXPECT_NE(verdict.detail.find(limit), std::string::npos) << verdict.detail;
    }
    const Verdict after = put_to(*subject, linear());
    EXPECT_EQ(after.outcome, Outcome::pass) << "after: " << after.detail;
  }
  EXPECT_TRUE(temporary.is_empty());
  EXPECT_EQ(processes_with(mark), 0U);
  EXPECT_FALSE(listener.was_reached_by_tcp());
}

const std::vector<Misbehaviour> misbehaviours = {
    {"wrong-count", Outcome::invalid_output, "shape"},
    {"nan", Outcome::invalid_output, "positions[3].y is nan"},
    {"inf", Outcome::invalid_output, "positions[3].y is inf"},
    {"short-output", Outcome::invalid_output, "not a safetensors file"},
    {"huge-output", Outcome::invalid_output, "bytes, an output has at most"},
    {"no-output", Outcome::invalid_output, "no output file"},
    {"endless-line", Outcome::invalid_output, "more than 1 MiB"},
    {"abort", Outcome::crash, "Aborted"},
    {"segfault", Outcome::crash, "Segmentation fault"},
    {"quiet-exit", Outcome::crash, "exit code 0"},
    {"forged-place", Outcome::crash, "bindpose-host: it crashed in run (a.c:1)"},
    {"endless-loop", Outcome::timeout, "no output within"},
    {"sleep", Outcome::timeout, "no output within"},
    {"deaf", Outcome::timeout, "no output within"},
    {"slow", Outcome::timeout, "no output within"},
    {"fork-bomb", Outcome::crash, "more than 20 processes"},
    {"memory-hog", Outcome::crash, "more than 200 MiB of memory"},
    {"full-sockets", Outcome::crash, "more than 200 MiB of memory"},
    {"socket-with-a-name", Outcome::fail, "refused: Operation not permitted", true},
    {"datagram-sockets", Outcome::fail, "refused: Operation not permitted", true},
    {"descriptors-in-a-message", Outcome::fail, "refused: Operation not permitted", true},
    {"hidden-mappings", Outcome::crash, "more than 200 MiB of memory"},
    {"page-tables", Outcome::crash, "more than 200 MiB of memory"},
    {"deleted-files", Outcome::crash, "more than 16 MiB"},
    {"pool-of-workers", Outcome::pass, ""},
    {"disk-filler", Outcome::crash, "more than 16 MiB"},
    {"deep-folders", Outcome::crash, "more than 16 MiB"},
    {"nested-json", Outcome::invalid_output, "expected one JSON object per line"},
    {"closed-pipes", Outcome::crash, "closed its output"},
    {"garbage", Outcome::invalid_output, "expected one JSON object per line"},
    {"half-a-line", Outcome::timeout, "it had begun a line"},
    {"out-of-order", Outcome::invalid_output, "its reply is to input"},
    {"twice", Outcome::invalid_output, "more output than requested"},
    {"read-golden", Outcome::fail, "cannot look", true},
    {"read-etc", Outcome::fail, "cannot look", true},
    {"read-home", Outcome::fail, "cannot look", true},
    {"write-sysctls", Outcome::fail, "refused: none of", true},
    {"new-user-namespace", Outcome::fail, "refused: Operation not permitted", true},
    {"trace", Outcome::fail, "refused: Operation not permitted", true},
    {"shared-memory", Outcome::fail, "refused: Operation not permitted", true},
    {"virtual-machine-socket", Outcome::fail, "refused: Operation not permitted", true},
    {"connect", Outcome::fail, "cannot connect", true},
    {"only-own-descriptors", Outcome::pass, ""},
    {"kill-parents", Outcome::pass, "", true},
    {"leave-children", Outcome::pass, ""},
    {"delete-inputs", Outcome::pass, ""},
    {"link-out", Outcome::invalid_output, "symbolic link"},
    {"link-to-right-answer", Outcome::invalid_output, "symbolic link"},
    {"folder-as-output", Outcome::invalid_output, "not a regular file"},
    {"pipe-as-output", Outcome::invalid_output, "not a regular file"},
    {"lacks-what-it-claims", Outcome::fail, "unknown algorithm"},
    {"bind-pose", Outcome::fail, "numbers outside the bound"},
    {"hard-link-as-output", Outcome::invalid_output, "not a regular file with one name"},
    {"header-lies", Outcome::invalid_output, "not a safetensors file"},
    {"deep-header", Outcome::invalid_output, "not a safetensors file"},
    {"overlapping-arrays", Outcome::invalid_output, ""},
    {"many-files", Outcome::crash, "more than 16 MiB"},
    {"write-own-folder", Outcome::fail, "refused: ", true},
    {"mount", Outcome::fail, "refused: Operation not permitted", true},
    {"chroot", Outcome::fail, "refused: Operation not permitted", true},
    {"rings", Outcome::fail, "refused: Operation not permitted", true},
    {"kernel-programs", Outcome::fail, "refused: Operation not permitted", true},
    {"keyring", Outcome::fail, "refused: Operation not permitted", true},
    {"neighbours", Outcome::fail, "refused: ", true},
    {"stop-itself", Outcome::timeout, "no output within"},
    {"slow-drip", Outcome::timeout, "no output within"},
    {"noisy", Outcome::pass, ""}};

/// Limits, transport and verdicts do not need a sandbox; the visibility of files does.
std::vector<Misbehaviour> at_every_level() {
  std::vector<Misbehaviour> all;
  for (const SandboxLevel level : {SandboxLevel::bubblewrap, SandboxLevel::landlock, SandboxLevel::none})
    for (Misbehaviour m : misbehaviours) {
      m.level = level;
      if (level != SandboxLevel::none || !m.needs_sandbox) all.push_back(m);
    }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Subjects, HostileTest, testing::ValuesIn(at_every_level()), &test_name);

struct BrokenStart {
  const char* mode;
  const char* code;
  const char* word;
};

TEST(HostileStartTest, a_start_error_has_the_reason) {
  const OwnTemporaryFolder temporary;
  for (const BrokenStart& each : {BrokenStart{"banner", "PROTOCOL", "print to stderr instead"},
                                  BrokenStart{"half-a-start", "CRASH", "it had begun a line"},
                                  BrokenStart{"no-such-mode", "CRASH", ""}}) {
    const auto subject =
        open_any(*parse_subject("cmd:python3 " + hostile + " " + each.mode), small_sandbox());
    if (subject) {  // an unknown mode starts, and crashes on its first input
      EXPECT_EQ(put_to(**subject, dual()).outcome, Outcome::crash) << each.mode;
      continue;
    }
    EXPECT_EQ(subject.error().code, each.code);
    EXPECT_NE(subject.error().message.find(each.word), std::string::npos) << subject.error().message;
  }
  const auto nothing = open_any(*parse_subject("cmd:/nowhere/at/all"), small_sandbox());
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, "FILE_READ") << nothing.error().message;
  EXPECT_TRUE(temporary.is_empty());
}

TEST(HostileStartTest, a_killed_supervisor_leaves_nothing_behind) {
  const OwnTemporaryFolder temporary;
  const std::string mark = std::to_string(8000000 + ::getpid());
  Sandbox sandbox = small_sandbox();
  sandbox.most = SandboxLevel::none;  // without a sandbox, the supervisor has the same user
  sandbox.env["MARK"] = mark;
  {
    BINDPOSE_ASSERT(auto subject,
                    open_any(*parse_subject("cmd:python3 " + hostile + " kill-supervisor " + mark), sandbox));
    EXPECT_EQ(put_to(*subject, dual()).outcome, Outcome::crash);
    EXPECT_EQ(processes_with(mark), 0U) << "the process had left its group";
    EXPECT_EQ(put_to(*subject, linear()).outcome, Outcome::pass) << "after";
  }
  EXPECT_TRUE(temporary.is_empty());
  EXPECT_EQ(processes_with(mark), 0U);
}

/// An output for 30,000 vertices takes 2.3 MB in float64.
TEST(HostileStartTest, requested_outputs_may_exceed_the_limit) {
  const OwnTemporaryFolder temporary;
  Sandbox sandbox = small_sandbox();
  sandbox.disk = 1;
  sandbox.seconds = 10 * timeout_budget();
  Random random("large");
  Question large = dual().question;
  large.arrays = scenes::sample_skinning(30000, random);
  large.answers = {{"positions", {30000, 3}}, {"normals", {30000, 3}}, {"tangents", {30000, 4}}};
  large.stages = {};
  {
    BINDPOSE_ASSERT(auto subject, open_any(*parse_subject("cmd:python3 " + hostile + " zeros"), sandbox));
    EXPECT_EQ(put_to(*subject, dual()).outcome, Outcome::fail);
    BINDPOSE_ASSERT(const auto answer, subject->run(large, {}));
    EXPECT_EQ(answer.arrays.find("positions")->shape, (Shape{30000, 3}));
    EXPECT_EQ(put_to(*subject, dual()).outcome, Outcome::fail) << "it goes on";
  }
  EXPECT_TRUE(temporary.is_empty());
}

TEST(HostileStartTest, memorised_outputs_fail_on_fresh_numbers) {
  const Case published = case_named("skinning.dual_quaternion.bar.posed.first-influence.palette.f32");
  BINDPOSE_ASSERT(const auto fresh, fresh_case(published, "a seed made at grading time", 0));
  // The golden files reveal this case's inputs and output.
  const auto nested = [](const Array& array) {
    std::vector<nlohmann::json> rows;
    const auto numbers = array.is_real() ? nlohmann::json(array.reals()) : nlohmann::json(array.integers());
    rows.assign(numbers.begin(), numbers.end());
    for (std::size_t extent = array.shape.size(); extent-- > 1;) {
      std::vector<nlohmann::json> grouped;
      for (std::size_t i = 0; i < rows.size(); i += array.shape[extent])
        grouped.emplace_back(
            std::vector<nlohmann::json>(rows.begin() + static_cast<std::ptrdiff_t>(i),
                                        rows.begin() + static_cast<std::ptrdiff_t>(i + array.shape[extent])));
      rows = std::move(grouped);
    }
    return nlohmann::json(rows);
  };
  const OwnTemporaryFolder temporary;
  const fs::path folder = fs::path(temporary.path()) / "known";
  fs::create_directory(folder);
  nlohmann::json results;
  for (const ExpectedArray& array : dual().expectation.arrays)
    results[array.name] = nested(Array{array.name, array.shape, array.branch.values});
  nlohmann::json inputs;
  for (const Array& array : dual().question.arrays)
    inputs[array.name] = nested(array);
  // Python compares the text of the arrays with the text that it finds here: both come from the
  // same numbers.
  std::ofstream(folder / "inputs.json") << nlohmann::json{inputs, results}.dump();
  Sandbox sandbox = small_sandbox();
  sandbox.seconds = 10;
  sandbox.see.push_back(folder.string());
  sandbox.env["KNOWN"] = (folder / "inputs.json").string();
  BINDPOSE_ASSERT(auto subject,
                  open_any(*parse_subject("cmd:python3 " + hostile + " known-answers"), sandbox));
  const Verdict known = put_to(*subject, dual());
  EXPECT_EQ(known.outcome, Outcome::pass) << known.detail;
  EXPECT_EQ(put_to(*subject, *asked_case(fresh)).outcome, Outcome::fail);
}

/// A second bindpose, copies of golden data and a link out of the folder, in a folder that a
/// subject sees. Tested with Landlock and with bubblewrap.
TEST(HostileStartTest, files_with_outputs_are_hidden_and_links_lead_nowhere) {
  const TemporaryFolder shown, outside;
  const OwnTemporaryFolder temporary;
  fs::permissions(shown.path(), fs::perms(0755));  // a subject may be another user
  const fs::path golden = std::string(BINDPOSE_CONFORMANCE) + "/../golden/data/skinning/linear_blend";
  fs::create_directories(shown.path() / "copy");
  fs::copy_file(BINDPOSE_PROGRAM, shown.path() / "skin");
  fs::copy_file(golden / "cases.json", shown.path() / "copy/cases.json");
  fs::copy_file(golden / "bar.posed.direction.palette.f32.safetensors", shown.path() / "numbers");
  std::ofstream(shown.path() / "mine") << "readable";
  fs::permissions(outside.path(), fs::perms(0755));
  std::ofstream(outside.path() / "theirs") << "of another submission";
  fs::create_symlink(outside.path() / "theirs", shown.path() / "link");
  const auto in_shown = [&shown](const char* name) { return (shown.path() / name).string(); };
  const std::string hidden = in_shown("skin") + ":" + in_shown("copy/cases.json") + ":" + in_shown("numbers");
  for (const SandboxLevel level : {SandboxLevel::bubblewrap, SandboxLevel::landlock}) {
    if (isolation(level).level != level) continue;
    for (const auto& [files, outcome] : {std::pair{hidden, Outcome::fail},
                                         {in_shown("link"), Outcome::fail},
                                         {in_shown("mine"), Outcome::pass}}) {
      Sandbox sandbox = small_sandbox();
      sandbox.most = level;
      sandbox.seconds = 10 * timeout_budget();
      sandbox.see.push_back(shown.path().string());
      sandbox.env["SECRET"] = files;
      BINDPOSE_ASSERT(auto subject,
                      open_any(*parse_subject("cmd:python3 " + hostile + " read-hidden"), sandbox));
      const Verdict verdict = put_to(*subject, dual());
      EXPECT_EQ(verdict.outcome, outcome) << to_string(level) << " " << files << ": " << verdict.detail;
    }
  }
}

TEST(HostileStartTest, a_subject_that_always_hangs_does_not_block_a_run) {
  Sandbox sandbox = small_sandbox();
  sandbox.seconds = 1;
  BINDPOSE_ASSERT(auto subject, open_any(*parse_subject("cmd:python3 " + hostile + " sleep"), sandbox));
  for (int i = 0; i < most_timeouts_in_a_row; ++i)
    EXPECT_EQ(put_to(*subject, dual()).detail.find("not run: "), std::string::npos);
  const Verdict verdict = put_to(*subject, dual());
  EXPECT_EQ(verdict.outcome, Outcome::timeout);
  EXPECT_NE(verdict.detail.find("not run: "), std::string::npos) << verdict.detail;
}

TEST(HostileStartTest, a_subject_that_often_hangs_does_not_block_a_run) {
  Sandbox sandbox = small_sandbox();
  sandbox.seconds = 2;  // a busy machine takes a second to start Python again
  BINDPOSE_ASSERT(auto subject, open_any(*parse_subject("cmd:python3 " + hostile + " sleep"), sandbox));
  for (int i = 0; i < most_timeouts; ++i) {
    EXPECT_EQ(put_to(*subject, linear()).outcome, Outcome::pass);
    EXPECT_EQ(put_to(*subject, dual()).outcome, Outcome::timeout);
  }
  const Verdict verdict = put_to(*subject, linear());
  EXPECT_EQ(verdict.outcome, Outcome::timeout) << "the subject would have answered this input";
  EXPECT_NE(verdict.detail.find("not run: it ran into the time limit 15 times"), std::string::npos)
      << verdict.detail;
}

class HostileLibraryTest : public testing::TestWithParam<Misbehaviour> {};

TEST_P(HostileLibraryTest, gets_its_own_verdict_and_costs_no_other) {
  const Misbehaviour& m = GetParam();
  const OwnTemporaryFolder temporary;
  // The copy has its own name, because other tests may run at the same time.
  const fs::path own = fs::path(temporary.path() + ".library");
  fs::create_directory(own);
  fs::copy_file(BINDPOSE_HOSTILE_LIBRARY, own / "hostile.so", fs::copy_options::overwrite_existing);
  Sandbox sandbox = small_sandbox();
  sandbox.env["MODE"] = m.mode;
  {
    BINDPOSE_ASSERT(auto subject, open_any(*parse_subject("lib:" + (own / "hostile.so").string()), sandbox));
    EXPECT_EQ(put_to(*subject, linear()).outcome, Outcome::fail) << "before: the rest pose";
    const Verdict verdict = put_to(*subject, dual());
    EXPECT_EQ(to_string(verdict.outcome), to_string(m.outcome)) << verdict.detail;
    EXPECT_NE(verdict.detail.find(m.word), std::string::npos) << verdict.detail;
    EXPECT_EQ(put_to(*subject, linear()).outcome, Outcome::fail) << "after: the rest pose";
  }
  EXPECT_TRUE(temporary.is_empty());
  EXPECT_EQ(processes_with(own.string()), 0U);
  fs::remove_all(own);
}

INSTANTIATE_TEST_SUITE_P(
    Libraries, HostileLibraryTest,
    testing::Values(Misbehaviour{"untouched", Outcome::invalid_output,
                                 "positions[0][0] is what was in the buffer before the call"},
                    Misbehaviour{"reads-the-buffer", Outcome::invalid_output,
                                 "positions[1][1] is computed from what was in the buffer before the call"},
                    Misbehaviour{"past-the-end", Outcome::invalid_output, "past the end of 'positions'"},
                    Misbehaviour{"before-the-beginning", Outcome::invalid_output, "before the beginning"},
                    Misbehaviour{"far-past-the-end", Outcome::crash, "Segmentation fault"},
                    Misbehaviour{"writes-to-input", Outcome::crash, "Segmentation fault"},
                    Misbehaviour{"nan", Outcome::invalid_output, "is nan"},
                    Misbehaviour{"throws", Outcome::crash, "Aborted in run"},
                    Misbehaviour{"exits", Outcome::crash, "exit code 0"},
                    Misbehaviour{"error", Outcome::fail, "I do not feel like it"}),
    &test_name);

TEST(HostileLibraryStartTest, a_load_error_has_the_reason) {
  const auto start = [](const std::string& path, const std::string& mode) {
    Sandbox sandbox = small_sandbox();
    sandbox.env["MODE"] = mode;
    const auto subject = open_any(*parse_subject("lib:" + path), sandbox);
    return subject ? std::string("it starts") : to_string(subject.error());
  };
  EXPECT_NE(start(BINDPOSE_HOSTILE_LIBRARY, "null").find("returned NULL"), std::string::npos);
  EXPECT_NE(start(BINDPOSE_HOSTILE_LIBRARY, "old").find("bindpose_subject.size is 8"), std::string::npos);
  EXPECT_NE(start(BINDPOSE_HOSTILE_LIBRARY, "newer-protocol").find("protocol is 99"), std::string::npos);
  EXPECT_NE(start(hostile, "").find("invalid ELF header"), std::string::npos);
  EXPECT_NE(start("/nowhere.so", "").find("FILE_READ"), std::string::npos);
}

}  // namespace bindpose::conformance::hostile_test
