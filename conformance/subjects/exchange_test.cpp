// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/exchange.h"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "conformance/subjects/answer_file.h"
#include "conformance/subjects/guarded_process.h"
#include "reference/io/document_limits.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::exchange_test {

namespace fs = std::filesystem;

constexpr const char* png = "\x89PNG\r\n\x1A\n";

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder).string());
  std::ranges::sort(names);
  return names;
}

TEST(ExchangeTest, an_asset_comes_with_the_files_that_it_names) {
  const TemporaryFolder temporary;
  const fs::path from = temporary.path() / "from", to = temporary.path() / "to";
  fs::create_directories(from / "textures");
  for (const char* name : {"my file.bin", "unused.bin", "../outside.bin"})
    std::ofstream(from / name) << name;
  std::ofstream(from / "textures/skin.png") << png;
  std::ofstream(from / "model.gltf")
      << R"({"buffers": [{"uri": "my%20file.bin"}, {"uri": "data:;base64,AA=="}, {"uri": "../outside.bin"}],)"
         R"("images": [{"uri": "textures/skin.png"}, {"uri": "https://example.org/skin.png"}, {"bufferView": 0}]})";
  ASSERT_TRUE(copy_asset(from / "model.gltf", to));
  EXPECT_EQ(files_in(to), (std::vector<std::string>{"model.gltf", "my file.bin", "textures/skin.png"}));
}

TEST(ExchangeTest, an_asset_copies_no_secret_as_an_image) {
  const TemporaryFolder temporary;
  const fs::path from = temporary.path() / "from", to = temporary.path() / "to";
  fs::create_directories(from / ".ssh");
  std::ofstream(temporary.path() / "secret") << png;
  for (const char* name : {".ssh/id_rsa", ".hidden.png"})
    std::ofstream(from / name) << png;
  std::ofstream(from / "passwords.txt") << "secret";
  std::ofstream(from / "empty.png");
  fs::create_symlink("../secret", from / "far.png");
  fs::create_symlink(".ssh/id_rsa", from / "near.png");
  fs::create_symlink("..", from / "up");
  ASSERT_EQ(::mkfifo((from / "pipe.png").c_str(), 0600), 0);
  std::string images;
  for (const char* uri : {".ssh/id_rsa", "%2Essh/../.ssh/id_rsa", ".hidden.png", "passwords.txt", "empty.png",
                          "far.png", "near.png", "up/secret", "pipe.png", "missing.png"})
    images += (images.empty() ? "" : ", ") + fmt::format(R"({{"uri": "{}"}})", uri);
  std::ofstream(from / "model.gltf") << R"({"images": [)" << images << "]}";
  ASSERT_TRUE(copy_asset(from / "model.gltf", to));
  EXPECT_EQ(files_in(to), std::vector<std::string>{"model.gltf"});
}

TEST(ExchangeTest, a_buffer_is_copied_only_if_the_loader_reads_it) {
  const TemporaryFolder temporary;
  const fs::path from = temporary.path() / "from", to = temporary.path() / "to";
  fs::create_directories(from / ".ssh");
  for (const char* name : {"../secret", "inner.bin", ".ssh/id_rsa"})
    std::ofstream(from / name) << name;
  fs::create_symlink("../secret", from / "far.bin");
  fs::create_symlink("inner.bin", from / "near.bin");
  fs::create_symlink(".ssh/id_rsa", from / "key.bin");
  std::ofstream(from / "model.gltf") << R"({"buffers": [{"uri": "far.bin"}, {"uri": "near.bin"}]})";
  ASSERT_TRUE(copy_asset(from / "model.gltf", to));
  EXPECT_EQ(files_in(to), (std::vector<std::string>{"model.gltf", "near.bin"}));
  for (const char* uri : {".ssh/id_rsa", "key.bin"}) {
    std::ofstream(from / "model.gltf") << R"({"buffers": [{"uri": ")" << uri << R"("}]})";
    const auto copied = copy_asset(from / "model.gltf", to);
    ASSERT_FALSE(copied) << uri;
    EXPECT_EQ(copied.error().code, "FILE_READ") << "otherwise the subject would seem to be wrong";
  }
  EXPECT_EQ(files_in(to), (std::vector<std::string>{"model.gltf", "near.bin"}));
}

