// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A mistake in GLSL is made on a device, and the judge sees it.
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/shaders.h"
#include "conformance/judge/judge.h"
#include "conformance/subjects/defect_subject.h"
#include "conformance/subjects/worker.h"

namespace bindpose::conformance {
namespace shader_mistakes_test {

/// Why a test fails; empty where it passes, or the program has no place for the mistake.
std::string failure(Subject& subject, const Case& c, const ArraySet& arrays, const Options& variant) {
  const auto answer = subject.run({c.algorithm, c.level, c.options, arrays}, variant);
  if (!answer && (answer.error().code == "NOT_APPLICABLE" || answer.error().code == "NOT_SUPPORTED"))
    return "";
  EXPECT_TRUE(answer || answer.error().code != "SHADER_COMPILE") << to_string(answer.error());
  if (!answer) return to_string(answer.error());
  const auto asked = asked_case(c);
  if (!asked) return "";
  const Verdict verdict = compare(asked->expectation, *answer);
  return verdict.outcome == Outcome::pass ? "" : verdict.detail;
}

/// The first smoke case that fails in one of its variants.
std::string first_failing(Subject& subject) {
  for (const Case& c : built_in_cases()) {
    if (!c.smoke || !c.algorithm->has_glsl) continue;
    const std::vector<Options> variants = subject.variants(*c.algorithm, c.level);
    if (variants.empty()) continue;
    const auto arrays = c.question();
    if (!arrays) continue;
    for (const Options& variant : variants)
      if (!failure(subject, c, *arrays, variant).empty()) return c.name;
  }
  return "";
}

class ShaderMistakesTest : public testing::TestWithParam<ShaderDefect> {};

TEST_P(ShaderMistakesTest, is_seen) {
  const auto spec = parse_subject("gpu:surfaceless?mistake=" + std::string(GetParam().id));
  const auto subject = start_worker(*spec, BINDPOSE_PROGRAM);
  ASSERT_TRUE(subject) << to_string(subject.error());
  EXPECT_NE(first_failing(**subject), "");
}

std::string name_of_test(const testing::TestParamInfo<ShaderDefect>& info) {
  std::string name(info.param.id);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, ShaderMistakesTest, testing::ValuesIn(shader_defects()), name_of_test);

TEST(ShaderMistakeTest, ids_are_of_one_kind_and_each_stands_once) {
  std::vector<std::string_view> ids;
  for (const ShaderDefect& defect : shader_defects()) {
    EXPECT_EQ(defect.id.substr(0, 7), "shader-");
    ids.push_back(defect.id);
  }
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

TEST(ShaderMistakeTest, what_has_no_place_for_it_is_left_alone) {
  EXPECT_FALSE(with_mistake(*find_shader_defect("shader-trace-only"), "void main() {}\n"));
  const auto twice = with_mistake(*find_shader_defect("shader-std140"),
                                  "palette[JOINT_ROWS * j] palette[JOINT_ROWS * j + 1u]");
  EXPECT_EQ(twice, "palette[4u * j] palette[4u * j + 1u]");
}

TEST(ShaderMistakeTest, a_device_is_not_asked_for_a_mistake_that_is_not_registered) {
  const auto subject = start_worker(*parse_subject("gpu:surfaceless?mistake=none"), BINDPOSE_PROGRAM);
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().code, "SUBJECT_SYNTAX");
}

}  // namespace shader_mistakes_test
}  // namespace bindpose::conformance
