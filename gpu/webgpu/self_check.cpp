// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/webgpu/self_check.h"

#include "gpu/capture/known_transform.h"
#include "gpu/webgpu/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<void> self_check(WebGpuDevice& device) {
  WebGpuRunner runner(device);
  BINDPOSE_TRY(const auto captured, runner.run(known_transform(true), {}));
  return check_known_transform(captured, true);
}

}  // namespace bindpose::gpu
