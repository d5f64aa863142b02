// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skeletons and skinned meshes: Ogre::Skeleton and its bones, Ogre::Mesh with its bone assignments, and the calls by
// which Ogre::Entity::updateAnimation() blends on the CPU. An Entity itself wants materials and with them a render
// system; nothing of what it adds is judged.
#include <cmath>
#include <limits>

#include "mesh.h"

namespace ogre {
namespace {

/// OGRE's skinning wants its matrices at multiples of 16 bytes, which is what operator new gives.
using Palette = std::vector<Ogre::Affine3>;
static_assert(__STDCPP_DEFAULT_NEW_ALIGNMENT__ >= 16 && sizeof(Ogre::Affine3) % 16 == 0);

// --- the skeleton ---

enum Path { translation, rotation, scale };
enum Interpolation { step, linear, cubicspline };

class Rig {
 public:
  Rig()
      : skeleton_(Ogre::static_pointer_cast<Ogre::Skeleton>(
            Ogre::SkeletonManager::getSingleton().create("question", Ogre::RGN_DEFAULT, true))) {}

  std::size_t size() const { return bones_.size(); }
  const Ogre::Bone& operator[](std::size_t joint) const { return *bones_[joint]; }

  /// Bones in their binding pose. It is taken from bones without parents, whose derived transforms are their own: OGRE
  /// keeps nothing else of it.
  void bind(std::size_t joints, const std::vector<Ogre::Affine3>& inverse_binds) {
    for (std::size_t j = 0; j < joints; ++j) {
      Ogre::Bone* bone = skeleton_->createBone(std::to_string(j), static_cast<unsigned short>(j));
      bones_.push_back(bone);
      if (inverse_binds.empty()) continue;
      Ogre::Vector3 position, size;
      Ogre::Quaternion orientation;
      inverse_binds[j].inverse().decomposition(position, size, orientation);
      bone->setPosition(position);
      bone->setOrientation(orientation);
      bone->setScale(size);
    }
    skeleton_->setBindingPose();
  }

  /// The pose: bones get their parents, their local transforms, and what moves at the time.
  void pose(const Exchange& x) {
    const std::vector<int> parents = x.integers("parents");
    const Numbers translations = x.numbers("local_translations"), rotations = x.numbers("local_rotations"),
                  scales = x.numbers("local_scales");
    for (std::size_t j = 0; j < bones_.size(); ++j) {
      if (parents[j] >= 0) bones_[static_cast<std::size_t>(parents[j])]->addChild(bones_[j]);
      bones_[j]->setPosition(x.vector(translations, j));
      bones_[j]->setOrientation(x.quaternion(rotations, j));
      bones_[j]->setScale(x.vector(scales, j));
    }
    skeleton_->getRootBones();  // which derives them
    if (x.has("tracks")) animate(x);
  }

  Palette palette() {
    Palette matrices(bones_.size());
    skeleton_->_getBoneMatrices(matrices.data());
    return matrices;
  }

 private:
  /// OGRE's keys are relative to the bone's initial state, and a track has all three of a joint's channels. So each
  /// channel gets an animation of its own, added up without weights, and starts from the neutral value.
  void animate(const Exchange& x) {
    const std::vector<int> list = x.integers("tracks");
    const float time = x.numbers("time").at(0);
    Ogre::AnimationStateSet states;
    for (std::size_t i = 0; 3 * i < list.size(); ++i) {
      Ogre::Bone* bone = bones_.at(static_cast<std::size_t>(list[3 * i]));
      const auto path = static_cast<Path>(list[3 * i + 1]);
      if (path == translation) bone->setPosition(Ogre::Vector3::ZERO);
      if (path == rotation) bone->setOrientation(Ogre::Quaternion::IDENTITY);
      if (path == scale) bone->setScale(Ogre::Vector3::UNIT_SCALE);
      const std::string name = "track_" + std::to_string(i);
      const Numbers times = x.numbers(name + "_times"), values = x.numbers(name + "_values");
      Ogre::Animation* animation = skeleton_->createAnimation(name, times.back());
      animation->setInterpolationMode(Ogre::Animation::IM_LINEAR);
      animation->setRotationInterpolationMode(Ogre::Animation::RIM_SPHERICAL);
      Ogre::NodeAnimationTrack* track = animation->createNodeTrack(bone->getHandle(), bone);
      for (std::size_t k = 0; k < times.size(); ++k) {
        // OGRE lacks step keys: a step is two keys at neighbouring float times.
        const float before = std::nextafter(times[k], -std::numeric_limits<float>::infinity());
        if (list[3 * i + 2] == step && k > 0 && before > times[k - 1])
          set(track->createNodeKeyFrame(before), path, x, values, k - 1);
        set(track->createNodeKeyFrame(times[k]), path, x, values, k);
      }
      Ogre::AnimationState* state = states.createAnimationState(name, 0, times.back());
      state->setEnabled(true);
      state->setLoop(false);
      state->setTimePosition(time);
    }
    for (Ogre::Bone* bone : bones_)
      bone->setInitialState();
    skeleton_->setBlendMode(Ogre::ANIMBLEND_CUMULATIVE);
    skeleton_->setAnimationState(states);
  }

