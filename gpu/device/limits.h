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

/// The limits that matter to skinning, asked of the current context. A limit that it does not know is
/// absent, and so is one of what came after the version asked for.
std::map<std::string, long> query_limits(const GladGLContext& gl, const DeviceRequest& request);

/// Error GL_ERROR with the names of every pending GL error; `where` says after what. Error DEVICE_LOST if one of them is
/// GL_CONTEXT_LOST: the context answers nothing any more.
Expected<void> check_gl_errors(const GladGLContext& gl, const std::string& where);

}  // namespace bindpose::gpu
