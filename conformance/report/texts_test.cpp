// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "conformance/report/device_table.h"
#include "conformance/report/markdown.h"
#include "conformance/report/text.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::texts_test {

TEST(Xml, valid_text_is_unchanged) {
  for (const std::string_view text :
       {"", "plain", "tab\tand\nline", "Gelenk \xC3\xB6 \xE2\x82\xAC \xF0\x9F\x98\x80"})
    EXPECT_EQ(shown_text(text), text);
}

TEST(Xml, bytes_that_are_not_utf8_are_replaced) {
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

TEST(Xml, control_characters_are_removed) {
  EXPECT_EQ(shown_text(std::string_view("a\0b\x1b[31mc\x7f", 10)), "ab[31mc");
  EXPECT_EQ(shown_text("\xC2\x9B"
                       "31m"),
            "31m");                                         // C1: the one-byte form of ESC [
  EXPECT_EQ(shown_text("\xEF\xBF\xBE!\xEF\xBF\xBF"), "!");  // U+FFFE, U+FFFF
  EXPECT_EQ(shown_text("a\r\nb\rc\r"), "a\nb\nc\n");
}

TEST(Xml, commands_to_a_ci_runner_are_escaped) {
  EXPECT_EQ(shown_text("::stop-commands::x ::error::y\n\t::set-output name=a::b std::vector a::b : :"),
            "\\::stop-commands::x \\::error::y\n\t\\::set-output name=a::b std::vector a::b : :");
  EXPECT_EQ(shown_text("##vso[task.complete] x##[error]y ##teamcity[z] #[a] ## [b](c) #x##1[d]"),
            "##vso\\[task.complete] x##\\[error]y ##teamcity\\[z] #[a] ## [b](c) #x##1\\[d]");
  EXPECT_EQ(shown_text(shown_text("::a ##b[")), shown_text("::a ##b[")) << "nothing is escaped twice";
}

TEST(Xml, foreign_lines_begin_with_a_bar) {
  EXPECT_EQ(quoted_text("its last words:\n::error::owned\n  fail  a.b\x1b[2J\xE2\x80\xAE"),
            "its last words:\n  | \\::error::owned\n  |   fail  a.b[2J[U+202E]");
}

TEST(Counted, a_number_has_the_plural_of_its_noun) {
  EXPECT_EQ(counted(1, "vertex") + counted(0, "vertex") + counted(2, "joint"), "1 vertex0 vertices2 joints");
}

TEST(Xml, markup_is_escaped) {
  EXPECT_EQ(xml_text("<a href=\"x\">'&'</a> ]]>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt; ]]&gt;");
}

TEST(TestName, a_glob_matches_one_test_of_any_subject) {
  EXPECT_EQ(glob_of_test("a.b.f32/gpu/compute.ubo"), "a.b.f32/*/compute.ubo");
  EXPECT_EQ(glob_of_test("a.b.f32/cmd-x/default"), "a.b.f32");
  EXPECT_EQ(glob_of_test("a.b.f32"), "a.b.f32");
  EXPECT_EQ(glob_of_test("a.b.f32/compute.ubo"), "a.b.f32/*/compute.ubo") << "two subjects are compared";
  EXPECT_EQ(glob_of_test("a.b.f32/default"), "a.b.f32");
}

TEST(FileName, a_long_file_name_is_cut_and_stays_unique) {
  EXPECT_EQ(file_name("a.case/gpu/default"), "a.case.gpu.default");
  const std::string beginning(200, 'a'), end(200, 'z');
  const std::string cut = file_name(beginning + "1" + end), other = file_name(beginning + "2" + end);
  EXPECT_LE(cut.size(), 230U);
  EXPECT_NE(cut, other);
  EXPECT_EQ(cut.substr(0, 100), beginning.substr(0, 100));
  EXPECT_EQ(cut.substr(cut.size() - 100), end.substr(0, 100));
}

TEST(WrappedCommand, an_apostrophe_in_quotes_does_not_split_a_word) {
  const std::vector<std::string> lines = {"a --name 'it'\\''s a b' \\", "  --times 2"};
  EXPECT_EQ(wrapped_command("a --name 'it'\\''s a b' --times 2", 24), lines);
}

TEST(PageTest, tables_are_aligned_in_columns) {
  EXPECT_EQ(
      readable(
          "# Title\n\nText | text.\n\n<!-- arrays -->\n| a | long |\n| --- | --- |\n| `xyz` | (C \\| t) |\n"
          "<!-- /arrays -->\n\nMore.\n",
          80),
      "\nText | text.\n\n"
      "a      long\n"
      "-----  -------\n"
      "`xyz`  (C | t)\n"
      "\nMore.\n");
}

TEST(PageTest, links_become_their_text_and_web_addresses) {
  EXPECT_EQ(
      readable("# T\nSee [slerp](slerp.md), [the\nformat](https://a.b/c).\n- [a](b.md)\n| [c](d.md) |\n", 80),
      "See slerp, the format (https://a.b/c).\n- a\nc\n");
}

TEST(PageTest, a_table_at_the_end_may_lack_cells) {
  EXPECT_EQ(readable("# T\n| a | b |\n| c |\n", 80), "a  b\nc\n");
}

TEST(PageTest, a_table_that_is_too_wide_becomes_a_list) {
  EXPECT_EQ(readable("# T\n| name | meaning |\n| --- | --- |\n| `x` | one two three |\n", 16),
            "- `x`\n"
            "    meaning:\n"
            "      one two\n"
            "      three\n");
}

TEST(PageTest, long_lines_continue_below_their_first_word) {
  EXPECT_EQ(readable("# T\n  sum   a + b + c + d\n", 16),
            "  sum   a + b +\n"
            "        c + d\n");
}

/// Columns of the longest line.
std::size_t width_of(const std::string& text) {
  std::istringstream lines(text);
  std::size_t width = 0;
  for (std::string line; std::getline(lines, line);)
    width = std::max(width, line.size());
  return width;
}

const SubjectInfo long_names = {
    {"renderer",
     "ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)"},
    {"version", "WebGL 2.0 (OpenGL ES 3.0 Chromium) HeadlessChrome/156.0.8078.108"},
    {"software", "SwiftShader"}};

TEST(DeviceTableTest, a_row_shows_the_device_or_why_it_is_unusable) {
  DeviceTable table(100);
  EXPECT_EQ(table.row("gpu:osmesa", SubjectInfo{{"renderer", "toy\x1b[2J"}, {"version", "4.5"}}).substr(25),
            "toy\\x1b[2J" + std::string(24, ' ') + "4.5\n");
  EXPECT_TRUE(has(table.row("a", SubjectInfo{{"software", "llvmpipe"}}), "[software]"));
  const std::string refused = table.row("a", Error{"CONTEXT_REFUSED", "EGL", "says no"});
  EXPECT_TRUE(has(refused, {"cannot be used", "CONTEXT_REFUSED"}));
  EXPECT_FALSE(table.is_shortened());
}

TEST(DeviceTableTest, lines_take_80_to_100_columns) {
  EXPECT_EQ(device_table_width(0), 100U);
  EXPECT_EQ(device_table_width(40), 80U);
  EXPECT_EQ(device_table_width(93), 93U);
  EXPECT_EQ(device_table_width(300), 100U);
  const Error error{
      "LIBRARY_MISSING", "libcuda.so.1",
      "libcuda.so.1: cannot open shared object file: No such file or directory, says the loader"};
  for (const std::size_t width : {80U, 93U, 100U}) {
    DeviceTable table(width);
    const std::string row = table.row("webgl", long_names);
    EXPECT_EQ(row.size(), width + 1) << row;
    EXPECT_TRUE(has(row, "... [software]\n"));
    EXPECT_TRUE(table.is_shortened());
    for (const std::string& text : {table.head(), table.row("gpu:device:0", error), table.missing(error)}) {
      EXPECT_LE(width_of(text), width) << text;
      EXPECT_EQ(text.back(), '\n');
    }
    EXPECT_TRUE(has(table.missing(error), "\n  ")) << "the next line is indented";
  }
}

TEST(DeviceTableTest, descriptions_of_mesa_are_not_shortened_in_100_columns) {
  DeviceTable table(100);
  const std::string row =
      table.row("gpu:surfaceless?api=gles", {{"renderer", "llvmpipe (LLVM 15.0.6, 256 bits)"},
                                             {"version", "4.5 (Core Profile) Mesa 22.3.6"},
                                             {"software", "llvmpipe"}});
  EXPECT_FALSE(table.is_shortened()) << row;
  EXPECT_LE(row.size(), 101U);
}

TEST(DeviceTableTest, subjects_and_characters_are_never_cut) {
  DeviceTable table(80);
  const std::string name = "gpu:device:0?api=gles&name=of-some-unknown-gpu";
  EXPECT_EQ(table.row(name, long_names).find(name + " "), 0U);
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += "\xC3\xA4";
  const std::string row = table.row("a", SubjectInfo{{"renderer", many}});
  EXPECT_FALSE(has(row, "\xC3."));
}

}  // namespace bindpose::conformance::texts_test
