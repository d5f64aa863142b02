// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/self_check.h"

#include "gpu/capture/known_transform.h"
#include "gpu/web/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<void> self_check(WebDevice& device) {
  WebRunner runner(device);
  BINDPOSE_TRY(const auto captured, runner.run(known_transform(false, Api::webgl), {}));
  return check_known_transform(captured, false);
}

}  // namespace bindpose::gpu
