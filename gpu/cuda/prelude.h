// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: gpu/cuda/prelude.cl, embedded when the library was built. Internal.
#pragma once

namespace bindpose::gpu::cuda {

extern const char prelude[];

}  // namespace bindpose::gpu::cuda
