// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the loops over vertices with their checked arguments; each runs on the best available instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "conformance/software/software.h"

namespace bindpose::software {

/// Number of vertices that a loop processes at a time.
inline constexpr std::size_t chunk = 64;

/// Absent inputs are null.
struct Inputs {
  const float* positions = nullptr;
  const float* normals = nullptr;
  const float* tangents = nullptr;
};

struct Outputs {
  float* positions = nullptr;
  float* normals = nullptr;
  float* tangents = nullptr;
  bool normalise = true;
  bool past_cache = false;  ///< use non-temporal stores for arrays that allow them
};

struct Slots {
  const std::uint16_t* joints = nullptr;  ///< [V, per_vertex]
  const float* weights = nullptr;
  std::size_t per_vertex = 4;
};

struct LinearBlend {
  Inputs in;
  Outputs out;
  Slots slots;
  const float* matrices = nullptr;  ///< [J, 4, 4]
  bool are_finite = true;
  NormalRule normal_rule = NormalRule::direction;
};

/// The signs of joint j: bit 63 - k is set if q_j . q_k < 0. At most 64 joints.
using Sides = std::uint64_t;
inline constexpr std::size_t most_sides = 64;

struct DualQuaternions {
  Inputs in;
  Outputs out;
  Slots slots;
  const float* palette = nullptr;  ///< q_j and d_j [J, 8]
  bool are_finite = true;
  const Sides* sides = nullptr;  ///< [J], or null: computed for each vertex
};

struct AboutCentres {
  Inputs in;
  Outputs out;
  Slots slots;
  const float* palette = nullptr;            ///< q_j and d_j [J, 8]
  const float* translations = nullptr;       ///< [J, 4]
  const float* centres = nullptr;            ///< [V, 3]
  const std::uint8_t* has_centre = nullptr;  ///< [V], or null: all vertices have one
};

struct DirectDeltaMush {
  Inputs in;
  Outputs out;
  Slots slots;                      ///< weights are not read
  const float* moments = nullptr;   ///< [V, per_vertex, 10]
  const float* matrices = nullptr;  ///< [J, 4, 4]
};

struct Morph {
  Inputs in;
  Outputs out;
  const float* weights = nullptr;  ///< [T]
  std::size_t target_count = 0, vertex_count = 0;
  const float* positions = nullptr;  ///< [T, V, 3]
  const float* normals = nullptr;    ///< [T, V, 3], or null
  const float* tangents = nullptr;   ///< [T, V, 3], or null
};

/// sides: [joint_count] of the job's palette. Returns false and writes nothing if they do not make run() faster.
bool find_sides(const DualQuaternions& job, std::size_t joint_count, Sides* sides);

/// Vertices from `begin`, a multiple of `chunk`, up to `end`.
void run(const LinearBlend& job, std::size_t begin, std::size_t end);
void run(const DualQuaternions& job, std::size_t begin, std::size_t end);
void run(const AboutCentres& job, std::size_t begin, std::size_t end);
void run(const DirectDeltaMush& job, std::size_t begin, std::size_t end);
void run(const Morph& job, std::size_t begin, std::size_t end);

}  // namespace bindpose::software

/// The run() of a job: calls its kernel, as compiled for the current instruction set.
#define BINDPOSE_RUN_BY(Job, kernel)                             \
  namespace bindpose::software {                                 \
  HWY_EXPORT(kernel);                                            \
  void run(const Job& job, std::size_t begin, std::size_t end) { \
    HWY_DYNAMIC_DISPATCH(kernel)(job, begin, end);               \
  }                                                              \
  }
