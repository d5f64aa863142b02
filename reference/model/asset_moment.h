// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the input at level `asset`: the subject reads the file itself.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bindpose {

/// Vertices of an output at level `asset`: a node that shows a mesh, and a primitive of the mesh.
struct AssetPart {
  std::size_t node = 0;
  std::size_t mesh = 0;
  std::size_t primitive = 0;
  std::size_t vertices = 0;  ///< in the order of the POSITION accessor
};

/// A moment of a glTF file.
struct AssetMoment {
  std::string file;
  std::optional<std::size_t> clip;  ///< none: the rest pose
  double seconds = 0;
  std::vector<AssetPart> parts;  ///< in sequence
};

}  // namespace bindpose
