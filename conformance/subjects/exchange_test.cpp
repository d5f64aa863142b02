// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/exchange.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

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

}  // namespace exchange_test
}  // namespace bindpose::conformance
