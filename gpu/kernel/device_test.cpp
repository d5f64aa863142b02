// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenCL, or CUDA where BINDPOSE_TEST_CUDA says so. The device is the best, or the one of the number in the environment variable
// BINDPOSE_TEST_DEVICE.
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu/capture/packed_numbers_test.h"
#include "gpu/capture/stack_test.h"
#include "gpu/device/card.h"
#include "gpu/kernel/probe.h"
#include "gpu/kernel/self_check.h"
#include "gpu/kernel/skinner.h"
#ifdef BINDPOSE_TEST_CUDA
#include "gpu/cuda/device.h"
#else
#include "gpu/opencl/device.h"
#endif

namespace bindpose::gpu {
namespace kernel_device_test {

#ifdef BINDPOSE_TEST_CUDA
using KernelDevice = CudaDevice;
constexpr Api api = Api::cuda;
constexpr const char* name = "CUDA ";
#else
using KernelDevice = OpenClDevice;
constexpr Api api = Api::opencl;
constexpr const char* name = "OpenCL ";
#endif
constexpr double generous = 1e-5;

TEST(KernelDeviceNames, a_device_is_asked_for_by_number_or_not_at_all) {
  EXPECT_EQ(to_string(parse_numbered_device(api, "").value()), to_string(api));
  EXPECT_EQ(to_string(parse_numbered_device(api, "12").value()), fmt::format("{}:12", to_string(api)));
  for (const char* wrong : {"best", "-1", "1x", "device:0", "99999999999"})
    EXPECT_EQ(parse_numbered_device(api, wrong).error().code, "DEVICE_SYNTAX") << wrong;
}

class KernelDeviceTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* chosen = std::getenv("BINDPOSE_TEST_DEVICE");
    auto device = KernelDevice::open(
        parse_numbered_device(api, chosen != nullptr ? chosen : "").value_or(DeviceRequest{}));
    if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
    ASSERT_TRUE(device) << to_string(device.error());
    device_ = std::move(*device);
    skinner_ = std::make_unique<KernelSkinner>(*device_);
  }

  KernelSkinner& skinner() { return *skinner_; }
  KernelDevice& device() { return *device_; }
  const DeviceInfo& info() const { return device_->info(); }

  Error error_of(const ArraySet& question, const Variant& variant) {
    const auto answer = skinner().run(lbs(), question, {}, variant);
    return answer ? Error{"no error", "", ""} : answer.error();
  }
  Error fault() { return error_of(random_question({100, 4, 5, true, true}), computed); }

  const Variant computed{"", "ubo", "compute"};

 private:
  std::unique_ptr<KernelDevice> device_;
  std::unique_ptr<KernelSkinner> skinner_;
};

TEST_F(KernelDeviceTest, says_who_it_is) {
  EXPECT_EQ(info().opened.api, api);
  EXPECT_EQ(info().version.rfind(name, 0), 0U) << info().version;
  EXPECT_FALSE(info().vendor.empty());
  EXPECT_FALSE(info().renderer.empty());
  EXPECT_EQ(info().software, !info().software_name.empty());
  EXPECT_GE(info().limit("MAX_UNIFORM_BLOCK_SIZE"), 65536);
  EXPECT_GE(info().limit("MAX_COMPUTE_SHADER_STORAGE_BLOCKS"), 128);
}

TEST_F(KernelDeviceTest, passes_its_self_test) {
  const auto verdict = self_check(device().kernel_api());
  EXPECT_TRUE(verdict) << to_string(verdict.error());
}

TEST_F(KernelDeviceTest, one_that_is_not_there_is_unavailable) {
  const auto other = KernelDevice::open({Platform::device, 99, api});
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, "DEVICE_UNAVAILABLE");
  EXPECT_EQ(other.error().where, fmt::format("{}:99", to_string(api)));
}

TEST_F(KernelDeviceTest, every_variant_of_blending_in_parts) {
  const ArraySet question = random_question({1000, 5, 23, true, true});
  for (const Contraction contraction : {Contraction::off, Contraction::on})
    for (const Variant& variant : variants(lbs())) {
      if (!KernelSkinner::delivers(variant) || variant.formulation == "implicit-last-weight") continue;
      skinner().contraction = contraction;
      skinner().hooks.part_vertices = 300;
      const auto answer = skinner().run(lbs(), question, {}, variant);
      ASSERT_TRUE(answer) << to_string(answer.error());
      EXPECT_LE(difference(*answer, plain_answer(question)), generous) << variant.formulation;
    }
}

TEST_F(KernelDeviceTest, groups_that_store_together_give_the_same_bits) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_body(algorithm).empty()) continue;
    constexpr std::size_t no_multiple_of_a_group = 150;
    Random random(1);
    const ArraySet question = algorithm.implementation.sample(no_multiple_of_a_group, random);
    std::vector<Variant> delivered = variants(algorithm);
    std::erase_if(delivered, [](const Variant& variant) { return !KernelSkinner::delivers(variant); });
    skinner().hooks.staged = false;
    const auto apart = skinner().run(algorithm, question, {}, delivered.front());
    skinner().hooks.staged = true;
    const auto together = skinner().run(algorithm, question, {}, delivered.front());
    ASSERT_TRUE(apart && together) << algorithm.path();
    EXPECT_EQ(difference(*together, *apart), 0) << algorithm.path();
  }
}

