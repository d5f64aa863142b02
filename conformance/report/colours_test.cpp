// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/colours.h"

#include <gtest/gtest.h>

namespace bindpose::conformance {
namespace colours_test {

TEST(Colours, what_is_right_is_green_and_what_is_wrong_red) {
  EXPECT_EQ(
      coloured("gpu on this\n  verdicts  12 pass  0 fail  3 crash  4 not-supported\n"),
      "gpu on this\n  verdicts  \x1b[32m12 pass\x1b[0m  0 fail  \x1b[31m3 crash\x1b[0m  4 not-supported\n");
  EXPECT_EQ(coloured("  fail            a.b/c/d\n                  its words fail here\n"),
            "  \x1b[31mfail\x1b[0m            a.b/c/d\n                  its words fail here\n");
  EXPECT_EQ(coloured("  worst      0.499 of the bound\n  skipped         a.b\n"),
            "  worst      0.499 of the bound\n  skipped         a.b\n");
}

TEST(Colours, a_file_has_none) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_FALSE(wants_colours(file));
  std::fclose(file);
}

}  // namespace colours_test
}  // namespace bindpose::conformance
