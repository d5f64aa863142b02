// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cache/sha256.h"

#include <gtest/gtest.h>

#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::sha256_test {

TEST(Sha256Test, hashes_follow_the_standard) {
  EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Sha256Test, the_hash_of_a_file_equals_the_hash_of_its_bytes) {
  const TemporaryFolder folder;
  const std::string text(1000003, 'x');
  ASSERT_TRUE(write_file(folder.path() / "file", text));
  EXPECT_EQ(sha256_of_file(folder.path() / "file").value(), sha256_of(text));
  EXPECT_EQ(sha256_of_file(folder.path() / "none").error().code, "FILE_READ");
}

TEST(Sha256Test, parts_are_distinguished) {
  EXPECT_NE(Sha256().add("ab").add("c").name(), Sha256().add("a").add("bc").name());
  EXPECT_NE(Sha256().add("").name(), Sha256().name());
  EXPECT_EQ(Sha256().add("ab").add(std::size_t{3}).name(), Sha256().add("ab").add(std::size_t{3}).name());
}

}  // namespace bindpose::conformance::sha256_test
