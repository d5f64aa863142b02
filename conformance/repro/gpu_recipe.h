// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a test's run on a device as a C program with only the API (OpenGL, Vulkan, OpenCL, CUDA), or in a browser as
// one page (WebGL, WebGPU); recipe.h, the tables that the programs of programs/ read; and the expected value of each
// captured number.
#pragma once

#include "conformance/repro/repro.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

/// The judged properties of a capture in addition to its numbers, as in ExpectedArray.
struct JudgedCapture {
  bool are_rotations = false;
  double length_bound = infinity;
};

/// Expected values and bounds for each captured word. Words that are not judged, or belong to no array, have
/// infinite bounds.
struct Beside {
  std::vector<double> expected, bound;
  std::vector<double> other,
      other_bound;                      ///< for the other result of open comparisons; a bound of -1: none
  std::vector<JudgedCapture> captures;  ///< in the recipe's order
};
Beside beside_captured(const gpu::Recipe& recipe, const Expectation& right);

/// The device as opened by the subject's process. Error DEVICE_SYNTAX.
Expected<gpu::DeviceInfo> device_of(const Reproducible& test);
/// The subject's deliberate defect.
gpu::RunSettings settings_of(const SubjectSpec& spec);

/// True if a C program can run tests on such a subject's device.
bool is_asked_in_c(const SubjectSpec& spec);
/// Recipe of a device subject, from its description of the device. Errors as gpu::recipe_of().
Expected<gpu::Recipe> recipe_of(const Reproducible& test);

/// Command that compiles and runs the program, with the libraries that open the device.
std::string command_of(const gpu::Recipe& recipe);

/// Writes repro.c and its headers, shader.glsl and its compiled forms, and the .bin files. Errors FILE_WRITE;
/// SHADER_COMPILE, NOT_SUPPORTED and, without clang, LIBRARY_MISSING from the shader.
Expected<void> write_recipe(const std::filesystem::path& folder, const gpu::Recipe& recipe,
                            const Reproducible& test);

/// True if a page can run tests on such a subject's device.
bool is_asked_by_page(const SubjectSpec& spec);

/// Command that opens the page and prints its result.
std::string page_command(const SubjectSpec& spec);

/// Writes repro.html. Errors FILE_WRITE, and those of gpu::page_run() and gpu::recipe_of().
Expected<void> write_page(const std::filesystem::path& folder, const Reproducible& test);

// Files that a program reads.
constexpr const char* vertices_file = "vertices.bin";
constexpr const char* part_numbers_file = "part-numbers.bin";
std::string file_of_rows(std::size_t i);
std::string file_of_uniform(std::size_t i);
std::string file_of_buffer(std::size_t i);
constexpr const char* pass_through_shader_file = "passing.glsl";

/// captures: in the recipe's order; bindings: a kernel's arguments in their order; none for a shader.
std::string recipe_header(const gpu::Recipe& recipe, const std::vector<JudgedCapture>& captures,
                          const std::string& test, const std::vector<unsigned>& bindings);

}  // namespace bindpose::conformance
