// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Drivers that read, draw or capture vertices wrongly: each fault makes a built-in case fail in the variant that is about it.
#include <memory>
#include <ostream>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/judge/judge.h"
#include "gpu/backends/open.h"
#include "gpu/capture/skinner.h"

namespace bindpose::conformance {
namespace vertex_path_damage_test {

using gpu::PathFault;

struct Damage {
  const char* name;
  PathFault fault;
  std::string vertices, draw, feedback;
};

void PrintTo(const Damage& damage, std::ostream* out) {
  *out << damage.name;
}

const Damage damages[] = {
    {"first_buffer_for_all", PathFault::first_buffer_for_all, "deinterleaved", "arrays", "interleaved"},
    {"stride_ignored", PathFault::stride_ignored, "odd-strides", "arrays", "interleaved"},
    {"offset_ignored", PathFault::offset_ignored, "odd-strides", "arrays", "interleaved"},
    {"width_misread", PathFault::width_misread, "narrow", "arrays", "interleaved"},
    {"sign_misread", PathFault::sign_misread, "normalized", "arrays", "interleaved"},
    {"first_ignored", PathFault::first_ignored, "interleaved", "first", "interleaved"},
    {"indices_ignored", PathFault::indices_ignored, "interleaved", "indexed", "interleaved"},
    {"base_vertex_ignored", PathFault::base_vertex_ignored, "interleaved", "base-vertex", "interleaved"},
    {"base_instance_ignored", PathFault::base_instance_ignored, "interleaved", "instanced", "interleaved"},
    {"divisor_ignored", PathFault::divisor_ignored, "interleaved", "instanced", "interleaved"},
    {"slots_swapped", PathFault::slots_swapped, "interleaved", "arrays", "separate"},
    {"pause_ignored", PathFault::pause_ignored, "interleaved", "arrays", "paused"},
    {"resumed_at_start", PathFault::resumed_at_start, "interleaved", "arrays", "paused"},
    {"objects_confused", PathFault::objects_confused, "interleaved", "arrays", "alternating"},
    {"room_ignored", PathFault::room_ignored, "interleaved", "arrays", "overflowing"},
    {"captured_stale", PathFault::captured_stale, "interleaved", "arrays", "drawn-again"},
    {"gaps_closed", PathFault::gaps_closed, "interleaved", "arrays", "gaps"},
    {"order_ignored", PathFault::order_ignored, "interleaved", "arrays", "reordered"},
    {"constant_lost", PathFault::constant_lost, "interleaved", "arrays", "reordered"},
};

/// The cases of sizes around those of work groups, or those whose weights are bytes or 16-bit numbers where these are decoded.
std::vector<const Case*> small_crowds(const gpu::Variant& variant) {
  const bool decodes = gpu::decodes_weights(gpu::path_of(variant).vertices);
  std::vector<const Case*> chosen;
  for (const Case& c : built_in_cases())
    if (c.name.starts_with(decodes ? "skinning.linear_blend.crowd.packed-u"
                                   : "skinning.linear_blend.crowd.vertices-6"))
      chosen.push_back(&c);
  return chosen;
}

/// The skinner's verdicts on them: whether each case passes.
void expect_passes(gpu::Skinner& skinner, const gpu::Variant& variant, bool passes) {
  ASSERT_GE(small_crowds(variant).size(), 3U);
  for (const Case* c : small_crowds(variant)) {
    const Question question{c->algorithm, c->level, c->options, *c->question()};
    const Expectation expectation = *expect(question);
    const auto answer = skinner.run(*c->algorithm, question.arrays, question.options, variant);
    const Verdict verdict =
        answer ? judge(question, expectation, Answer{*answer, {}, 0}) : judge_error(answer.error());
    EXPECT_EQ(verdict.outcome == Outcome::pass, passes) << c->name << ": " << verdict.detail;
    EXPECT_NE(verdict.outcome, Outcome::not_supported) << c->name << ": " << verdict.detail;
  }
}

/// Without the fault they pass, with it they fail.
void expect_caught(gpu::Skinner& skinner, const Damage& damage) {
  gpu::Variant variant;
  variant.vertices = damage.vertices;
  variant.draw = damage.draw;
  variant.feedback = damage.feedback;
  for (const PathFault fault : {PathFault::none, damage.fault}) {
    skinner.settings.faults.path = fault;
    expect_passes(skinner, variant, fault == PathFault::none);
  }
}

class VertexPathDamageTest : public testing::TestWithParam<Damage> {};

TEST_P(VertexPathDamageTest, is_caught) {
  const auto device = gpu::open_backend(*gpu::parse_device("surfaceless"));
  if (!device && device.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(device.error());
  ASSERT_TRUE(device) << to_string(device.error());
  gpu::Skinner skinner(*device->backend);
  expect_caught(skinner, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Driver, VertexPathDamageTest, testing::ValuesIn(damages),
                         [](const auto& damage) { return std::string(damage.param.name); });

TEST(VulkanDamageTest, storage_that_is_misread_is_caught) {
  const auto device = gpu::open_backend({.api = gpu::Api::vulkan});
  if (!device) GTEST_SKIP() << "no Vulkan device";
  gpu::Skinner skinner(*device->backend);
  for (const Damage& damage : damages)
    if (damage.vertices != "interleaved") expect_caught(skinner, damage);
}

TEST(VulkanDamageTest, bytes_that_a_compute_shader_unpacks_wrongly_are_caught) {
  const auto device = gpu::open_backend({.api = gpu::Api::vulkan});
  if (!device) GTEST_SKIP() << "no Vulkan device";
  gpu::Skinner skinner(*device->backend);
  const gpu::Variant narrow{.formulation = "", .palette = "ubo", .capture = "compute", .vertices = "narrow"};
  expect_passes(skinner, narrow, true);
  skinner.settings.edit = [](const std::string& text) {
    return std::regex_replace(text, std::regex("& 255u"), "& 254u");
  };
  expect_passes(skinner, narrow, false);
}

}  // namespace vertex_path_damage_test
}  // namespace bindpose::conformance
