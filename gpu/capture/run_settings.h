// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: settings of a run: how it makes programs, divides vertices and measures, and the faults that tests
// inject.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "gpu/program/vertex_pipeline.h"

namespace bindpose::gpu {

double seconds_on_the_clock();

/// Faults of a driver; tests show that each is detected.
struct Faults {
  int extra_drawn = 0;               ///< vertices computed beyond (below) those expected
  int extra_range = 0;               ///< vertices that the bound range has room for, likewise
  PathFault path = PathFault::none;  ///< in how vertices are read, drawn and captured
};

struct RunSettings {
  std::map<std::string, std::string, std::less<>> bodies = {};  ///< by stem, in place of the embedded GLSL
  std::function<std::string(std::string)> edit = {};            ///< changes the text of each program
  std::string precision = "highp";  ///< default precision of floats: "mediump" matters in OpenGL ES
  /// Loads each program from the binary, or pipeline cache, that the driver gave of it.
  bool from_binary = false;
  /// The most bytes of one draw call or dispatch; Mesa refuses to capture 256 MiB.
  std::size_t part_bytes = std::size_t{64} << 20;
  std::size_t part_vertices = 0;  ///< the most vertices of one; 0: what the limits allow
  /// Groups of a compute shader store together (ShaderSpec); empty: they do on hardware.
  std::optional<bool> staged = {};
  std::size_t repeats = 0;   ///< of each draw call or dispatch, which Captured::computed measures
  double least_seconds = 0;  ///< least total time of the rounds for one part of a mesh
  double (*seconds)() = &seconds_on_the_clock;
  Faults faults = {};
};

}  // namespace bindpose::gpu
