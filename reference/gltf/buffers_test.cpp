// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/buffers.h"

#include <fstream>

#include <gtest/gtest.h>

#include "reference/gltf/load.h"
#include "reference/gltf/sample_document.h"
#include "reference/io/base64.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::gltf::buffers_test {

namespace fs = std::filesystem;

/// A triangle whose one buffer is given by the test.
SampleDocument triangle_with(const Json& buffer) {
  SampleDocument sample = triangle_sample();
  sample.json["buffers"] = Json::array({buffer});
  return sample;
}

void expect_error(const SampleDocument& sample, const char* code, const char* pointer) {
  const std::vector<Issue> issues = issues_of(sample);
  EXPECT_TRUE(has_issue(issues, Issue::Severity::error, code, pointer)) << code << "\n" << listed(issues);
}

TEST(buffers, malformed_uris_are_errors) {
  expect_error(triangle_with({{"byteLength", 36}, {"uri", ":"}}), "INVALID_URI", "/buffers/0/uri");
  expect_error(triangle_with({{"byteLength", 36}, {"uri", "data:"}}), "INVALID_URI", "/buffers/0/uri");
  expect_error(triangle_with({{"byteLength", 36}, {"uri", "data:application/octet-stream;base64,*"}}),
               "INVALID_URI", "/buffers/0/uri");
  expect_error(triangle_with({{"byteLength", 36}, {"uri", 1}}), "TYPE_MISMATCH", "/buffers/0/uri");
}

TEST(buffers, a_wrong_media_type_is_an_error) {
  expect_error(triangle_with({{"byteLength", 36}, {"uri", "data:image/png;base64,AAAA"}}),
               "BUFFER_DATA_URI_MIME_TYPE_INVALID", "/buffers/0/uri");
}

TEST(buffers, too_few_bytes_are_an_error) {
  expect_error(triangle_with({{"byteLength", 36}, {"uri", "data:application/octet-stream;base64,AAAA"}}),
               "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0");
}

TEST(buffers, more_bytes_than_declared_are_ignored) {
  SampleDocument sample = triangle_sample();
  sample.bytes.resize(40);
  sample.json["buffers"] = {
      {{"byteLength", 36}, {"uri", "data:application/gltf-buffer;base64," + base64(sample.bytes)}}};
  EXPECT_TRUE(issues_of(sample).empty());
}

TEST(buffers, absolute_uris_are_errors_only_if_needed) {
  const Json buffer = {{"byteLength", 36}, {"uri", "http://example.com/a.bin"}};
  expect_error(triangle_with(buffer), "NON_RELATIVE_URI", "/buffers/0/uri");
  SampleDocument unused;
  unused.json["buffers"] = Json::array({buffer});
  EXPECT_TRUE(parse(as_bytes(unused.text()), {}, ""));
  EXPECT_TRUE(has_issue(issues_of(unused), Issue::Severity::warning, "NON_RELATIVE_URI", "/buffers/0/uri"));
}

TEST(buffers, files_are_not_read_without_a_folder) {
  expect_error(triangle_with({{"byteLength", 36}, {"uri", "a.bin"}}), "IO_ERROR", "/buffers/0/uri");
}

TEST(buffers, placeholders_read_as_zeros) {
  const SampleDocument sample = triangle_with({{"byteLength", 36}});
  BINDPOSE_ASSERT(const auto asset, parse(as_bytes(sample.text()), {}, ""));
  EXPECT_EQ(asset.meshes[0].primitives[0].mesh.positions.size(), 3U);
  EXPECT_TRUE(has_issue(asset.warnings, Issue::Severity::warning, "ACCESSOR_WITHOUT_DATA", "/accessors/0"));
}

TEST(buffers, the_bin_chunk_is_the_first_buffer) {
  const SampleDocument sample = triangle_sample();
  EXPECT_TRUE(parse(sample.glb(), {}, ""));
  Json json = sample.json;
  json["buffers"] = {{{"byteLength", 36}}};
  const auto missing = parse(glb_of(json.dump(), {}), {}, "");
  ASSERT_FALSE(missing);
  EXPECT_TRUE(
      has_issue(missing.error().issues, Issue::Severity::error, "BUFFER_MISSING_GLB_DATA", "/buffers/0"));
  const auto small = parse(glb_of(json.dump(), {std::byte{0}}), {}, "");
  ASSERT_FALSE(small);
  EXPECT_TRUE(
      has_issue(small.error().issues, Issue::Severity::error, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
  std::vector<std::byte> padded = sample.bytes;
  padded.resize(padded.size() + 4);
  BINDPOSE_ASSERT(const auto large, parse(glb_of(json.dump(), padded), {}, ""));
  EXPECT_TRUE(has_issue(large.warnings, Issue::Severity::warning, "BUFFER_GLB_CHUNK_TOO_BIG", "/buffers/0"));
}

struct BufferFiles : testing::Test {
  BufferFiles() { fs::create_directories(folder_ / "inner"); }

  void write(const fs::path& name, const std::vector<std::byte>& bytes) {
    std::ofstream(folder_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  /// Loads a triangle whose buffer is this file.
  tl::expected<Asset, Refusal> load_with(const char* uri) {
    write("inner/a.gltf", as_bytes(triangle_with({{"byteLength", 36}, {"uri", uri}}).text()));
    return load(folder_ / "inner" / "a.gltf");
  }

  void expect_refused(const char* uri, const char* code, const char* pointer) {
    const auto asset = load_with(uri);
    ASSERT_FALSE(asset) << uri;
    EXPECT_TRUE(has_issue(asset.error().issues, Issue::Severity::error, code, pointer))
        << to_string(asset.error());
  }

  const TemporaryFolder temporary_;
  const fs::path& folder_ = temporary_.path();
};

TEST_F(BufferFiles, files_are_read_from_the_folder_of_the_document) {
  write("inner/my data.bin", triangle_sample().bytes);
  BINDPOSE_ASSERT(const auto asset, load_with("my%20data.bin"));
  EXPECT_EQ(asset.meshes[0].primitives[0].mesh.positions[1], Vec3<double>(1, 0, 0));
}

TEST_F(BufferFiles, missing_files_are_errors) {
  expect_refused("missing.bin", "IO_ERROR", "/buffers/0/uri");
  expect_refused(".", "URI_OUTSIDE_FOLDER", "/buffers/0/uri");
}

TEST_F(BufferFiles, short_files_are_errors) {
  write("inner/short.bin", {std::byte{1}});
  expect_refused("short.bin", "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0");
}

TEST_F(BufferFiles, files_outside_the_folder_are_not_opened) {
  write("outside.bin", triangle_sample().bytes);
  expect_refused("../outside.bin", "URI_OUTSIDE_FOLDER", "/buffers/0/uri");
  expect_refused("%2e%2e/outside.bin", "URI_OUTSIDE_FOLDER", "/buffers/0/uri");
  expect_refused((folder_ / "outside.bin").c_str(), "NON_RELATIVE_URI", "/buffers/0/uri");
  fs::create_symlink(folder_ / "outside.bin", folder_ / "inner" / "link.bin");
  expect_refused("link.bin", "URI_OUTSIDE_FOLDER", "/buffers/0/uri");
}

}  // namespace bindpose::gltf::buffers_test