TEST(ExchangeTest, the_files_of_an_asset_share_a_size_limit) {
  const TemporaryFolder temporary;
  const fs::path from = temporary.path() / "from", to = temporary.path() / "to";
  fs::create_directories(from);
  for (const char* name : {"large.png", "small.png"})
    std::ofstream(from / name) << png;
  std::ofstream(from / "large.bin");
  fs::resize_file(from / "large.png", limits::asset_buffers.most + 1);  // a sparse file takes no space
  fs::resize_file(from / "large.bin", limits::asset_buffers.most + 1);
  std::ofstream(from / "model.gltf") << R"({"images": [{"uri": "large.png"}, {"uri": "small.png"}]})";
  ASSERT_TRUE(copy_asset(from / "model.gltf", to));
  EXPECT_EQ(files_in(to), (std::vector<std::string>{"model.gltf", "small.png"}));
  std::ofstream(from / "model.gltf") << R"({"buffers": [{"uri": "large.bin"}]})";
  const auto copied = copy_asset(from / "model.gltf", to);
  ASSERT_FALSE(copied);
  EXPECT_EQ(copied.error().code, "FILE_SIZE");
}

TEST(ExchangeTest, inputs_about_one_asset_share_a_copy) {
  const TemporaryFolder temporary;
  ExchangeFolders folders;
  folders.in = folders.seen_in = temporary.path() / "in";
  folders.out = folders.seen_out = temporary.path() / "out";
  fs::create_directories(folders.in);
  fs::create_directories(folders.out);
  const std::string one = temporary.path() / "one.glb", other = temporary.path() / "other.glb";
  for (const std::string& each : {one, other})
    std::ofstream(each) << each;
  Question question;
  std::uint64_t seq = 0;
  const auto place_of = [&](const std::string& file) {
    AssetMoment moment;
    moment.file = file;
    question.asset = std::make_shared<const AssetMoment>(moment);
    const auto paths = put_question(folders, question, ++seq);
    std::ofstream(fs::path(folders.out) / "scrap") << "scrap";
    EXPECT_TRUE(clear(folders, seq, 10));
    EXPECT_TRUE(fs::is_empty(folders.out));
    return paths ? paths->asset : to_string(paths.error());
  };
  const std::string first = place_of(one);
  EXPECT_EQ(place_of(one), first);
  EXPECT_EQ(files_in(folders.in), std::vector<std::string>{"1/one.glb"});
  EXPECT_NE(place_of(other), first);
  EXPECT_EQ(files_in(folders.in), std::vector<std::string>{"3/other.glb"});
  fs::remove(one);
  EXPECT_NE(place_of(one).find("FILE_READ"), std::string::npos);
  EXPECT_EQ(files_in(folders.in), std::vector<std::string>());
}

TEST(ExchangeTest, a_file_that_is_not_gltf_names_no_files) {
  for (const char* text :
       {"", "[]", R"({"buffers": {"uri": "a"}})", R"({"buffers": ["a", {"uri": 1}, {"uri": "a%00b"}]})"})
    EXPECT_TRUE(referred_files(text).empty()) << text;
}

TEST(ExchangeTest, a_judge_without_descriptors_does_not_blame_the_output) {
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
  ASSERT_FALSE(without) << "a child without a descriptor does not start";
  EXPECT_EQ(without.error().code, "WORKER_START");
}

TEST(GuardedProcessTest, a_supervisor_without_resources_reports_not_started) {
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

}  // namespace bindpose::conformance::exchange_test
