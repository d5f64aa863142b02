// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/uri.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/testing/temporary_folder.h"

namespace bindpose::gltf::uri_test {

namespace fs = std::filesystem;

std::string text_of(const std::optional<DataUri>& data) {
  std::string text;
  for (const std::byte byte : data->bytes)
    text += static_cast<char>(byte);
  return text;
}

TEST(uri, kinds_of_uris_are_recognised) {
  EXPECT_EQ(uri_kind("a.bin"), UriKind::relative);
  EXPECT_EQ(uri_kind("dir/a%20b.bin"), UriKind::relative);
  EXPECT_EQ(uri_kind("./a:b.bin"), UriKind::relative);
  EXPECT_EQ(uri_kind(""), UriKind::relative);
  EXPECT_EQ(uri_kind("data:,"), UriKind::data);
  EXPECT_EQ(uri_kind("DATA:,"), UriKind::data);
  EXPECT_EQ(uri_kind("http://example.com/a.bin"), UriKind::elsewhere);
  EXPECT_EQ(uri_kind("file:a.bin"), UriKind::elsewhere);
  EXPECT_EQ(uri_kind("/etc/passwd"), UriKind::elsewhere);
  EXPECT_EQ(uri_kind("//host/a.bin"), UriKind::elsewhere);
  EXPECT_EQ(uri_kind("a.bin?x"), UriKind::elsewhere);
  EXPECT_EQ(uri_kind("a.bin#x"), UriKind::elsewhere);
  EXPECT_FALSE(uri_kind(":"));
  EXPECT_FALSE(uri_kind("1a:b"));
}

TEST(uri, base64_data_is_decoded) {
  const auto data = parse_data_uri("data:application/octet-stream;base64,aGVsbG8=");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->media_type, "application/octet-stream");
  EXPECT_EQ(text_of(data), "hello");
  EXPECT_EQ(text_of(parse_data_uri("data:;base64,aGVsbG8")), "hello");
  EXPECT_EQ(text_of(parse_data_uri("data:;base64,aGVsbG8%3D")), "hello");
  EXPECT_EQ(text_of(parse_data_uri("data:;base64,__-_")), "\xff\xff\xbf");
  EXPECT_EQ(text_of(parse_data_uri("data:;base64,//+/")), "\xff\xff\xbf");
}

TEST(uri, text_data_is_decoded) {
  const auto data = parse_data_uri("data:Application/GLTF-buffer;charset=utf-8,a%20b");
  ASSERT_TRUE(data);
  EXPECT_EQ(data->media_type, "application/gltf-buffer");
  EXPECT_EQ(text_of(data), "a b");
  EXPECT_EQ(parse_data_uri("data:,")->media_type, "text/plain");
}

TEST(uri, malformed_data_is_refused) {
  EXPECT_FALSE(parse_data_uri("data:"));
  EXPECT_FALSE(parse_data_uri("data:application/octet-stream;base64"));
  EXPECT_FALSE(parse_data_uri("data:application/octet-stream;;base64,AA=="));
  EXPECT_FALSE(parse_data_uri("data:;base64,A"));
  EXPECT_FALSE(parse_data_uri("data:;base64,AA="));
  EXPECT_FALSE(parse_data_uri("data:;base64,AA==="));
  EXPECT_FALSE(parse_data_uri("data:;base64,A*=="));
  EXPECT_FALSE(parse_data_uri("data:;base64,AA==AA=="));
}

TEST(uri, percent_signs_are_decoded) {
  EXPECT_EQ(percent_decoded("a%2Fb%2fc"), "a/b/c");
  EXPECT_EQ(percent_decoded("100%"), "100%");
  EXPECT_EQ(percent_decoded("%zz%4"), "%zz%4");
}

TEST(uri, a_path_stays_in_its_folder) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path() / "asset";
  fs::create_directories(folder / "inner");
  std::ofstream(folder / "inner" / "a b.bin") << "x";
  fs::create_symlink("/etc", folder / "elsewhere");

  EXPECT_TRUE(path_inside(folder, "inner/a%20b.bin"));
  EXPECT_TRUE(path_inside(folder, "inner/../missing.bin"));
  EXPECT_FALSE(path_inside(folder, "../asset_2/a.bin"));
  EXPECT_FALSE(path_inside(folder, "inner/../../a.bin"));
  EXPECT_FALSE(path_inside(folder, "%2E%2E/a.bin"));
  EXPECT_FALSE(path_inside(folder, "%2Fetc%2Fpasswd"));
  EXPECT_FALSE(path_inside(folder, "elsewhere/passwd"));
  EXPECT_FALSE(path_inside(folder, "a%00.bin"));
  EXPECT_FALSE(path_inside(folder, ""));
  EXPECT_FALSE(path_inside(folder, "."));
}

}  // namespace bindpose::gltf::uri_test
