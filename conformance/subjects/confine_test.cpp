// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The files around a subject that it can see.
#include "conformance/subjects/confine.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "conformance/subjects/bubblewrap.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/sandbox/folders.h"
#include "conformance/subjects/sandbox/inherited.h"
#include "conformance/subjects/sandbox/own_user.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::confine_test {

namespace fs = std::filesystem;

struct Files {
  const TemporaryFolder folder;
  std::string put(const fs::path& name) const {
    const fs::path file = folder.path() / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "print()";
    return file.string();
  }
};

TEST(AdapterTest, a_subjects_folder_is_that_of_its_first_own_file) {
  const Files files;
  const std::string file = files.put("engine/run.py");
  EXPECT_EQ(adapter_of(*parse_subject("cmd:python3 " + file), {})->folder, fs::path(file).parent_path());
}

TEST(AdapterTest, a_folder_may_end_with_a_slash) {
  EXPECT_TRUE(is_below("/a/b/c", "/a/b/"));
  EXPECT_TRUE(is_below("/a/b", "/a/b/"));
  EXPECT_TRUE(is_below("/a", "/"));
  EXPECT_FALSE(is_below("/a/bc", "/a/b/"));
}

/// Files with a home folder named "home".
struct HomeTest : testing::Test {
  HomeTest() { ::setenv("HOME", (files.folder.path() / "home").c_str(), 1); }
  ~HomeTest() override { ::setenv("HOME", before_.c_str(), 1); }

  const Files files;

 private:
  const std::string before_ = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
};

TEST_F(HomeTest, only_the_named_files_are_seen) {
  const std::string file = files.put("home/run.py");
  const auto adapter = adapter_of(*parse_subject("cmd:python3 " + file), {});
  Sandbox named;
  named.folder = fs::path(file).parent_path().string();
  const auto as_named = adapter_of(*parse_subject("cmd:python3 " + file), named);
  EXPECT_EQ(adapter->folder, "");
  EXPECT_EQ(adapter->programs, std::vector<std::string>{file});
  EXPECT_NE(adapter->note.find("a home"), std::string::npos) << adapter->note;
  EXPECT_EQ(as_named->folder, named.folder);
}

TEST_F(HomeTest, a_link_in_a_home_shows_no_other_file) {
  const std::string run = files.put("home/run.py"), secret = files.put("home/other/secret");
  const fs::path home = fs::path(run).parent_path();
  fs::create_symlink(secret, home / "link");
  fs::create_directory_symlink(home / "other", home / "folder");
  for (const char* name : {"link", "folder/secret"}) {
    const auto spec = *parse_subject("cmd:python3 " + run + " " + (home / name).string());
    const auto adapter = adapter_of(spec, {});
    ASSERT_FALSE(adapter) << name;
    EXPECT_EQ(adapter.error().code, "SANDBOX_FOLDER");
    Sandbox none;
    none.most = SandboxLevel::none;
    EXPECT_TRUE(adapter_of(spec, none)) << "without a sandbox nothing is hidden";
  }
  EXPECT_TRUE(adapter_of(*parse_subject("cmd:python3 " + run + " " + secret), {}));
}

/// A Landlock rule for a link would allow access to the link's target.
TEST(ConfineTest, a_link_next_to_hidden_files_gets_no_landlock_rule) {
  if (isolation(SandboxLevel::landlock).level != SandboxLevel::landlock)
    GTEST_SKIP() << isolation(SandboxLevel::landlock).description;
  const Files files;
  fs::permissions(files.folder.path(), fs::perms(0755));  // a subject may be another user
  const fs::path run = files.put("engine/run.py");
  const fs::path engine = run.parent_path();
  files.put("engine/bindpose_golden/data");
  fs::create_symlink("/etc", engine / "link");
  Sandbox sandbox;
  sandbox.most = SandboxLevel::landlock;
  const auto adapter = adapter_of(*parse_subject("cmd:python3 " + run.string()), sandbox);
  const auto folders = make_exchange(sandbox, 0);
  ASSERT_TRUE(folders);
  const auto confined = confine(*adapter, sandbox, *folders);
  remove_everything(folders->scratch);
  ASSERT_TRUE(confined);
  const auto& seen = confined->confinement.seen;
  const auto is_seen = [&seen](const fs::path& path) {
    return std::ranges::find(seen, path.string()) != seen.end();
  };
  EXPECT_TRUE(is_seen(run));
  EXPECT_FALSE(is_seen(engine));
  EXPECT_FALSE(is_seen(engine / "bindpose_golden"));
  EXPECT_FALSE(is_seen(engine / "link"));
  EXPECT_TRUE(is_seen("/etc/ssl/openssl.cnf")) << "Node needs it";
  EXPECT_FALSE(is_seen("/bin")) << "/bin is a link into /usr, which may have hidden files";
  EXPECT_EQ(confined->note, "files with expected outputs are hidden from it: bindpose_golden");
}

TEST(ConfineTest, only_its_own_user_can_reach_the_files_of_a_subject) {
  const OwnUser own = OwnUser::lend(), other = OwnUser::lend();
  if (other.id() == 0) GTEST_SKIP() << "this process cannot become other users";
  Sandbox sandbox;
  sandbox.most = SandboxLevel::landlock;
  const auto folders = make_exchange(sandbox, own.id());
  ASSERT_TRUE(folders);
  const auto can_enter = [&folders](uid_t user) {
    return holds_in_a_child(
        [&folders, user] { return become_user(user) && ::access(folders->in.c_str(), R_OK | X_OK) == 0; });
  };
  EXPECT_EQ(can_enter(own.id()), true);
  EXPECT_EQ(can_enter(other.id()), false);
  remove_everything(folders->scratch);
}

TEST(BubblewrapTest, a_hidden_folder_keeps_no_files) {
  if (isolation().level != SandboxLevel::bubblewrap) GTEST_SKIP() << isolation().description;
  // The user of a separate namespace owns the empty folder.
  Bubblewrap bubblewrap({0, isolation().nested_namespaces});
  bubblewrap.hide("/usr/share", true);
  std::string line;
  for (const std::string& word : bubblewrap.trial())
    line += "'" + word + "' ";
  const std::string program = "'/usr/bin/true' ";
  ASSERT_TRUE(line.ends_with(program));
  line.resize(line.size() - program.size());
  EXPECT_EQ(std::system((line + "/usr/bin/test -d /usr/share").c_str()), 0);
  EXPECT_NE(std::system((line + "/usr/bin/test -e /dev/ptmx").c_str()), 0) << "terminals are counted nowhere";
  EXPECT_NE(std::system((line + "/usr/bin/touch /usr/share/file 2>/dev/null").c_str()), 0);
}

}  // namespace bindpose::conformance::confine_test
