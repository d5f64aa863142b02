// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A judge that may open too few files says so, and blames no subject.
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace shortage_test {

const std::string judge = BINDPOSE_PROGRAM " test --subject 'cmd:python3 " BINDPOSE_CONFORMANCE
                                           "/course/python/subject.py --exercises solution' --filter "
                                           "'skinning.linear_blend.bar.posed.direction.palette.f32'";

TEST(ShortageTest, too_few_descriptors_are_the_judges_error) {
  const TemporaryFolder folder;
  for (const char* limit : {"8", "12", "16", "40"}) {
    const Ran ran = run_in(folder, std::string("ulimit -n ") + limit + "; exec " + judge);
    expect_ended(ran, 2);
    EXPECT_FALSE(has(ran.out, "crash")) << limit;
  }
  expect_ended(run_in(folder, "ulimit -n 64; exec " + judge), 0);
}

/// The judge's caller may ignore the end of its children and hold any descriptor open.
TEST(ShortageTest, what_the_caller_leaves_open_or_ignores_changes_nothing) {
  const TemporaryFolder folder;
  const auto sandbox_in = [](const std::string& text) {
    const std::size_t at = std::min(text.find("runs in: "), text.size());
    return text.substr(at, text.find('\n', at) - at);
  };
  const Ran plain = run_in(folder, "exec " + judge);
  const Ran ignoring = run_in(folder, "exec 9</ 5<.; exec env --ignore-signal=CHLD " + judge);
  expect_ended(ignoring, 0);
  EXPECT_NE(sandbox_in(plain.out), "") << plain.out;
  EXPECT_EQ(sandbox_in(ignoring.out), sandbox_in(plain.out));
}

}  // namespace shortage_test
}  // namespace bindpose::conformance
