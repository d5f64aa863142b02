// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the samples' scene (buffers of a glTF file's first skin at a moment) and their arguments.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::captures {

/// sample FILE CLIP SECONDS CAPTURE [words]; CLIP "-" is the rest pose.
struct SampleOptions {
  std::string file, capture;
  std::optional<std::size_t> clip;
  double seconds = 0;
  bool first_influence = false;  ///< "first-influence": a deliberate defect
  bool perspective = false;      ///< "perspective": a camera that is not the identity
  bool unindexed = false;        ///< "unindexed": corners in sequence, each with a separate vertex
};
/// Error ARGUMENT.
Expected<SampleOptions> sample_options(int count, char** words);

struct Vertex {
  std::array<float, 3> position = {}, normal = {};
  std::array<std::uint32_t, 4> joints = {};
  std::array<float, 4> weights = {};
};

struct Scene {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;  ///< corners of triangles; empty: vertices in their order
  std::vector<float> rows;             ///< rows of the joints' matrices, three rows of four numbers each
  std::array<float, 32> camera = {};   ///< view and projection, each by columns
};
inline constexpr std::size_t most_joints = 256;  // in the shaders' block

/// Errors: the file's errors; NO_SKIN, JOINTS (too many for the samples' shaders).
Expected<Scene> load_scene(const SampleOptions& options);

}  // namespace bindpose::captures
