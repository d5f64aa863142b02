// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a device computes kernels and returns vertices at all.
#pragma once

#include <memory>

#include "gpu/kernel/runner.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Runs gpu::known_transform(). Errors SELF_TEST with what was seen, and those of KernelRunner::run().
Expected<void> self_check(std::unique_ptr<KernelApi> api);

}  // namespace bindpose::gpu
