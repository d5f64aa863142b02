// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/subject_content.h"

#include <gtest/gtest.h>

#include "conformance/subjects/isolation.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::subject_content_test {

namespace fs = std::filesystem;

struct SubjectContentTest : testing::Test {
  SubjectContentTest() {
    for (const char* folder : {"system", "own", "seen"})
      fs::create_directory(folder_ / folder);
    write("system/libc.so", "a library");
    write("own/subject.py", "a program");
    write("own/helper.py", "what it imports");
    write("seen/table", "numbers");
  }
  void write(const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(folder_ / name, text));
  }

  SubjectContent content(const std::string& subject, const Sandbox& sandbox = {},
                         const SubjectInfo& info = {}) {
    SystemContent surroundings({folder_ / "system"}, "");
    return surroundings.content_of(*parse_subject(subject), sandbox, info);
  }
  std::string program(const std::string& more = "") const {
    return "cmd:python3 " + (folder_ / "own/subject.py").string() + more;
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(SubjectContentTest, every_readable_file_changes_the_content) {
  if (isolation().level == SandboxLevel::none) GTEST_SKIP() << "no sandbox here";
  std::set<std::string> names;
  const auto is_new = [&](const std::string& subject, const Sandbox& sandbox = {}) {
    const SubjectContent found = content(subject, sandbox);
    return !found.name.empty() && names.insert(found.name).second;
  };
  EXPECT_TRUE(is_new(program()));
  EXPECT_FALSE(is_new(program())) << "the same subject";
  EXPECT_TRUE(is_new(program(" --quick"))) << "its arguments";
  write("own/helper.py", "another helper");
  EXPECT_TRUE(is_new(program())) << "a file next to it";
  write("system/libc.so", "another library");
  EXPECT_TRUE(is_new(program())) << "a library or the interpreter of the system";
  Sandbox sandbox;
  sandbox.see = {(folder_ / "seen").string()};
  EXPECT_TRUE(is_new(program(), sandbox)) << "a folder that it can see";
  write("seen/table", "other numbers");
  EXPECT_TRUE(is_new(program(), sandbox)) << "a file in this folder";
  sandbox.env["THREADS"] = "2";
  EXPECT_TRUE(is_new(program(), sandbox)) << "its environment";
  sandbox.seconds += 1;
  EXPECT_TRUE(is_new(program(), sandbox)) << "its time";
  sandbox.memory += 1;
  EXPECT_TRUE(is_new(program(), sandbox)) << "its memory";
  sandbox.most = SandboxLevel::landlock;
  if (isolation(sandbox.most).level != SandboxLevel::landlock) return;
  EXPECT_TRUE(is_new(program(), sandbox)) << "its sandbox";
}

TEST_F(SubjectContentTest, the_path_of_the_subjects_folder_does_not_count) {
  if (isolation().level == SandboxLevel::none) GTEST_SKIP() << "no sandbox here";
  const std::string here = content(program()).name;
  fs::copy(folder_ / "own", folder_ / "copy");
  EXPECT_EQ(content("cmd:python3 " + (folder_ / "copy/subject.py").string()).name, here);
}

TEST_F(SubjectContentTest, unknown_content_has_a_reason_instead_of_a_name) {
  Sandbox none;
  none.most = SandboxLevel::none;
  EXPECT_EQ(content(program(), none).name, "");
  EXPECT_EQ(content(program(), none).unknown, "without a sandbox it can read any file");
  for (const char* subject : {"web:page.html", "gpu", "webgl", "capture:frame.rdc"}) {
    EXPECT_EQ(content(subject).name, "") << subject;
    EXPECT_NE(content(subject).unknown, "") << subject;
  }
}

TEST_F(SubjectContentTest, the_content_of_a_device_includes_its_driver_version) {
  const SubjectInfo info = {{"renderer", "a card"}, {"version", "4.6, driver 1.2"}};
  const std::string name = content("gpu", {}, info).name;
  EXPECT_NE(name, "");
  EXPECT_EQ(content("gpu", {}, info).name, name);
  for (const char* changed : {"renderer", "version"}) {
    SubjectInfo other = info;
    other[changed] += "3";
    EXPECT_NE(content("gpu", {}, other).name, name) << changed;
  }
  EXPECT_NE(content("gpu?palette=ssbo", {}, info).name, name);
  ::setenv("A_SETTING_OF_A_DRIVER", "1", 1);
  EXPECT_NE(content("gpu", {}, info).name, name);
  ::unsetenv("A_SETTING_OF_A_DRIVER");
  EXPECT_EQ(content("gpu", {}, info).name, name);
  ::setenv("VK_ICD_FILENAMES", "/somewhere/a_driver.json", 1);
  EXPECT_EQ(content("gpu", {}, info).unknown, "VK_ICD_FILENAMES may load drivers from anywhere");
  ::unsetenv("VK_ICD_FILENAMES");
  write("system/libc.so", "another library");
  EXPECT_NE(content("gpu", {}, info).name, name);
}

TEST_F(SubjectContentTest, the_content_of_files_and_built_in_subjects_is_known) {
  const std::string files = content("files:" + (folder_ / "seen").string()).name;
  write("seen/table", "other numbers");
  EXPECT_NE(content("files:" + (folder_ / "seen").string()).name, files);
  EXPECT_NE(content("reference-float").name, "");
  EXPECT_NE(content("software?threads=1").name, content("software?threads=2").name);
  EXPECT_NE(judge_content(), machine_content());
}

}  // namespace bindpose::conformance::subject_content_test
