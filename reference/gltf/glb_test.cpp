// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/glb.h"

#include <gtest/gtest.h>

#include "reference/gltf/sample_document.h"

namespace bindpose::gltf::glb_test {

using Bytes = std::vector<std::byte>;

constexpr std::uint32_t kJson = 0x4E4F534A;
constexpr std::uint32_t kBin = 0x004E4942;

void put(Bytes& bytes, std::size_t offset, std::uint32_t value) {
  for (std::size_t i = 0; i < 4; ++i)
    bytes[offset + i] = static_cast<std::byte>((value >> (8 * i)) & 0xff);
}

/// A GLB with chunks of these types, each of `length` bytes.
Bytes glb_with(const std::vector<std::uint32_t>& types, std::uint32_t length = 4) {
  Bytes bytes = as_bytes("glTF");
  bytes.resize(12);
  put(bytes, 4, 2);
  for (const std::uint32_t type : types) {
    const std::size_t header = bytes.size();
    bytes.resize(header + 8 + length, std::byte{' '});
    put(bytes, header, length);
    put(bytes, header + 4, type);
  }
  put(bytes, 8, static_cast<std::uint32_t>(bytes.size()));
  return bytes;
}

void expect_error(const Bytes& bytes, const std::string& code, const std::string& pointer) {
  IssueLog log;
  split_glb(bytes, log);
  EXPECT_TRUE(has_issue(log.all(), Issue::Severity::error, code, pointer)) << code << pointer << "\n"
                                                                           << listed(log.all());
}

TEST(glb, both_chunks_are_found) {
  IssueLog log;
  const Bytes bytes = glb_of("{}", {std::byte{1}, std::byte{2}});
  const Container container = split_glb(bytes, log);
  EXPECT_TRUE(log.all().empty()) << listed(log.all());
  EXPECT_TRUE(container.is_glb);
  EXPECT_EQ(container.json, "{}  ");
  ASSERT_TRUE(container.bin);
  EXPECT_EQ(container.bin->size(), 4U);
}

TEST(glb, the_bin_chunk_is_optional) {
  IssueLog log;
  const Container container = split_glb(glb_with({kJson}), log);
  EXPECT_TRUE(log.all().empty());
  EXPECT_FALSE(container.bin);
}

/// A GLB of one chunk with this number at this byte, and with some extra bytes.
Bytes with_number(std::size_t offset, std::uint32_t value, std::size_t more = 0) {
  Bytes bytes = glb_with({kJson});
  bytes.resize(bytes.size() + more);
  put(bytes, offset, value);
  return bytes;
}

TEST(glb, errors_of_broken_files_have_a_code_and_a_place) {
  Bytes wrong_magic = glb_with({kJson}), no_chunk = glb_with({});
  wrong_magic[0] = std::byte{'x'};
  put(no_chunk, 8, 0);
  expect_error(as_bytes("glTF\2"), "GLB_UNEXPECTED_END_OF_HEADER", "@5");
  expect_error({}, "GLB_UNEXPECTED_END_OF_HEADER", "@0");
  expect_error(wrong_magic, "GLB_INVALID_MAGIC", "@0");
  expect_error(with_number(4, 1), "GLB_INVALID_VERSION", "@4");
  expect_error(no_chunk, "GLB_LENGTH_TOO_SMALL", "@8");
  expect_error(no_chunk, "GLB_LENGTH_MISMATCH", "@12");
  expect_error(with_number(8, 100), "GLB_LENGTH_MISMATCH", "@24");
  expect_error(glb_with({kJson}, 3), "GLB_CHUNK_LENGTH_UNALIGNED", "@12");
  expect_error(with_number(8, 20), "GLB_CHUNK_TOO_BIG", "@12");
  expect_error(glb_with({kJson}, 0), "GLB_EMPTY_CHUNK", "@12");
  expect_error(glb_with({kJson, kJson}), "GLB_DUPLICATE_CHUNK", "@24");
  expect_error(glb_with({kJson, kBin, kBin}), "GLB_DUPLICATE_CHUNK", "@36");
  expect_error(with_number(8, 100, 5), "GLB_UNEXPECTED_END_OF_CHUNK_HEADER", "@29");
  expect_error(with_number(12, 0xFFFFFFFC), "GLB_UNEXPECTED_END_OF_CHUNK_DATA", "@24");
  expect_error(glb_with({kBin}), "GLB_UNEXPECTED_FIRST_CHUNK", "@12");
}

TEST(glb, bytes_after_the_declared_length_are_ignored) {
  Bytes bytes = glb_with({kJson});
  bytes.resize(bytes.size() + 3);
  IssueLog log;
  const Container container = split_glb(bytes, log);
  EXPECT_FALSE(log.has_errors());
  EXPECT_TRUE(has_issue(log.all(), Issue::Severity::warning, "GLB_EXTRA_DATA", "@24"));
  EXPECT_TRUE(container.json);
}

TEST(glb, a_late_bin_chunk_is_refused) {
  const Bytes bytes = glb_with({kJson, 0x12345678, kBin});
  expect_error(bytes, "GLB_UNEXPECTED_BIN_CHUNK", "@36");
  IssueLog log;
  split_glb(bytes, log);
  EXPECT_TRUE(has_issue(log.all(), Issue::Severity::warning, "GLB_UNKNOWN_CHUNK_TYPE", "@24"));
}

TEST(glb, a_glb_is_detected_by_its_name_or_its_first_byte) {
  IssueLog log;
  const Bytes glb = glb_with({kJson});
  const Bytes text = as_bytes("{}");
  EXPECT_TRUE(open_container(glb, "", log).is_glb);
  EXPECT_TRUE(open_container(glb, "a.GLB", log).is_glb);
  EXPECT_FALSE(open_container(glb, "a.gltf", log).is_glb);
  EXPECT_FALSE(open_container(text, "", log).is_glb);
  EXPECT_FALSE(log.has_errors());
  EXPECT_TRUE(open_container(text, "a.glb", log).is_glb);
  EXPECT_TRUE(log.has_errors());
}

}  // namespace bindpose::gltf::glb_test
