// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a browser computes and returns vertices at all.
#pragma once

#include "gpu/web/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Captures the known transform. Errors SELF_TEST with what was seen, SHADER_COMPILE and those of WebDevice::ask().
Expected<void> self_check(WebDevice& device);

}  // namespace bindpose::gpu
