// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the texts of gpu/web/*.js. Internal to the library.
#pragma once

namespace bindpose::gpu {

extern const char bytes_script[];
extern const char page_script[];
extern const char webgpu_page_script[];

}  // namespace bindpose::gpu
