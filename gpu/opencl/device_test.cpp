// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The device is the best, or the one of the number in the environment variable BINDPOSE_TEST_DEVICE.
#include "gpu/opencl/device.h"

#include <cstdlib>
#include <map>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/device/card.h"
#include "gpu/opencl/library.h"
#include "gpu/opencl/probe.h"
#include "gpu/opencl/self_check.h"
#include "gpu/opencl/skinner.h"

namespace bindpose::gpu {
namespace opencl_device_test {

constexpr double generous = 1e-5;

TEST(OpenClNames, a_device_is_asked_for_by_number_or_not_at_all) {
  EXPECT_EQ(to_string(parse_numbered_device(Api::opencl, "").value()), "opencl");
  EXPECT_EQ(to_string(parse_numbered_device(Api::opencl, "12").value()), "opencl:12");
  for (const char* wrong : {"best", "-1", "1x", "device:0", "99999999999"})
    EXPECT_EQ(parse_numbered_device(Api::opencl, wrong).error().code, "DEVICE_SYNTAX") << wrong;
}

TEST(OpenClNames, results_are_called_as_opencl_does) {
  EXPECT_TRUE(check_result(CL_SUCCESS, "clFinish"));
  const Error resources = check_result(CL_OUT_OF_RESOURCES, "clFinish").error();
  EXPECT_EQ(to_string(resources), to_string(Error{"OPENCL_ERROR", "clFinish", "CL_OUT_OF_RESOURCES"}));
  EXPECT_EQ(check_result(CL_DEVICE_NOT_AVAILABLE, "clFinish").error().code, "DEVICE_LOST");
  EXPECT_EQ(check_result(-4711, "clFinish").error().message, "result -4711");
}

TEST(OpenClKernels, every_body_is_written_as_a_kernel) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    for (const Contraction contraction : {Contraction::off, Contraction::on}) {
      const auto kernels = sample_kernels(algorithm, contraction);
      ASSERT_TRUE(kernels) << algorithm.path() << ": " << to_string(kernels.error());
      EXPECT_FALSE(kernels->empty()) << algorithm.path();
    }
  }
}

class OpenClTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* chosen = std::getenv("BINDPOSE_TEST_DEVICE");
    auto device = OpenClDevice::open(
        parse_numbered_device(Api::opencl, chosen != nullptr ? chosen : "").value_or(DeviceRequest{}));
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    skinner_ = std::make_unique<OpenClSkinner>(*device_);
  }

  OpenClSkinner& skinner() { return *skinner_; }
  OpenClDevice& device() { return *device_; }
  const DeviceInfo& info() const { return device_->info(); }

  Error error_of(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
  Error fault() { return error_of(random_question({100, 4, 5, true, true}), computed); }

  const Variant computed{"", "ubo", "compute"};

 private:
  std::unique_ptr<OpenClDevice> device_;
  std::unique_ptr<OpenClSkinner> skinner_;
};

TEST_F(OpenClTest, says_who_it_is) {
  EXPECT_EQ(info().opened.api, Api::opencl);
  EXPECT_EQ(info().version.rfind("OpenCL ", 0), 0U) << info().version;
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_EQ(info().software, !info().software_name.empty());
  EXPECT_GE(info().limit("MAX_UNIFORM_BLOCK_SIZE"), 65536);
  EXPECT_GE(info().limit("MAX_COMPUTE_SHADER_STORAGE_BLOCKS"), 128);
}

TEST_F(OpenClTest, passes_its_self_test) {
  const auto verdict = self_check(device());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST_F(OpenClTest, one_that_is_not_there_is_unavailable) {
  const auto other = OpenClDevice::open({Platform::device, 99, Api::opencl});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "DEVICE_UNAVAILABLE");
  EXPECT_EQ(other.error().where, "opencl:99");
}

TEST_F(OpenClTest, every_variant_of_blending_in_parts) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  for (const Contraction contraction : {Contraction::off, Contraction::on})
    for (const Variant& variant : variants(lbs())) {
      if (!OpenClSkinner::delivers(variant) || variant.formulation == "implicit-last-weight") continue;
      skinner().contraction = contraction;
      skinner().hooks.part_vertices = 300;
      const auto answer = skinner().run(lbs(), question, {}, variant);
      ASSERT_TRUE(answer) << to_string(answer.error());
      EXPECT_LE(difference(*answer, plain_answer(question)), generous) << variant.formulation;
    }
}

TEST_F(OpenClTest, a_kernel_is_compiled_once) {
  for (const std::size_t vertices : {10U, 20U})
    EXPECT_EQ(error_of(random_question({vertices, 4, 5, true, true}), computed).code, "no error");
  EXPECT_EQ(skinner().program_count(), 1U);
}

TEST_F(OpenClTest, no_vertices_are_no_question_for_the_device) {
  const auto answer = skinner().run(lbs(), random_question({0, 4, 5, true, true}), {}, computed);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->find("positions")->shape, (Shape{0, 3}));
}

TEST_F(OpenClTest, what_kernels_are_not_given_is_not_supported) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  for (const Variant& variant : {Variant{"", "texture", "compute"}, Variant{"", "ubo", "transform-feedback"},
                                 Variant{"", "ubo", "compute", "", "texture"}})
    EXPECT_EQ(error_of(question, variant).code, "NOT_SUPPORTED");
}

TEST_F(OpenClTest, a_vertex_that_is_skipped_is_caught_by_the_poison) {
  EXPECT_EQ(fault().code, "no error");
  skinner().hooks.extra_drawn = -1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_EQ(fault().where, "vertex 99");
  skinner().hooks = {};
  EXPECT_EQ(fault().code, "no error");
}

TEST_F(OpenClTest, what_is_written_past_the_end_is_caught_by_the_guard) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_NE(fault().message.find("guard after"), std::string::npos) << fault().message;
}

TEST_F(OpenClTest, a_body_that_no_kernel_expresses_says_what_is_missing) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  rest.x = tan(rest.x);\n  return rest;\n}";
  EXPECT_EQ(fault().code, "NOT_SUPPORTED");
  EXPECT_EQ(fault().message, "the shader has function 15 of GLSL.std.450");
}

TEST_F(OpenClTest, contraction_shows_in_the_kernel_alone) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  const auto without = skinner().kernel_source(lbs(), question, {}, computed);
  skinner().contraction = Contraction::on;
  const auto with = skinner().kernel_source(lbs(), question, {}, computed);
  ASSERT_TRUE(without && with);
  EXPECT_EQ(without->find("fma("), std::string::npos);
  EXPECT_NE(with->find("fma("), std::string::npos);
}

TEST_F(OpenClTest, has_a_card_that_tells_whether_kernels_are_contracted) {
  for (const Contraction contraction : {Contraction::off, Contraction::on}) {
    OpenClProbe probe(device(), contraction);
    const auto card = device_card(probe);
    ASSERT_TRUE(card) << to_string(card.error());
    const std::map<std::string, std::string> lines(card->begin(), card->end());
    EXPECT_EQ(lines.at("a b + c"), contraction == Contraction::on ? "fused" : "rounded twice");
    EXPECT_EQ(lines.at("precise a b + c"), "rounded twice");
    EXPECT_EQ(lines.at("asked again"), "the same");
  }
}

}  // namespace opencl_device_test
}  // namespace bindpose::gpu
