// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A question's mesh as OGRE's: on the CPU and on the GPU the same.
#pragma once

#include "exchange.h"

namespace engines {

/// A resource of OGRE's managers that goes with the question.
template <class Manager, class Resource>
struct Owned {
  Ogre::SharedPtr<Resource> resource;
  explicit Owned(const Ogre::SharedPtr<Resource>& made) : resource(made) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() { Manager::getSingleton().remove(resource->getHandle()); }
  Resource* operator->() const { return resource.get(); }
};

/// Positions, and normals where the question has some, in one buffer as OGRE's own tools write them.
inline Ogre::VertexData* vertex_data(const Exchange& x) {
  const bool with_normals = x.has("normals");
  const Numbers positions = x.numbers("positions");
  const Numbers normals = with_normals ? x.numbers("normals") : Numbers{};
  const std::size_t vertices = x.extent("positions", 0), width = with_normals ? 6 : 3;
  Numbers interleaved;
  for (std::size_t v = 0; v < vertices; ++v) {
    Exchange::append(interleaved, x.vector(positions, v));
    if (with_normals) Exchange::append(interleaved, x.vector(normals, v));
  }
  auto* data = OGRE_NEW Ogre::VertexData();
  data->vertexCount = vertices;
  data->vertexDeclaration->addElement(0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION);
  if (with_normals)
    data->vertexDeclaration->addElement(0, 3 * sizeof(float), Ogre::VET_FLOAT3, Ogre::VES_NORMAL);
  const Ogre::HardwareVertexBufferSharedPtr buffer =
      Ogre::HardwareBufferManager::getSingleton().createVertexBuffer(width * sizeof(float), vertices,
                                                                     Ogre::HBU_CPU_ONLY);
  buffer->writeData(0, interleaved.size() * sizeof(float), interleaved.data(), true);
  data->vertexBufferBinding->setBinding(0, buffer);
  return data;
}

/// A slot of weight 0 is an unused one: it makes no assignment.
inline void assign_bones(const Exchange& x, Ogre::Mesh& mesh) {
  const std::vector<int> joints = x.integers("joints");
  const std::size_t slots = x.extent("joints", 1);
  const Numbers weights = x.has("weights") ? x.numbers("weights") : Numbers(joints.size(), 1);
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (weights[i] != 0)
      mesh.addBoneAssignment(
          {static_cast<unsigned int>(i / slots), static_cast<unsigned short>(joints[i]), weights[i]});
  mesh._updateCompiledBoneAssignments();  // renormalises, and keeps the four largest
}

}  // namespace engines
