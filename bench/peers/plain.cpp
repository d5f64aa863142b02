// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Linear blending as in the formula, one number after the other: the speed of compiled code without intrinsics,
// and the shortest example of a peer.
#include <algorithm>
#include <array>
#include <vector>

#include "bench/peers/peer.h"

namespace {

struct Made {
  const bindpose_peer_mesh& mesh;
  std::vector<float> positions, normals;
};

}  // namespace

extern "C" {

const char* bindpose_peer_name(void) {
  return "plain C++";
}

int bindpose_peer_normalises(void) {
  return 0;
}

void* bindpose_peer_make(const bindpose_peer_mesh* mesh) {
  const std::vector<float> results(3 * mesh->vertex_count);
  return new Made{*mesh, results, results};
}

void bindpose_peer_blend(void* held) {
  auto& [mesh, positions, normals] = *static_cast<Made*>(held);
  for (std::size_t v = 0; v < mesh.vertex_count; ++v) {
    std::array<float, 12> blended = {};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < blended.size(); ++k)
        blended[k] += mesh.weights[4 * v + i] * mesh.matrices[12 * mesh.joints[4 * v + i] + k];
    const float *x = mesh.positions + 3 * v, *n = mesh.normals + 3 * v;
    for (std::size_t r = 0; r < 3; ++r) {
      const float* row = &blended[4 * r];
      positions[3 * v + r] = row[0] * x[0] + row[1] * x[1] + row[2] * x[2] + row[3];
      normals[3 * v + r] = row[0] * n[0] + row[1] * n[1] + row[2] * n[2];
    }
  }
}

void bindpose_peer_read(const void* held, float* positions, float* normals) {
  const Made& made = *static_cast<const Made*>(held);
  std::ranges::copy(made.positions, positions);
  std::ranges::copy(made.normals, normals);
}

void bindpose_peer_drop(void* held) {
  delete static_cast<Made*>(held);
}

}  // extern "C"
