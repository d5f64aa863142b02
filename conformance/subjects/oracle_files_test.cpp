// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Files with expected outputs are found by their content, in folders like those that pip, npm, a Debian
// package and an archive install.
#include "conformance/subjects/oracle_files.h"

#include <algorithm>
#include <cstring>
#include <fstream>

#include <elf.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "conformance/subjects/oracle_content.h"
#include "reference/io/data_folder.h"
#include "reference/oracle_note.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::oracle_files_test {

namespace fs = std::filesystem;

constexpr const char* golden_index = "{\n  \"format\": \"bindpose-golden-2\",\n";
constexpr const char* index_name = "skinning/linear_blend/cases.json";

/// A program with a single note.
std::string elf_file(const OracleNote& note) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_phoff = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = 1;
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = sizeof header + sizeof segment;
  segment.p_filesz = sizeof note;
  std::string bytes(sizeof header + sizeof segment + sizeof note, '\0');
  std::memcpy(bytes.data(), &header, sizeof header);
  std::memcpy(bytes.data() + header.e_phoff, &segment, sizeof segment);
  std::memcpy(bytes.data() + segment.p_offset, &note, sizeof note);
  return bytes;
}

struct OracleFilesTest : testing::Test {
  fs::path put(const fs::path& name, const std::string& text = "print()") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
    return root_ / name;
  }
  std::vector<std::string> found(Look look, const OwnFiles& own = {}) const {
    const OracleFiles files = search_oracle_files(root_.string(), look, own, shown_limits);
    EXPECT_EQ(files.unfinished, "");
    std::vector<std::string> names;
    for (const OracleFile& each : files.found)
      names.push_back(fs::path(each.name).lexically_relative(root_).string());
    std::ranges::sort(names);
    return names;
  }

  const TemporaryFolder folder_;
  const fs::path root_ = fs::canonical(folder_.path()) / "usr";
};

using Names = std::vector<std::string>;

TEST_F(OracleFilesTest, packages_of_pip_npm_and_debian_are_found_in_usr) {
  const std::string old_program = std::string(ELFMAG) + "a program of a version without a note";
  put("bin/bindpose", old_program);
  put("local/bin/bindpose-golden", old_program);
  put("local/lib/python3.11/dist-packages/bindpose_golden/__init__.py");
  put("lib/python3/dist-packages/bindpose_golden-0.2.0.dist-info/RECORD");
  put("lib/node_modules/other/node_modules/bindpose-golden/package.json");
  put(fs::path("share/bindpose/golden/data") / index_name, golden_index);
  put("share/bindpose/course/python/solution/exercises.py", "\"\"\"Worked solutions. Read them later");
  put("include/bindpose/reference/algorithms.h");
  put("lib/x86_64-linux-gnu/libbindpose_reference.a");
  put("local/src/bindpose_0.2.0_amd64.deb");
  // Files that a subject needs, and files of other projects.
  put("include/bindpose/subject.h");
  put("bin/bindpose-host", old_program);
  put("bin/bindpose-warden", old_program);
  put("bin/python3", elf_file({9, 8, 1, "bindpose", "another"}));
  put("share/bindpose/course/python/exercises.py");
  put("share/bash-completion/completions/bindpose");
  put("share/other/cases.json", "{\"format\": \"other\"}");
  put("share/puzzles/solution/exercises.py");
  EXPECT_EQ(found(Look::candidates),
            (Names{"bin/bindpose", "include/bindpose/reference",
                   "lib/node_modules/other/node_modules/bindpose-golden",
                   "lib/python3/dist-packages/bindpose_golden-0.2.0.dist-info",
                   "lib/x86_64-linux-gnu/libbindpose_reference.a", "local/bin/bindpose-golden",
                   "local/lib/python3.11/dist-packages/bindpose_golden", "local/src/bindpose_0.2.0_amd64.deb",
                   "share/bindpose/course/python/solution", "share/bindpose/golden/data"}));
}

TEST_F(OracleFilesTest, packages_of_every_packer_are_found) {
  Names all = {"bindpose-0.3.tar", "bindpose-golden-0.2.0-py_0.conda", "libbindpose.7z"};
  for (const char* ending : {"tar.bz2", "tar.zst", "tar.lz4", "tbz2", "rpm", "apk", "zip", "whl", "AppImage"})
    all.push_back("bindpose-0.3." + std::string(ending));
  for (const std::string& name : all)
    put(fs::path("share/packages") / name);
  put("share/packages/other-0.3.rpm");
  put("share/packages/bindpose.md");
  for (std::string& name : all)
    name = "share/packages/" + name;
  std::ranges::sort(all);
  EXPECT_EQ(found(Look::candidates), all);
}

TEST_F(OracleFilesTest, a_renamed_program_on_the_path_is_found_by_its_note) {
  put("local/bin/skin", elf_file(oracle_note));
  put("lib/judge/skin", elf_file(oracle_note));
  fs::create_directories(root_ / "bin");
  fs::create_symlink("../lib/judge/skin", root_ / "bin/linked");
  put("lib/other/data", elf_file(oracle_note));
  put("lib/suite/skin", elf_file(oracle_note));
  fs::create_directory_symlink("../lib/suite", root_ / "bin/suite");
  fs::create_directory_symlink(".", root_ / "bin/X11");
  fs::create_directory_symlink("/", root_ / "bin/all");
  EXPECT_EQ(found(Look::candidates), (Names{"lib/judge/skin", "lib/suite/skin", "local/bin/skin"}));
  EXPECT_EQ(found(Look::every_file),
            (Names{"lib/judge/skin", "lib/other/data", "lib/suite/skin", "local/bin/skin"}));
}

