// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the programs of programs/ as texts.
#pragma once

namespace bindpose::conformance::programs {

// Programs in C, which include inputs.h. Vulkan's also includes vulkan_objects.h; OpenGL's also includes
// opengl_draw.h, which includes opengl_objects.h.
extern const char inputs[];
extern const char opengl_draw[];
extern const char opengl_objects[];
extern const char vulkan_objects[];
extern const char opengl[];
extern const char vulkan[];
extern const char opencl[];
extern const char cuda[];
// The page for WebGL and WebGPU.
extern const char page[];
extern const char page_rule[];
// Programs in Python.
extern const char python[];
extern const char compare[];
extern const char library[];

}  // namespace bindpose::conformance::programs
