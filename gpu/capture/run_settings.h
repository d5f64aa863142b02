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
  int extra_drawn = 0;               ///< vertices computed more (or, if negative, fewer) than expected
  int extra_range = 0;               ///< vertices that fit into the bound range, more or fewer as above
  PathFault path = PathFault::none;  ///< a fault in reading, drawing or capturing vertices
};

struct RunSettings {
  std::map<std::string, std::string, std::less<>> bodies = {};  ///< GLSL by stem; replaces the embedded GLSL
  std::function<std::string(std::string)> edit = {};            ///< changes the text of each program
  std::string precision = "highp";  ///< default precision of floats: "mediump" matters in OpenGL ES
  /// Loads each program from the driver's own binary or pipeline cache.
  bool from_binary = false;
  /// The most bytes of one draw call or dispatch; Mesa refuses to capture 256 MiB.
  std::size_t part_bytes = std::size_t{64} << 20;
  std::size_t part_vertices = 0;  ///< the most vertices of a draw call or dispatch; 0: the device's limit
  /// True if a work group stores its captured data together (ShaderSpec::staged); empty: on hardware.
  std::optional<bool> staged = {};
  std::size_t repeats = 0;   ///< repeats of each draw call or dispatch, which Captured::computed measures
  double least_seconds = 0;  ///< least total time of the rounds for one part of a mesh
  double (*seconds)() = &seconds_on_the_clock;
  Faults faults = {};
};

}  // namespace bindpose::gpu
