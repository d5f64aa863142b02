// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A question's mesh as OGRE's: on the CPU and on the GPU the same.
#pragma once

#include "exchange.h"

namespace ogre {

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

inline std::size_t width_of(bool with_normals) {
  return with_normals ? 6 : 3;
}

/// Vertices whose position and normal lie one after the other, as OGRE's own tools write them.
inline void describe(Ogre::VertexData& data, std::size_t vertices, bool with_normals) {
  data.vertexCount = vertices;
  data.vertexDeclaration->addElement(0, 0, Ogre::VET_FLOAT3, Ogre::VES_POSITION);
  if (with_normals)
    data.vertexDeclaration->addElement(0, 3 * sizeof(float), Ogre::VET_FLOAT3, Ogre::VES_NORMAL);
}

inline Ogre::HardwareVertexBufferSharedPtr new_buffer(const Numbers& numbers, std::size_t vertices) {
  const std::size_t bytes = numbers.size() * sizeof(float);
  const auto buffer = Ogre::HardwareBufferManager::getSingleton().createVertexBuffer(
      bytes / vertices, vertices, Ogre::HBU_CPU_ONLY);
  buffer->writeData(0, bytes, numbers.data(), true);
  return buffer;
}

/// The question's positions, and its normals if there are some.
inline Ogre::VertexData* vertex_data(const Exchange& x) {
  const bool with_normals = x.has("normals");
  const Numbers positions = x.numbers("positions");
  const Numbers normals = with_normals ? x.numbers("normals") : Numbers{};
  const std::size_t vertices = x.extent("positions", 0);
  Numbers interleaved;
  for (std::size_t v = 0; v < vertices; ++v) {
    Exchange::append(interleaved, x.vector(positions, v));
    if (with_normals) Exchange::append(interleaved, x.vector(normals, v));
  }
  auto* data = OGRE_NEW Ogre::VertexData();
  describe(*data, vertices, with_normals);
  data->vertexBufferBinding->setBinding(0, new_buffer(interleaved, vertices));
  return data;
}

inline void put_vertices(Exchange& x, const Ogre::VertexData& data, bool with_normals) {
  const std::size_t width = width_of(with_normals);
  Numbers moved(data.vertexCount * width), positions, normals;
  data.vertexBufferBinding->getBuffer(0)->readData(0, moved.size() * sizeof(float), moved.data());
  for (std::size_t v = 0; v < data.vertexCount; ++v) {
    const float* vertex = moved.data() + v * width;
    positions.insert(positions.end(), vertex, vertex + 3);
    if (with_normals) normals.insert(normals.end(), vertex + 3, vertex + 6);
  }
  x.put("positions", positions);
  if (with_normals) x.put("normals", normals);
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

}  // namespace ogre
