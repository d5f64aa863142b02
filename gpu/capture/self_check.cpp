// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/self_check.h"

#include <array>
#include <bit>
#include <cstdint>

#include "gpu/program/api_support.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr const char* transform_body =
    "Surface skin(Surface rest) { return Surface(2.0 * rest.x + vec3(1.0, 2.0, 3.0), rest.n, rest.t); }\n";
constexpr std::array coordinates = {1.0F, 2.0F, 3.0F, -4.0F, 0.5F, 8.0F, 0.0F, -0.25F, 1024.0F};
constexpr std::array expected = {3.0F, 6.0F, 9.0F, -7.0F, 3.0F, 19.0F, 1.0F, 1.5F, 2051.0F};

Plan known_transform(const DeviceInfo& info, bool compute) {
  Plan plan;
  plan.compute = compute;
  plan.data.layout.joints = JointUse::none;
  plan.data.vertex_count = coordinates.size() / 3;
  for (const float x : coordinates)
    plan.data.words.push_back(std::bit_cast<std::uint32_t>(x));
  plan.spec.api = shader_api(info.opened.api);
  plan.spec.version = info.opened.version;
  plan.spec.layout = plan.data.layout;
  plan.spec.body = transform_body;
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

}  // namespace

std::vector<DeviceRequest> every_device(Api api, std::size_t count) {
  std::vector<DeviceRequest> all;
  for (std::size_t index = 0; index < count; ++index)
    all.push_back({Platform::device, static_cast<int>(index), api});
  return all;
}

Expected<void> self_check(Backend& device) {
  const DeviceInfo& info = device.info();
  const bool computes = shader_api(info.opened.api) == Api::vulkan;
  for (const bool compute : {true, false}) {
    if (!(compute ? computes : captures_draws(info))) continue;
    BINDPOSE_TRY(const auto captured, run_plan(device, known_transform(info, compute)));
    for (std::size_t i = 0; i < captured.words.size(); ++i)
      if (!(captured.words[i] == expected[i]))
        return fail("SELF_TEST", fmt::format("y[{}]", i),
                    fmt::format("captured {} by {}, expected {}", captured.words[i],
                                compute ? "compute" : "transform-feedback", expected[i]));
  }
  return {};
}

}  // namespace bindpose::gpu
