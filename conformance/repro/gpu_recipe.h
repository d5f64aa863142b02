// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what an OpenGL subject did of a test, as the files of a C program.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/repro/repro.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

/// Of a subject "gpu", by what it says of its device. Errors as gpu::recipe_of().
Expected<gpu::Recipe> recipe_of(const Reproducible& test);

/// recipe.h, which the program includes.
std::string recipe_header(const gpu::Recipe& recipe, const std::string& test);

/// What compiles and runs the program, with the libraries that open the device.
std::string command_of(const gpu::Recipe& recipe);

/// Writes shader.glsl, repro.c, recipe.h and the .bin files. Error FILE_WRITE.
Expected<void> write_recipe(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                            const JudgedAnswer& judged);

}  // namespace bindpose::conformance
