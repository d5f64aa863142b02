// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the OpenCL C and the WGSL that were embedded when the library was built. Internal.
#pragma once

namespace bindpose::gpu {

extern const char cl_prelude[];
extern const char wgsl_prelude[];

}  // namespace bindpose::gpu
