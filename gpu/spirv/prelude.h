// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the OpenCL C and the WGSL that were embedded when the library was built. Internal.
#pragma once

#include <string_view>

namespace bindpose::gpu {

/// gpu/spirv/prelude.cl.
std::string_view kernel_prelude();
/// gpu/spirv/prelude.wgsl.
std::string_view wgsl_prelude();

}  // namespace bindpose::gpu
