// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/known_transform.h"

#include <array>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

constexpr const char* transform_body =
    "Surface skin(Surface rest) { return Surface(2.0 * rest.x + vec3(1.0, 2.0, 3.0), rest.n, rest.t); }\n";
constexpr std::array points = {1.0F, 2.0F, 3.0F, -4.0F, 0.5F, 8.0F, 0.0F, -0.25F, 1024.0F};
constexpr std::array expected = {3.0F, 6.0F, 9.0F, -7.0F, 3.0F, 19.0F, 1.0F, 1.5F, 2051.0F};

}  // namespace

Plan known_transform(bool compute, Api api) {
  Plan plan;
  plan.compute = compute;
  plan.data.layout.joints = JointUse::none;
  plan.data.vertex_count = points.size() / 3;
  for (const float x : points)
    plan.data.words.push_back(std::bit_cast<std::uint32_t>(x));
  plan.spec.api = api;
  plan.spec.layout = plan.data.layout;
  plan.spec.body = transform_body;
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

Expected<void> check_known_transform(std::span<const float> captured, bool compute) {
  for (std::size_t i = 0; i < captured.size(); ++i)
    if (!(captured[i] == expected[i]))
      return fail("SELF_TEST", fmt::format("y[{}]", i),
                  fmt::format("captured {} by {}, expected {}", captured[i],
                              compute ? "compute" : "transform-feedback", expected[i]));
  return {};
}

}  // namespace bindpose::gpu
