// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A subject without an answer also gets a folder, whose program shows the same end.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace ends_test {

constexpr const char* palette_case = "skinning.linear_blend.bar.posed.direction.palette.f32";

/// It answers every question in the way that its first argument says.
constexpr const char* subject_in_python = R"py(import json, os, struct, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        break
    if message["cmd"] == "start":
        reply = {"protocol": 1, "implementation": {"name": "ends", "version": "1", "language": "Python"},
                 "capabilities": [{"algorithm": "lbs", "levels": ["palette"]}]}
    elif sys.argv[1] == "crash":
        os.abort()
    elif sys.argv[1] == "hang":
        time.sleep(100)
    elif sys.argv[1] == "print":
        print("hello world", flush=True)
        continue
    elif sys.argv[1] == "flood":  # it never ends its line
        sys.stdout.write("x" * 3000000)
        sys.stdout.flush()
        time.sleep(100)
    else:
        reply = {"seq": message["seq"], "ok": False,
                 "message": "%s %s" % (os.environ.get("WORDS"), os.environ["PATH"])}
    print(json.dumps(reply), flush=True)
)py";

class EndsTest : public testing::Test {
 protected:
  EndsTest() {
    std::filesystem::create_directory(folder_.path() / "mine");
    std::ofstream(folder_.path() / "mine/subject.py") << subject_in_python;
  }
  Ran write(const std::string& subject, const std::string& options = "") const {
    return run_in(folder_.path(), BINDPOSE_PROGRAM " repro " + std::string(palette_case) +
                                      " repro --subject '" + subject + "' " + options);
  }
  Ran again() const { return run_in(folder_.path() / "repro", "python3 repro.py"); }
  std::filesystem::path file(const char* name) const { return folder_.path() / "repro" / name; }
  void expect_files() const {
    for (const char* name : {"README.md", "test.json", "question.safetensors", "expected.safetensors"})
      EXPECT_TRUE(std::filesystem::exists(file(name))) << name;
  }

  TemporaryFolder folder_;
};

TEST_F(EndsTest, a_command_ends_again_as_it_did) {
  const std::pair<const char*, const char*> ends[] = {
      {"crash", "no answer: it died of Aborted"},
      {"hang", "no answer: none came within 1.0 s"},
      {"print", "no answer: it printed b'hello world\\n', expected one JSON object per line"},
      {"flood", "no answer: it printed a line of more than 1 MiB"},
      {"refuse", "no answer: the subject gave up: None"}};
  for (const auto& [how, words] : ends) {
    std::filesystem::remove_all(file(""));
    const Ran ran = write(std::string("cmd:python3 mine/subject.py ") + how, "--time 1");
    ASSERT_EQ(ran.exit_code, 0) << ran.out;
    expect_files();
    const Ran shown = again();
    EXPECT_EQ(shown.exit_code, 2) << shown.out;
    EXPECT_NE(shown.out.find(words), std::string::npos) << shown.out;
  }
}

TEST_F(EndsTest, a_command_that_does_not_start_ends_so_again) {
  const Ran ran = write("cmd:python3 -c \"import sys; sys.exit(3)\"");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  expect_files();
  const Ran shown = again();
  EXPECT_EQ(shown.exit_code, 2) << shown.out;
  EXPECT_NE(shown.out.find("no answer: it ended with exit code 3"), std::string::npos) << shown.out;
}

TEST_F(EndsTest, the_program_gives_the_environment_and_the_readme_the_options) {
  const Ran ran = write("cmd:python3 mine/subject.py refuse",
                        "--env 'WORDS=so be it' --memory 1000 --time 5 --see mine --no-sandbox");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const Ran shown = again();
  EXPECT_NE(shown.out.find("gave up: so be it /usr/local/bin:/usr/bin:/bin\n"), std::string::npos)
      << shown.out;
  const std::string page = slurp(file("README.md"));
  const std::string mine = (folder_.path() / "mine").string();
  for (const std::string& piece :
       {"'cmd:python3 " + mine + "/subject.py refuse'", " --time 5 --memory 1000 --see '" + mine + "'",
        std::string(" --env 'WORDS=so be it' --no-sandbox --filter")})
    EXPECT_NE(page.find(piece), std::string::npos) << piece << " in: " << page;
}

TEST_F(EndsTest, the_readme_lists_what_is_there) {
  ASSERT_EQ(write("cmd:python3 mine/subject.py crash").exit_code, 0);
  const std::string page = slurp(file("README.md"));
  for (const auto& entry : std::filesystem::directory_iterator(file(""))) {
    const std::string name = entry.path().filename().string();
    EXPECT_TRUE(name == "README.md" || page.find("| " + name + " |") != std::string::npos) << name;
  }
  for (const char* name : {"repro.c", "library.py", "repro.html", "*.bin", "shader"})
    EXPECT_EQ(page.find(name), std::string::npos) << name;
}

}  // namespace ends_test
}  // namespace bindpose::conformance
