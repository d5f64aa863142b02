// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: uploads a plan's rows of joints, by its palette binding. Internal.
#pragma once

#include "gpu/capture/capture.h"
#include "gpu/capture/plan.h"

namespace bindpose::gpu {

/// Uploads the rows of fill_joint_rows(). rows_before: its return value.
void upload_joints(const GladGLContext& gl, GLuint program, CaptureObjects& objects, const Plan& plan,
                   std::size_t rows_before);

}  // namespace bindpose::gpu
