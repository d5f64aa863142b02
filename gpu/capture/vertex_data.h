// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a question's mesh and palette as the words that go to the GPU.
//
// Both capture paths read one buffer of 32-bit words, a record a vertex:
//   position 3 | normal 3 | tangent 4 | joints 4 S | weights 4 S      S = ceil(K / 4) sets of four
// Unused slots of the last set hold joint 0 and weight 0. Attributes that the mesh lacks take no room. What
// comes back is a record a vertex as well: position 3 | normal 3 | tangent 4.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/core/arrays.h"
#include "reference/core/error.h"

namespace bindpose::gpu {

/// Which words of a record are what.
struct VertexLayout {
  std::size_t influences = 1;  ///< K
  bool normals = false;
  bool tangents = false;
  bool weighted = false;  ///< the algorithm takes weights

  std::size_t sets() const { return (influences + 3) / 4; }
  std::size_t normal_at() const { return 3; }
  std::size_t tangent_at() const { return normal_at() + (normals ? 3 : 0); }
  std::size_t joints_at() const { return tangent_at() + (tangents ? 4 : 0); }
  std::size_t weights_at() const { return joints_at() + 4 * sets(); }
  std::size_t words() const { return weights_at() + (weighted ? 4 * sets() : 0); }
  std::size_t captured_words() const { return joints_at(); }
  /// Vertex attributes of at most four words each.
  std::size_t attributes() const { return 1U + normals + tangents + sets() * (weighted ? 2U : 1U); }

  bool operator==(const VertexLayout&) const = default;
};

/// A question, ready for upload.
struct VertexData {
  VertexLayout layout;
  std::size_t vertex_count = 0;      ///< V
  std::vector<std::uint32_t> words;  ///< [V * layout.words()], floats by their bits
  std::size_t joint_count = 0;       ///< J
  std::vector<float> palette;        ///< [J * 12], three rows of four a joint
};

/// Reads "positions" [V,3], "normals" [V,3] and "tangents" [V,4] where given, "joints" [V,K], "weights" [V,K]
/// if `weighted` (K is 1 otherwise), "palette" [J,3,4]. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE;
/// INDEX_RANGE for a joint outside the palette (drivers crash on those).
Expected<VertexData> read_vertex_data(const ArraySet& question, bool weighted);

}  // namespace bindpose::gpu
