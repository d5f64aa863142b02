// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/io/base64.h"

#include <gtest/gtest.h>

namespace bindpose::base64_test {

constexpr std::pair<std::string_view, std::string_view> of_the_rfc[] = {
    {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};

TEST(base64, examples_of_the_rfc_are_encoded_and_decoded) {
  for (const auto& [bytes, text] : of_the_rfc) {
    EXPECT_EQ(base64(bytes), text);
    const auto back = base64_decoded(text);
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(back->data()), back->size()), bytes);
  }
}

TEST(base64, all_bytes_survive_a_round_trip) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 256; ++i)
    bytes.push_back(static_cast<std::byte>(i));
  EXPECT_EQ(base64_decoded(base64(bytes)), bytes);
}

TEST(base64, invalid_text_is_refused) {
  for (const char* wrong : {"A", "AA=", "AA===", "A*==", "AA==AA=="})
    EXPECT_FALSE(base64_decoded(wrong)) << wrong;
}

}  // namespace bindpose::base64_test
