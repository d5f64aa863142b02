// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/written_frame.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::captures::written_frame_test {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A mark that reverses the direction of writing, two control characters, and an invalid byte of UTF-8.
TEST(WrittenFrameTest, a_written_frame_is_ascii_for_any_names) {
  const TemporaryFolder folder;
  ::setenv("BINDPOSE_FRAME_FOLDER", folder.path().c_str(), 1);
  const std::string name = "a\xE2\x80\xAE\x7F\xC2\x9B", broken = "\xFF";
  WrittenFrame::current().add({.name = name + broken, .outputs = {{name, 0, {}}}});
  WrittenFrame::current().end();
  const std::string frame = text_of(folder.path() / "frame.json");
  const std::string draw = text_of(folder.path() / "draw-1.safetensors").substr(sizeof(std::uint64_t));
  for (const std::string& text : {frame, draw}) {
    EXPECT_FALSE(text.empty());
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < '\x7F'); }))
        << text;
  }
  EXPECT_EQ(nlohmann::json::parse(frame)["draws"][0]["name"], name + "\xEF\xBF\xBD");
  EXPECT_TRUE(nlohmann::json::parse(draw).contains("output." + name));
}

}  // namespace bindpose::captures::written_frame_test
