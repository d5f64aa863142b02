// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/text.h"

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace text_test {

TEST(Xml, good_text_stays) {
  for (const std::string_view text :
       {"", "plain", "tab\tand\nline", "Gelenk \xC3\xB6 \xE2\x82\xAC \xF0\x9F\x98\x80"})
    EXPECT_EQ(shown_text(text), text);
}

TEST(Xml, bytes_that_are_no_utf8_are_replaced) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(shown_text("a\xFFz"), "a" + r + "z");
  EXPECT_EQ(shown_text("\xC3"), r);                          // cut short
  EXPECT_EQ(shown_text("\xC0\xAF"), r + r);                  // overlong '/'
  EXPECT_EQ(shown_text("\xE0\x80\xAF"), r + r + r);          // overlong, three bytes
  EXPECT_EQ(shown_text("\xED\xA0\x80"), r + r + r);          // a surrogate
  EXPECT_EQ(shown_text("\xF4\x90\x80\x80"), r + r + r + r);  // beyond U+10FFFF
  EXPECT_EQ(shown_text("\xE2\x82"
                       "x"),
            r + r + "x");
}

TEST(Xml, control_characters_are_left_out) {
  EXPECT_EQ(shown_text(std::string_view("a\0b\x1b[31mc\x7f", 10)), "ab[31mc");
  EXPECT_EQ(shown_text("\xC2\x9B"
                       "31m"),
            "31m");                                         // C1: the one-byte form of ESC [
  EXPECT_EQ(shown_text("\xEF\xBF\xBE!\xEF\xBF\xBF"), "!");  // U+FFFE, U+FFFF
  EXPECT_EQ(shown_text("a\r\nb\rc\r"), "a\nb\nc\n");
}

TEST(Xml, lines_of_others_stand_behind_a_bar) {
  EXPECT_EQ(quoted_text("its last words:\n::error::owned\n  fail  a.b\x1b[2J\xE2\x80\xAE"),
            "its last words:\n  | ::error::owned\n  |   fail  a.b[2J[U+202E]");
}

TEST(Xml, markup_is_escaped) {
  EXPECT_EQ(xml_text("<a href=\"x\">'&'</a> ]]>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; ]]&gt;");
}

TEST(FileName, a_long_one_is_cut_and_stays_its_own) {
  EXPECT_EQ(file_name("a.case/gpu/default"), "a.case.gpu.default");
  const std::string beginning(200, 'a'), end(200, 'z');
  const std::string cut = file_name(beginning + "1" + end), other = file_name(beginning + "2" + end);
  EXPECT_LE(cut.size(), 230U);
  EXPECT_NE(cut, other);
  EXPECT_EQ(cut.substr(0, 100), beginning.substr(0, 100));
  EXPECT_EQ(cut.substr(cut.size() - 100), end.substr(0, 100));
}

}  // namespace text_test
}  // namespace bindpose::conformance