TEST_F(OracleFilesTest, the_program_has_the_oracle_note_and_its_helpers_do_not) {
  const fs::path program = fs::canonical(BINDPOSE_PROGRAM);
  for (const auto& [file, kind] : {std::pair{program, OracleContent::answers},
                                   {program.parent_path() / "bindpose-host", OracleContent::none},
                                   {program.parent_path() / "bindpose-supervisor", OracleContent::none}}) {
    fs::create_directories(root_);
    fs::remove(root_ / "renamed");
    fs::copy_file(file, root_ / "renamed");
    EXPECT_EQ(oracle_content(root_ / "renamed"), kind) << file;
  }
}

TEST_F(OracleFilesTest, golden_arrays_and_saved_outputs_are_found_by_content) {
  const fs::path golden = fs::canonical(data_folders().front() / "golden/data/skinning/linear_blend");
  fs::create_directories(root_ / "assets");
  fs::copy_file(golden / "bar.posed.direction.palette.f32.safetensors", root_ / "assets/numbers");
  fs::copy_file(golden / "cases.json", put("own/list.json").parent_path() / "index");
  put("saved.bin", std::string(8, ' ') + R"({"__metadata__":{"test":"a"},"question.x":{},"expected.x":{}})");
  put("input.safetensors", std::string(8, ' ') + R"({"__metadata__":{"test":"a"},"input.x":{}})");
  EXPECT_EQ(found(Look::every_file), (Names{"assets/numbers", "own", "saved.bin"}));
}

TEST_F(OracleFilesTest, history_and_builds_of_any_checkout_are_hidden) {
  put(fs::path("checkout/golden/data") / index_name, golden_index);
  put("checkout/.git/HEAD");
  put("checkout/build/release/CMakeCache.txt", "# cache\nCMAKE_PROJECT_NAME:STATIC=bindpose\n");
  put("other/CMakeCache.txt", "CMAKE_PROJECT_NAME:STATIC=bindpose-plug\n");
  put("other/.git/HEAD");
  for (int i = 0; i < 20; ++i)
    fs::create_symlink("/nowhere", root_ / "checkout" / ("link-" + std::to_string(i)));
  EXPECT_EQ(found(Look::every_file),
            (Names{"checkout/.git", "checkout/build/release", "checkout/golden/data"}));
  EXPECT_EQ(found(Look::every_file, {(root_ / "checkout/build/release/plugs").string(), {}}),
            (Names{"checkout/.git", "checkout/golden/data"}));
}

TEST_F(OracleFilesTest, a_subject_sees_its_own_solution_and_its_commands_files) {
  put("course/solution/exercises.py", "\"\"\"Worked solutions. Read them later");
  const std::string program = put("course/run", elf_file(oracle_note)).string();
  EXPECT_EQ(found(Look::every_file), (Names{"course/run", "course/solution"}));
  for (const char* own : {"course", "", "course/python"})
    EXPECT_EQ(found(Look::every_file, {(root_ / own).lexically_normal().string(), {program}}), Names{})
        << own;
}

TEST_F(OracleFilesTest, a_visible_folder_may_be_a_link) {
  put(fs::path("golden/data") / index_name, golden_index);
  const fs::path link = folder_.path() / "link";
  fs::create_directory_symlink(root_, link);
  const OracleFiles files = oracle_files_in(link.string(), {});
  EXPECT_EQ(files.found, (std::vector<OracleFile>{{(link / "golden/data").string(), true}}));
}

TEST_F(OracleFilesTest, a_folder_of_golden_data_is_hidden_completely) {
  put("skinning/linear_blend/cases.json", golden_index);
  const fs::path shown = root_ / "skinning/linear_blend";
  EXPECT_EQ(oracle_files_in(shown.string(), {}).found, (std::vector<OracleFile>{{shown.string(), true}}));
}

TEST_F(OracleFilesTest, a_search_that_exceeds_a_limit_is_reported) {
  for (int i = 0; i < 6; ++i)
    put("bin/skin-" + std::to_string(i), elf_file(oracle_note));
  const auto unfinished = [this](const SearchLimits& limits) {
    return search_oracle_files(root_.string(), Look::candidates, {}, limits).unfinished;
  };
  EXPECT_EQ(unfinished({7, 6}), "");
  EXPECT_NE(unfinished({6, 6}).find("more than 6 files"), std::string::npos);
  EXPECT_NE(unfinished({7, 5}).find("more than 5 files in it have expected outputs"), std::string::npos);
  const auto refused = require_complete({{}, unfinished({7, 5})}, "/usr");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "SANDBOX_ORACLE");
}

TEST_F(OracleFilesTest, a_folder_that_the_judge_cannot_read_is_allowed) {
  put("closed/file");
  fs::permissions(root_ / "closed", fs::perms::none);
  EXPECT_EQ(found(Look::every_file), Names{})
      << "a subject of an ordinary user cannot read the folder either";
  fs::permissions(root_ / "closed", fs::perms::owner_all);
}

}  // namespace bindpose::conformance::oracle_files_test
