// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a device did of a test, as the files of a C program that asks it through its API alone: OpenGL, Vulkan, OpenCL or CUDA.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/repro/repro.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

/// The device, as the subject's process opened it. Error DEVICE_SYNTAX.
Expected<gpu::DeviceInfo> device_of(const Reproducible& test);
/// The mistake that the subject makes on purpose.
gpu::RunSettings settings_of(const SubjectSpec& spec);

/// Whether a C program can ask such a subject's device.
bool is_asked_in_c(const SubjectSpec& spec);
/// Of such a subject, by what it says of its device. Errors as gpu::recipe_of().
Expected<gpu::Recipe> recipe_of(const Reproducible& test);

/// What compiles and runs the program, with the libraries that open the device.
std::string command_of(const gpu::Recipe& recipe);

/// Writes repro.c and the headers that it includes, shader.glsl and what the device is given of it, and the .bin files. Errors FILE_WRITE; of what is made of
/// the shader SHADER_COMPILE, NOT_SUPPORTED and, without clang, LIBRARY_MISSING.
Expected<void> write_recipe(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                            const Reproducible& test);

}  // namespace bindpose::conformance
