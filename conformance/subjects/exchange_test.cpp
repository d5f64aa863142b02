// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/exchange.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "conformance/subjects/guarded_process.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace exchange_test {

namespace fs = std::filesystem;

TEST(ExchangeTest, an_asset_comes_with_the_files_that_it_names) {
  const TemporaryFolder temporary;
  const fs::path from = temporary.path() / "from", to = temporary.path() / "to";
  fs::create_directories(from / "textures");
  for (const char* name : {"my file.bin", "textures/skin.png", "unused.bin", "../outside.bin"})
    std::ofstream(from / name) << name;
  std::ofstream(from / "model.gltf")
      << R"({"buffers": [{"uri": "my%20file.bin"}, {"uri": "data:;base64,AA=="}, {"uri": "../outside.bin"}],)"
         R"("images": [{"uri": "textures/skin.png"}, {"uri": "https://example.org/skin.png"}, {"bufferView": 0}]})";
  ASSERT_TRUE(copy_asset(from / "model.gltf", to));
  std::vector<std::string> copied;
  for (const auto& entry : fs::recursive_directory_iterator(to))
    if (entry.is_regular_file()) copied.push_back(entry.path().lexically_relative(to).string());
  std::ranges::sort(copied);
  EXPECT_EQ(copied, (std::vector<std::string>{"model.gltf", "my file.bin", "textures/skin.png"}));
}

TEST(ExchangeTest, what_is_no_gltf_names_no_files) {
  for (const char* text :
       {"", "[]", R"({"buffers": {"uri": "a"}})", R"({"buffers": ["a", {"uri": 1}, {"uri": "a%00b"}]})"})
    EXPECT_TRUE(referred_files(text).empty()) << text;
}

TEST(ExchangeTest, a_judge_without_descriptors_does_not_blame_the_answer) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "1.safetensors") << "text";
  const Wanted wanted{{{"positions", {1, 3}}}, {}};
  EXPECT_EQ(take_answer(folder.path(), "1.safetensors", wanted).error().code, "INVALID_OUTPUT");
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit none{0, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &none);
  const auto taken = take_answer(folder.path(), "1.safetensors", wanted);
  const auto started = Child::start("/usr/bin/true", {"true"}, {});
  const rlimit few{12, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  const auto after_raising = Child::start("/usr/bin/true", {"true"}, {});
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(taken.error().code, "JUDGE_RESOURCES");
  EXPECT_TRUE(started && after_raising) << "the judge may raise its own limit";
  Descriptor closed;
  const Child::Handed handed[] = {{&closed, 3}};
  const auto without = Child::start("/usr/bin/true", {"true"}, handed);
  ASSERT_FALSE(without) << "a child that lacks a descriptor";
  EXPECT_EQ(without.error().code, "WORKER_START");
}

TEST(GuardedProcessTest, what_the_warden_lacks_is_no_end_of_the_program) {
  Confinement confinement;
  confinement.command = {"true"};
  confinement.memory = confinement.disk = confinement.processes = 100;
  confinement.group = "/nowhere/group";
  const auto process = GuardedProcess::start(confinement);
  ASSERT_TRUE(process) << to_string(process.error());
  const Ending ending = (*process)->end(2);
  EXPECT_EQ(ending.reason, "not started");
  EXPECT_EQ(ending.last_words, "it cannot make a control group");
}

}  // namespace exchange_test
}  // namespace bindpose::conformance
