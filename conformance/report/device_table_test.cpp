// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/device_table.h"

#include <algorithm>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace device_table_test {

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

TEST(DeviceTableTest, a_row_says_what_computes_or_why_it_cannot_be_used) {
  DeviceTable table(100);
  EXPECT_EQ(table.row("gpu:osmesa", SubjectInfo{{"renderer", "toy\x1b[2J"}, {"version", "4.5"}}).substr(25),
            "toy\\x1b[2J" + std::string(24, ' ') + "4.5\n");
  EXPECT_TRUE(has(table.row("a", SubjectInfo{{"software", "llvmpipe"}}), "[software]"));
  const std::string refused = table.row("a", Error{"CONTEXT_REFUSED", "EGL", "says no"});
  EXPECT_TRUE(has(refused, {"cannot be used", "CONTEXT_REFUSED"}));
  EXPECT_FALSE(table.is_shortened());
}

TEST(DeviceTableTest, lines_fit_the_terminal_from_80_columns_on_and_never_take_more_than_100) {
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
    EXPECT_TRUE(has(table.missing(error), "\n  ")) << "goes on behind blanks";
  }
}

TEST(DeviceTableTest, what_mesa_says_is_not_shortened_in_100_columns) {
  DeviceTable table(100);
  const std::string row =
      table.row("gpu:surfaceless?api=gles", {{"renderer", "llvmpipe (LLVM 15.0.6, 256 bits)"},
                                             {"version", "4.5 (Core Profile) Mesa 22.3.6"},
                                             {"software", "llvmpipe"}});
  EXPECT_FALSE(table.is_shortened()) << row;
  EXPECT_LE(row.size(), 101U);
}

TEST(DeviceTableTest, a_subject_is_never_shortened_nor_a_character_cut) {
  DeviceTable table(80);
  const std::string name = "gpu:device:0?api=gles&name=of-whoever-it-is";
  EXPECT_EQ(table.row(name, long_names).find(name + " "), 0U);
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += "\xC3\xA4";
  const std::string row = table.row("a", SubjectInfo{{"renderer", many}});
  EXPECT_FALSE(has(row, "\xC3."));
}

}  // namespace device_table_test
}  // namespace bindpose::conformance
