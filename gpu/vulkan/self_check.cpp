// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/self_check.h"

#include "gpu/capture/known_transform.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<void> self_check(VulkanDevice& device) {
  PlanRunner runner(device);
  for (const bool compute : {true, false}) {
    if (!compute && !device.objects().feedback) continue;
    BINDPOSE_TRY(const auto captured, runner.run(known_transform(compute), {}));
    BINDPOSE_CHECK(check_known_transform(captured, compute));
  }
  return {};
}

}  // namespace bindpose::gpu
