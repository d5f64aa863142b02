// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What a subject is shown of the files around it, and of those that would answer its questions.
#include "conformance/subjects/confine.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "conformance/subjects/bubblewrap.h"
#include "conformance/subjects/isolation.h"
#include "conformance/subjects/spoilers.h"
#include "reference/io/data_folder.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace confine_test {

namespace fs = std::filesystem;

fs::path golden_data() {
  return fs::canonical(data_folders().front() / "golden" / "data");
}

std::vector<std::string> names_of(const std::vector<Spoiler>& spoilers) {
  std::vector<std::string> names;
  for (const Spoiler& each : spoilers)
    names.push_back(each.name);
  return names;
}

struct Files {
  const TemporaryFolder folder;
  std::string put(const fs::path& name) const {
    const fs::path file = folder.path() / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "print()";
    return file.string();
  }
};

TEST(PlugTest, its_folder_is_that_of_the_first_file_of_its_own) {
  const Files files;
  const std::string file = files.put("engine/run.py");
  EXPECT_EQ(plug_of(*parse_subject("cmd:python3 " + file), {})->folder, fs::path(file).parent_path());
}

TEST(PlugTest, of_a_home_only_the_named_files_are_seen) {
  const Files files;
  const std::string file = files.put("home/run.py");
  const std::string before = std::getenv("HOME") == nullptr ? "" : std::getenv("HOME");
  ::setenv("HOME", (files.folder.path() / "home").c_str(), 1);
  const auto plug = plug_of(*parse_subject("cmd:python3 " + file), {});
  Sandbox named;
  named.folder = fs::path(file).parent_path().string();
  const auto as_named = plug_of(*parse_subject("cmd:python3 " + file), named);
  ::setenv("HOME", before.c_str(), 1);
  EXPECT_EQ(plug->folder, "");
  EXPECT_EQ(plug->programs, std::vector<std::string>{file});
  EXPECT_NE(plug->note.find("a home"), std::string::npos) << plug->note;
  EXPECT_EQ(as_named->folder, named.folder);
}

TEST(SpoilersTest, golden_data_is_found_under_its_own_and_other_names) {
  const Files files;
  const fs::path data = golden_data();
  const auto by_name = names_of(spoilers_in(data.parent_path().string(), ""));
  EXPECT_NE(std::ranges::find(by_name, data.string()), by_name.end());
  // The same files by other names.
  const fs::path alias = files.folder.path() / "engine" / "assets";
  fs::create_directories(alias);
  fs::recursive_directory_iterator file(data);
  while (!file->is_regular_file())
    ++file;
  std::error_code error;
  fs::create_hard_link(file->path(), alias / "numbers", error);
  if (error) GTEST_SKIP() << "temporary files lie on another file system: " << error.message();
  EXPECT_EQ(names_of(spoilers_in(files.folder.path().string(), "")),
            std::vector<std::string>{(alias / "numbers").string()});
}

TEST(SpoilersTest, the_folder_may_be_a_link_to_where_it_lies) {
  const Files files;
  const fs::path link = files.folder.path() / "link";
  fs::create_directory_symlink(golden_data().parent_path(), link);
  EXPECT_NE(std::ranges::count(names_of(spoilers_in(link.string(), "")), (link / "data").string()), 0);
}

TEST(SpoilersTest, of_a_checkout_history_and_what_was_built_are_hidden) {
  const Files files;
  const fs::path root = files.folder.path() / "checkout";
  for (const char* name : {"checkout/CMakeLists.txt", "checkout/golden/data/cases.json", "checkout/.git/HEAD",
                           "checkout/build/release/CMakeCache.txt"})
    files.put(name);
  for (int i = 0; i < 20; ++i)  // in whichever order they are met, they do not end the search
    fs::create_symlink("/nowhere", root / ("link-" + std::to_string(i)));
  ::setenv("BINDPOSE_DATA", root.c_str(), 1);
  const auto names = names_of(spoilers_in(root.string(), ""));
  ::unsetenv("BINDPOSE_DATA");
  for (const fs::path& hidden : {root / "golden/data", root / ".git", root / "build/release"})
    EXPECT_EQ(std::ranges::count(names, hidden.string()), 1) << hidden;
}

TEST(BubblewrapTest, a_hidden_folder_keeps_no_files) {
  if (isolation().level != SandboxLevel::bubblewrap) GTEST_SKIP() << isolation().description;
  // The user of a name space of its own, who owns the empty folder.
  Bubblewrap bubblewrap({0, isolation().nested_namespaces});
  bubblewrap.hide("/usr/share", true);
  std::string line;
  for (const std::string& word : bubblewrap.trial())
    line += "'" + word + "' ";
  const std::string program = "'/usr/bin/true' ";
  ASSERT_TRUE(line.ends_with(program));
  line.resize(line.size() - program.size());
  EXPECT_EQ(std::system((line + "/usr/bin/test -d /usr/share").c_str()), 0);
  EXPECT_NE(std::system((line + "/usr/bin/touch /usr/share/file 2>/dev/null").c_str()), 0);
}

TEST(SpoilersTest, a_folder_with_nothing_to_hide_has_none) {
  const Files files;
  const std::string file = files.put("engine/run.py");
  EXPECT_TRUE(spoilers_in(fs::path(file).parent_path().string(), "").empty());
}

}  // namespace confine_test
}  // namespace bindpose::conformance
