// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Seeds a defect into a device's GLSL; the judge must detect it.
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/defects/shaders.h"
#include "conformance/subjects/decodings.h"
#include "conformance/subjects/worker.h"
#include "conformance/testing/results.h"
#include "gpu/program/palette_binding.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::shader_defects_test {

/// True if any variant fails; variants whose programs cannot have the defect never fail.
bool fails(Subject& subject, const Case& c) {
  const std::vector<Options> variants = variants_to_ask(subject, c, RunExtent::smoke);
  if (variants.empty()) return false;
  const auto arrays = c.question();
  if (!arrays) return false;
  std::optional<AskedCase> asked;  // made late: expected outputs take longer than outputs
  for (const Options& variant : variants) {
    const auto answer = subject.run({c.algorithm, c.level, c.options, *arrays}, variant);
    if (!answer && (answer.error().code == "NOT_APPLICABLE" || answer.error().code == "NOT_SUPPORTED"))
      continue;
    EXPECT_TRUE(answer || answer.error().code != "SHADER_COMPILE") << to_string(answer.error());
    if (!answer) return true;
    if (!asked) asked = asked_case(c).value();
    if (compare(asked->expectation, *answer).outcome != Outcome::pass) return true;
  }
  return false;
}

/// The first smoke case, or case with packed weights, that fails; empty if none fails.
std::string first_failing(Subject& subject) {
  for (const Case& c : built_in_cases())
    if ((c.smoke || packed_form_of(c) != nullptr) && c.algorithm->has_glsl && fails(subject, c))
      return c.name;
  return "";
}

class ShaderDefectsTest : public testing::TestWithParam<ShaderDefect> {};

TEST_P(ShaderDefectsTest, is_seen) {
  const auto spec = parse_subject("gpu:surfaceless?defect=" + std::string(GetParam().id));
  BINDPOSE_ASSERT(const auto subject, start_worker(*spec, BINDPOSE_PROGRAM));
  EXPECT_NE(first_failing(*subject), "");
}

std::string name_of_test(const testing::TestParamInfo<ShaderDefect>& info) {
  std::string name(info.param.id);
  std::ranges::replace(name, '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, ShaderDefectsTest, testing::ValuesIn(shader_defects()), name_of_test);

TEST(ShaderDefectTest, defects_of_reading_joints_are_detected_for_any_binding) {
  for (const std::string_view palette : gpu::palette_binding_names)
    for (const char* defect : {"shader-std140", "shader-half-palette"}) {
      const auto spec = parse_subject(fmt::format("gpu:surfaceless?defect={}&palette={}", defect, palette));
      BINDPOSE_ASSERT(const auto subject, start_worker(*spec, BINDPOSE_PROGRAM));
      EXPECT_NE(first_failing(*subject), "") << defect << " " << palette;
    }
}

TEST(ShaderDefectTest, ids_have_one_form_and_are_unique) {
  std::vector<std::string_view> ids;
  for (const ShaderDefect& defect : shader_defects()) {
    EXPECT_EQ(defect.id.substr(0, 7), "shader-");
    ids.push_back(defect.id);
  }
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

TEST(ShaderDefectTest, a_program_without_code_for_a_defect_is_unchanged) {
  EXPECT_FALSE(with_defect(*find_shader_defect("shader-trace-only"), "void main() {}\n"));
  const auto twice = with_defect(*find_shader_defect("shader-std140"),
                                 "palette_row(int(JOINT_ROWS * j)) palette_row(int(JOINT_ROWS * j) + 1)");
  EXPECT_EQ(twice, "palette_row(int(4u * j)) palette_row(int(4u * j) + 1)");
}

TEST(ShaderDefectTest, an_unregistered_defect_opens_no_device) {
  const auto subject = start_worker(*parse_subject("gpu:surfaceless?defect=none"), BINDPOSE_PROGRAM);
  ASSERT_FALSE(subject);
  EXPECT_EQ(subject.error().code, "SUBJECT_SYNTAX");
}

TEST(ShaderDefectTest, a_defect_can_be_seeded_through_every_other_api) {
  for (const char* name :
       {"vulkan?defect=shader-std140", "opencl?defect=shader-std140", "webgl?defect=shader-std140",
        "webgpu?defect=shader-std140", "vulkan?defect=shader-steps-of-a-power",
        "opencl?defect=shader-steps-of-a-power", "opencl?defect=shader-last-weight-left-out"}) {
    const auto subject = start_worker(*parse_subject(name), BINDPOSE_PROGRAM);
    if (!subject && subject.error().code == "LIBRARY_MISSING") continue;
    ASSERT_TRUE(subject) << to_string(subject.error());
    EXPECT_NE(first_failing(**subject), "") << name;
  }
}

/// Every packed form and every capture that decodes it must pass, and none may be left out.
TEST(ShaderDefectTest, weights_are_decoded_through_every_api) {
  for (const char* name : {"gpu:surfaceless", "gpu:surfaceless?api=gles", "vulkan", "opencl"}) {
    const auto subject = start_worker(*parse_subject(name), BINDPOSE_PROGRAM);
    if (!subject && subject.error().code == "LIBRARY_MISSING") continue;
    ASSERT_TRUE(subject) << to_string(subject.error());
    std::size_t asked = 0;
    for (const Case& c : built_in_cases())
      for (const Options& variant : decodings(**subject, c)) {
        const AskedCase by_reference = asked_case(c).value();
        const auto answer = (*subject)->run(by_reference.question, variant);
        ASSERT_TRUE(answer) << name << " " << c.name << ": " << to_string(answer.error());
        EXPECT_EQ(compare(by_reference.expectation, *answer).outcome, Outcome::pass)
            << name << " " << c.name << " " << variant.at("vertices");
        ++asked;
      }
    EXPECT_GE(asked, 10U) << name;
  }
}

TEST(ShaderDefectTest, a_defect_can_be_judged_on_the_best_device) {
  const TemporaryFolder folder;
  expect_ended(
      run_in(folder.path(), BINDPOSE_PROGRAM
             " test --subject defect:shader-std140 --filter 'skinning.linear_blend.bar.posed.direction.*'"),
      1, {"defect:shader-std140"});
}

}  // namespace bindpose::conformance::shader_defects_test
