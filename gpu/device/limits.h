// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a context's limits and pending errors, by their GL names. Internal to the library.
#pragma once

#include <map>
#include <string>

#include "gpu/device/device.h"
#include "reference/model/error.h"

struct GladGLContext;

namespace bindpose::gpu {

/// The limits of the current context that matter to skinning. Omits unknown limits, and limits of features after
/// the requested version.
std::map<std::string, long> query_limits(const GladGLContext& gl, const DeviceRequest& request);

/// Error GL_ERROR with the names of all pending GL errors; `where` names the step. Error DEVICE_LOST if one of
/// them is GL_CONTEXT_LOST: the context is then unusable.
Expected<void> check_gl_errors(const GladGLContext& gl, const std::string& where);

}  // namespace bindpose::gpu
