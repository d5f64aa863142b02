// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// OGRE's software skinning, by the function that its Mesh::softwareVertexBlend() calls, with the vector
// instructions that OGRE chooses. Buffers are aligned and interleaved like those of its meshes: positions with
// normals, weights with 8-bit joints.
#include <cstdint>
#include <string>
#include <vector>

#include <Ogre.h>
#include <OgreOptimisedUtil.h>

#include "bench/peers/peer.h"

namespace {

constexpr std::size_t influences = 4, floats_of_vertex = 6;

using Vertices = Ogre::aligned_vector<float>;

struct Made {
  Vertices rest, moved, weights;
  std::vector<std::uint8_t> joints;
  std::vector<Ogre::Affine3> matrices;
  std::vector<const Ogre::Affine3*> palette;
};

}  // namespace

extern "C" {

const char* bindpose_peer_name(void) {
  static const std::string name = "OGRE " + std::to_string(OGRE_VERSION_MAJOR) + "." +
                                  std::to_string(OGRE_VERSION_MINOR) + "." +
                                  std::to_string(OGRE_VERSION_PATCH);
  return name.c_str();
}

int bindpose_peer_normalises(void) {
  return 1;
}

void* bindpose_peer_make(const bindpose_peer_mesh* mesh) {
  if (mesh->joint_count > 256) return nullptr;
  auto* made = new Made;
  made->rest.resize(floats_of_vertex * mesh->vertex_count);
  made->moved.resize(floats_of_vertex * mesh->vertex_count);
  for (std::size_t v = 0; v < mesh->vertex_count; ++v)
    for (std::size_t c = 0; c < 3; ++c) {
      made->rest[floats_of_vertex * v + c] = mesh->positions[3 * v + c];
      made->rest[floats_of_vertex * v + 3 + c] = mesh->normals[3 * v + c];
    }
  const std::size_t slots = influences * mesh->vertex_count;
  made->weights.assign(mesh->weights, mesh->weights + slots);
  made->joints.assign(mesh->joints, mesh->joints + slots);
  for (std::size_t j = 0; j < mesh->joint_count; ++j) {
    const float* m = mesh->matrices + 12 * j;
    made->matrices.emplace_back(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11]);
  }
  for (const Ogre::Affine3& matrix : made->matrices)
    made->palette.push_back(&matrix);
  return made;
}

void bindpose_peer_blend(void* held) {
  Made& made = *static_cast<Made*>(held);
  constexpr std::size_t stride = floats_of_vertex * sizeof(float);
  Ogre::OptimisedUtil::getImplementation()->softwareVertexSkinning(
      made.rest.data(), made.moved.data(), made.rest.data() + 3, made.moved.data() + 3, made.weights.data(),
      made.joints.data(), made.palette.data(), stride, stride, stride, stride, influences * sizeof(float),
      influences, influences, made.joints.size() / influences);
}

void bindpose_peer_read(const void* held, float* positions, float* normals) {
  const Made& made = *static_cast<const Made*>(held);
  for (std::size_t v = 0; v < made.joints.size() / influences; ++v)
    for (std::size_t c = 0; c < 3; ++c) {
      positions[3 * v + c] = made.moved[floats_of_vertex * v + c];
      normals[3 * v + c] = made.moved[floats_of_vertex * v + 3 + c];
    }
}

void bindpose_peer_drop(void* held) {
  delete static_cast<Made*>(held);
}

}  // extern "C"