TEST_F(KernelDeviceTest, what_has_been_sent_is_computed_again_and_timed) {
  const ArraySet question = random_question({1000, 4, 5, true, true});
  skinner().hooks.part_vertices = 300;
  EXPECT_EQ(error_of(question, computed).code, "no error");
  EXPECT_EQ(skinner().computed().seconds, 0) << "nobody asked for it";
  skinner().hooks.repeats = 3;
  EXPECT_EQ(error_of(question, computed).code, "no error");
  EXPECT_GT(skinner().computed().seconds, 0);
  EXPECT_EQ(skinner().computed().bytes, 1000U * (18 + 10) * 4) << "a vertex and what is captured of it";
}

TEST_F(KernelDeviceTest, memory_is_copied_on_the_device) {
  const auto kernels = device().kernel_api();
  const std::vector<std::byte> from(1000, std::byte{7}), to(1000);
  const auto source = kernels->memory(from), target = kernels->memory(to);
  ASSERT_TRUE(source && target);
  ASSERT_TRUE(kernels->copy(**source, **target, 500) && kernels->finish());
  std::vector<std::byte> read(1000);
  ASSERT_TRUE(kernels->read(**target, read));
  EXPECT_EQ(read[499], std::byte{7});
  EXPECT_EQ(read[500], std::byte{0});
}

TEST_F(KernelDeviceTest, a_kernel_is_compiled_once) {
  for (const std::size_t vertices : {10U, 20U})
    EXPECT_EQ(error_of(random_question({vertices, 4, 5, true, true}), computed).code, "no error");
  EXPECT_EQ(skinner().program_count(), 1U);
}

TEST_F(KernelDeviceTest, no_vertices_are_no_question_for_the_device) {
  const auto answer = skinner().run(lbs(), random_question({0, 4, 5, true, true}), {}, computed);
  ASSERT_TRUE(answer) << to_string(answer.error());
  EXPECT_EQ(answer->find("positions")->shape, (Shape{0, 3}));
}

TEST_F(KernelDeviceTest, what_kernels_are_not_given_is_not_supported) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  for (const Variant& variant : {Variant{"", "texture", "compute"}, Variant{"", "ubo", "transform-feedback"},
                                 Variant{"", "ubo", "compute", "", "texture"},
                                 Variant{.formulation = "", .capture = "compute", .vertices = "odd-strides"}})
    EXPECT_EQ(error_of(question, variant).code, "NOT_SUPPORTED");
}

TEST_F(KernelDeviceTest, a_vertex_that_is_skipped_is_caught_by_the_poison) {
  EXPECT_EQ(fault().code, "no error");
  skinner().hooks.extra_drawn = -1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_EQ(fault().where, "vertex 99");
  skinner().hooks = {};
  EXPECT_EQ(fault().code, "no error");
}

TEST_F(KernelDeviceTest, what_is_written_past_the_end_is_caught_by_the_guard) {
  skinner().hooks.extra_drawn = 1;
  skinner().hooks.extra_range = 1;
  EXPECT_EQ(fault().code, "INVALID_OUTPUT");
  EXPECT_NE(fault().message.find("guard after"), std::string::npos) << fault().message;
}

TEST_F(KernelDeviceTest, a_body_that_no_kernel_expresses_says_what_is_missing) {
  skinner().hooks.bodies["linear_blend"] =
      "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {\n"
      "  rest.x = tan(rest.x);\n  return rest;\n}";
  EXPECT_EQ(fault().code, "NOT_SUPPORTED");
  EXPECT_EQ(fault().message, "the shader has function 15 of GLSL.std.450");
}

TEST_F(KernelDeviceTest, contraction_shows_in_the_kernel_alone) {
  const ArraySet question = random_question({10, 4, 5, true, true});
  const auto without = skinner().kernel_source(lbs(), question, {}, computed);
  skinner().contraction = Contraction::on;
  const auto with = skinner().kernel_source(lbs(), question, {}, computed);
  ASSERT_TRUE(without && with);
  EXPECT_EQ(without->find("fma("), std::string::npos);
  EXPECT_NE(with->find("fma("), std::string::npos);
}

TEST_F(KernelDeviceTest, has_a_card_that_tells_whether_kernels_are_contracted) {
  for (const Contraction contraction : {Contraction::off, Contraction::on}) {
    KernelProbe probe(device(), contraction);
    const auto card = device_card(probe);
    ASSERT_TRUE(card) << to_string(card.error());
    const std::map<std::string, std::string> lines(card->begin(), card->end());
    EXPECT_EQ(lines.at("a b + c"), contraction == Contraction::on ? "fused" : "rounded twice");
    EXPECT_EQ(lines.at("precise a b + c"), "rounded twice");
    EXPECT_EQ(lines.at("asked again"), "the same");
  }
}

TEST_F(KernelDeviceTest, packed_numbers_are_as_near_as_they_have_to_be_and_others_are_named) {
  KernelProbe probe(device(), Contraction::off);
  expect_numbers_are_near(probe);
  Careless<KernelProbe> careless(device(), Contraction::off);
  expect_careless_numbers_are_named(careless);
}

TEST_F(KernelDeviceTest, narrow_records_are_unpacked) {
  expect_narrow_records_are_unpacked(skinner());
}

}  // namespace kernel_device_test
}  // namespace bindpose::gpu