  static void set(Ogre::TransformKeyFrame* key, Path path, const Exchange& x, const Numbers& values,
                  std::size_t k) {
    if (path == translation) key->setTranslate(x.vector(values, k));
    if (path == rotation) key->setRotation(x.quaternion(values, k));
    if (path == scale) key->setScale(x.vector(values, k));
  }

  Owned<Ogre::SkeletonManager, Ogre::Skeleton> skeleton_;
  std::vector<Ogre::Bone*> bones_;
};

void put_world(Exchange& x, const Rig& rig) {
  std::vector<Ogre::Affine3> world;
  for (std::size_t j = 0; j < rig.size(); ++j)
    world.push_back(rig[j]._getFullTransform());
  engines::put_matrices<Library>(x, "world", world);
}

/// The matrices that vertices are blended with: given, or of the posed bones.
Palette read_palette(Exchange& x, const std::vector<Ogre::Affine3>& inverse_binds) {
  if (x.has("palette")) return x.matrices("palette");
  Rig rig;
  rig.bind(x.extent("parents", 0), inverse_binds);
  rig.pose(x);
  Palette palette = rig.palette();
  put_world(x, rig);
  engines::put_matrices<Library>(x, "palette", palette);
  return palette;
}

// --- the mesh ---

void blend(Exchange& x, const Palette& palette) {
  const Owned<Ogre::MeshManager, Ogre::Mesh> mesh(
      Ogre::MeshManager::getSingleton().createManual("question", Ogre::RGN_DEFAULT));
  mesh->sharedVertexData = vertex_data(x);
  assign_bones(x, *mesh.resource);
  const std::unique_ptr<Ogre::VertexData, void (*)(Ogre::VertexData*)> target(
      mesh->sharedVertexData->clone(true), [](Ogre::VertexData* data) { OGRE_DELETE data; });

  const Ogre::Affine3* matrices[OGRE_MAX_NUM_BONES];
  Ogre::Mesh::prepareMatricesForVertexBlend(matrices, palette.data(), mesh->sharedBlendIndexToBoneIndexMap);
  const bool with_normals = x.has("normals");
  Ogre::Mesh::softwareVertexBlend(mesh->sharedVertexData, target.get(), matrices,
                                  mesh->sharedBlendIndexToBoneIndexMap.size(), with_normals);
  put_vertices(x, *target, with_normals);
}

}  // namespace

void answer_fk_matrix(Exchange& x) {
  Rig rig;
  rig.bind(x.extent("parents", 0), {});
  rig.pose(x);
  put_world(x, rig);
}

void answer_fk_quaternion(Exchange& x) {
  Rig rig;
  rig.bind(x.extent("parents", 0), {});
  rig.pose(x);
  std::vector<Ogre::Quaternion> rotations;
  std::vector<Ogre::Vector3> translations;
  for (std::size_t j = 0; j < rig.size(); ++j) {
    rotations.push_back(rig[j]._getDerivedOrientation());
    translations.push_back(rig[j]._getDerivedPosition());
  }
  x.put_all("world_rotations", rotations);
  x.put_all("world_translations", translations);
}

void answer_bones(Exchange& x) {
  Rig rig;
  rig.bind(x.extent("parents", 0), {});
  rig.pose(x);
  put_world(x, rig);
  std::vector<Ogre::Vector3> ends;
  for (std::size_t j = 0; j < rig.size(); ++j)
    if (rig[j].getParent() != nullptr) {
      ends.push_back(rig[j]._getDerivedPosition());
      ends.push_back(rig[j].getParent()->_getDerivedPosition());
    }
  x.put_all("bones", ends);
}

/// Each part is stored in its joint's space: a bone whose binding pose is the identity.
void answer_rigid_parts(Exchange& x) {
  blend(x, read_palette(x, {}));
}

/// Linear blending; stitching is the same with one bone per vertex.
void answer_linear_blend(Exchange& x) {
  const bool posed = x.has("inverse_binds");
  blend(x, read_palette(x, posed ? x.matrices("inverse_binds") : std::vector<Ogre::Affine3>{}));
}

}  // namespace ogre
