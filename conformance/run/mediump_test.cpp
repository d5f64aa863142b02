// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A shader that computes in half precision is judged as one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/judge.h"
#include "gpu/backends/open.h"
#include "gpu/capture/skinner.h"

namespace bindpose::conformance {
namespace mediump_test {

/// OpenGL ES's mediump: Mesa computes it in half precision. Accepted, it passes where half precision decides every
/// number; if it does not (the sign of a small determinant) its bound explains nothing, and it fails.
TEST(MediumpTest, passes_where_it_is_accepted_and_decides) {
  const auto device = gpu::open_backend(*gpu::parse_device("surfaceless", "gles"));
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  gpu::Skinner skinner(*device->backend);
  skinner.settings.precision = "mediump";
  std::size_t lowered = 0;
  for (const Case& c : built_in_cases()) {
    if (!matches_glob(c.name, "skinning.linear_blend.bar.*.palette.f32")) continue;
    const Question question{c.algorithm, c.level, c.options, *c.question()};
    const auto answer = skinner.run(*c.algorithm, question.arrays, question.options, {});
    ASSERT_TRUE(answer) << to_string(answer.error());
    const Expectation expectation = *expect(question);
    const Verdict unasked = judge(question, expectation, Answer{*answer, {}, 0});
    const Verdict verdict =
        judge(question, expectation, Answer{*answer, {}, 0}, {*find_precision_class("mediump")});
    const bool vanishes =
        c.name.find(".bar.tiny.") != std::string::npos;  // squares of a thousandth do in binary16
    EXPECT_TRUE(verdict.outcome == Outcome::pass || vanishes || c.options.at("normal_rule") != "direction")
        << c.name << ": " << verdict.detail;
    if (!is_on_terms(verdict)) continue;
    EXPECT_EQ(unasked.outcome, Outcome::fail) << c.name;
    EXPECT_FALSE(unasked.precision_class.empty()) << c.name << ": " << unasked.detail;
    if (++lowered == 1) fmt::print("  {}: {}\n", c.name, verdict.detail);
  }
  if (device->backend->info().software_name == "llvmpipe") {
    EXPECT_GT(lowered, 0U) << "llvmpipe lowers mediump to half precision";
  }
}

}  // namespace mediump_test
}  // namespace bindpose::conformance
