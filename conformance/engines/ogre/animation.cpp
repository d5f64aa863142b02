// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OGRE's nlerp and its keyframe tracks.
#include <memory>

#include "mesh.h"

namespace ogre {
namespace {

/// Where OGRE's clock is: its animation states clamp or wrap the time, its tracks only look keys up.
Ogre::TimeIndex time_index(const Ogre::Animation& animation, float time, bool loop) {
  Ogre::AnimationStateSet states;
  Ogre::AnimationState* state =
      states.createAnimationState(animation.getName(), 0, animation.getLength(), 1, true);
  state->setLoop(loop);
  state->setTimePosition(time);
  return animation._getTimeIndex(state->getTimePosition());
}

void append_rotations(Exchange& x, const Numbers& times, const Numbers& values, Numbers& to) {
  Ogre::Animation animation("question", times.back());
  animation.setRotationInterpolationMode(Ogre::Animation::RIM_SPHERICAL);
  Ogre::NodeAnimationTrack* track = animation.createNodeTrack(0);
  for (std::size_t k = 0; k < times.size(); ++k)
    track->createNodeKeyFrame(times[k])->setRotation(x.quaternion(values, k));
  for (const float time : x.numbers("t")) {
    Ogre::TransformKeyFrame key(nullptr, 0);
    track->getInterpolatedKeyFrame(time_index(animation, time, false), &key);
    Exchange::append(to, key.getRotation());
  }
}

/// A track of plain numbers has one number per key, so a value of w numbers is w tracks.
void append_numbers(Exchange& x, const Numbers& times, const Numbers& values, Numbers& to) {
  const std::size_t width = values.size() / times.size();
  Ogre::Animation animation("question", times.back());
  for (std::size_t c = 0; c < width; ++c) {
    Ogre::NumericAnimationTrack* track = animation.createNumericTrack(static_cast<unsigned short>(c));
    for (std::size_t k = 0; k < times.size(); ++k)
      track->createNumericKeyFrame(times[k])->setValue(Ogre::AnyNumeric(values[k * width + c]));
  }
  for (const float time : x.numbers("t"))
    for (std::size_t c = 0; c < width; ++c) {
      Ogre::NumericKeyFrame key(nullptr, 0);
      animation.getNumericTrack(static_cast<unsigned short>(c))
          ->getInterpolatedKeyFrame(time_index(animation, time, false), &key);
      to.push_back(Ogre::any_cast<float>(key.getValue()));
    }
}

}  // namespace

void answer_nlerp(Exchange& x) {
  const Numbers a = x.numbers("a"), b = x.numbers("b"), t = x.numbers("t");
  std::vector<Ogre::Quaternion> values;
  for (std::size_t i = 0; i < t.size(); ++i)
    values.push_back(Ogre::Quaternion::nlerp(t[i], x.quaternion(a, i), x.quaternion(b, i), true));
  x.put_all("values", values);
}

void answer_linear_track(Exchange& x) {
  const Numbers times = x.numbers("times"), values = x.numbers("values");
  const std::vector<int> is_rotation = x.integers("is_rotation");
  Numbers to;
  if (is_rotation.at(0) != 0)
    append_rotations(x, times, values, to);
  else
    append_numbers(x, times, values, to);
  x.put("values", to);
}

/// A looped animation of one period, with a track for each joint.
void answer_key_poses(Exchange& x) {
  const Numbers times = x.numbers("times"), translations = x.numbers("translations"),
                rotations = x.numbers("rotations");
  const std::size_t joints = x.extent("translations", 1);
  Ogre::Animation animation("question", x.numbers("period").at(0));
  animation.setRotationInterpolationMode(Ogre::Animation::RIM_SPHERICAL);
  for (std::size_t j = 0; j < joints; ++j) {
    Ogre::NodeAnimationTrack* track = animation.createNodeTrack(static_cast<unsigned short>(j));
    for (std::size_t k = 0; k < times.size(); ++k) {
      Ogre::TransformKeyFrame* key = track->createNodeKeyFrame(times[k]);
      key->setTranslate(x.vector(translations, k * joints + j));
      key->setRotation(x.quaternion(rotations, k * joints + j));
    }
  }
  const Ogre::TimeIndex time = time_index(animation, x.numbers("t").at(0), true);
  std::vector<Ogre::Vector3> moved;
  std::vector<Ogre::Quaternion> turned;
  for (std::size_t j = 0; j < joints; ++j) {
    Ogre::TransformKeyFrame key(nullptr, 0);
    animation.getNodeTrack(static_cast<unsigned short>(j))->getInterpolatedKeyFrame(time, &key);
    moved.push_back(key.getTranslate());
    turned.push_back(key.getRotation());
  }
  x.put_all("translations", moved);
  x.put_all("rotations", turned);
}

/// Morph animation in software: a buffer of positions, and normals, for each key.
void answer_vertex_track(Exchange& x) {
  const bool with_normals = x.has("key_normals");
  const Numbers times = x.numbers("key_times"), positions = x.numbers("key_positions");
  const Numbers normals = with_normals ? x.numbers("key_normals") : Numbers{};
  const std::size_t vertices = x.extent("key_positions", 0);
  Ogre::VertexData target;
  describe(target, vertices, with_normals);
  target.vertexBufferBinding->setBinding(0, new_buffer(Numbers(vertices * width_of(with_normals)), vertices));

  Ogre::Animation animation("question", times.back());
  Ogre::VertexAnimationTrack* track = animation.createVertexTrack(0, &target, Ogre::VAT_MORPH);
  for (std::size_t k = 0; k < times.size(); ++k) {
    Numbers interleaved;
    for (std::size_t v = 0; v < vertices; ++v) {
      Exchange::append(interleaved, x.vector(positions, v * times.size() + k));
      if (with_normals) Exchange::append(interleaved, x.vector(normals, v * times.size() + k));
    }
    track->createVertexMorphKeyFrame(times[k])->setVertexBuffer(new_buffer(interleaved, vertices));
  }
  track->applyToVertexData(&target, time_index(animation, x.numbers("time").at(0), false));
  put_vertices(x, target, with_normals);
}

}  // namespace ogre
