// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the programs of programs/ as texts.
#pragma once

namespace bindpose::conformance::programs {

// In C, with inputs.h, which each of them includes; that of Vulkan includes vulkan_objects.h, that of OpenGL opengl_draw.h and this one
// opengl_objects.h.
extern const char inputs[];
extern const char opengl_draw[];
extern const char opengl_objects[];
extern const char vulkan_objects[];
extern const char opengl[];
extern const char vulkan[];
extern const char opencl[];
extern const char cuda[];
// A page of WebGL or WebGPU.
extern const char page[];
extern const char page_rule[];  // of the npm package of the golden data
// In Python.
extern const char python[];
extern const char compare[];
extern const char library[];

}  // namespace bindpose::conformance::programs
