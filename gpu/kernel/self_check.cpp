// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/self_check.h"

#include <utility>

#include "gpu/capture/known_transform.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<void> self_check(std::unique_ptr<KernelApi> api) {
  KernelRunner runner(std::move(api));
  BINDPOSE_TRY(const auto captured, runner.run(known_transform(true), {}, Contraction::off));
  return check_known_transform(captured, true);
}

}  // namespace bindpose::gpu
