// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/subjects/sandbox/confinement.h"

#include <cstring>

#include <gtest/gtest.h>

namespace bindpose::conformance::confinement_test {

TEST(Confinement, a_confinement_arrives_as_it_was_sent) {
  std::string every_byte;
  for (int byte = 1; byte < 256; ++byte)
    every_byte += static_cast<char>(byte);
  Confinement sent;
  sent.command = {
      "/class/b\xE9"
      "a/run",
      every_byte, "cyd \xC3\xA9"};
  sent.directory = sent.scratch = sent.group =
      "/class/b\xE9"
      "a";
  sent.written = sent.seen = sent.listed = sent.command;
  sent.environment["NAME"] = every_byte;
  sent.memory = 7;
  sent.filtered = sent.files_restricted = true;
  sent.user = 0x7000'0001;
  const auto arrived = confinement_from(to_text(sent));
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->command, sent.command);
  EXPECT_EQ(arrived->directory, sent.directory);
  EXPECT_EQ(arrived->written, sent.written);
  EXPECT_EQ(arrived->seen, sent.seen);
  EXPECT_EQ(arrived->listed, sent.listed);
  EXPECT_EQ(arrived->scratch, sent.scratch);
  EXPECT_EQ(arrived->group, sent.group);
  EXPECT_EQ(arrived->environment, sent.environment);
  EXPECT_EQ(arrived->memory, 7U);
  EXPECT_TRUE(arrived->filtered);
  EXPECT_TRUE(arrived->files_restricted);
  EXPECT_EQ(arrived->user, sent.user);
}

TEST(Confinement, invalid_values_are_refused) {
  for (const char* text : {"", "nothing", "[]", "{}", "{\"command\": []}"})
    EXPECT_FALSE(confinement_from(text)) << text;
  Confinement sent;
  sent.command = {"true"};
  const std::string good = to_text(sent);
  ASSERT_TRUE(confinement_from(good));
  // Conversions of out-of-range numbers are undefined.
  for (const char* number : {"1e300", "-1", "0.5", "\"0\"", "null", "true"}) {
    std::string text = good;
    text.replace(text.find("\"memory\":0"), std::strlen("\"memory\":0"), std::string("\"memory\":") + number);
    EXPECT_FALSE(confinement_from(text)) << text;
  }
  EXPECT_TRUE(ending_from(R"({"code": -1, "last_words": "", "reason": "exit"})"));
  EXPECT_FALSE(ending_from(R"({"code": 1e300, "last_words": "", "reason": "exit"})"));
}

}  // namespace bindpose::conformance::confinement_test
