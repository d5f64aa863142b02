// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/base64.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace base64_test {

TEST(Base64Test, the_examples_of_the_standard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xff\xbf"), "//+/");
}

TEST(Base64Test, numbers_as_they_lie_in_memory) {
  const std::vector<std::uint16_t> numbers = {0x0102, 0xffff};
  EXPECT_EQ(base64(std::span<const std::uint16_t>(numbers)), base64(std::string_view("\x02\x01\xff\xff", 4)));
}

TEST(Base64Test, bytes_of_hexadecimal_digits) {
  EXPECT_EQ(bytes_of_hexadecimal("00ff7a"), std::string_view("\x00\xff\x7a", 3));
}

}  // namespace base64_test
}  // namespace bindpose::conformance
