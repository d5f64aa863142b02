// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a plan's rows of joints on their way to the device, by the plan's delivery. Internal.
#pragma once

#include "gpu/capture/capture.h"
#include "gpu/capture/plan.h"

namespace bindpose::gpu {

/// Appends to the plan's joint records, and puts before them, what is sent beside them.
void upload_joints(const GladGLContext& gl, GLuint program, CaptureObjects& objects, Plan& plan);

}  // namespace bindpose::gpu
