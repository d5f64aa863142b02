// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the text of gpu/webgpu/page.js. Internal to the library.
#pragma once

namespace bindpose::gpu {

extern const char webgpu_page_script[];

}  // namespace bindpose::gpu
