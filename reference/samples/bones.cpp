// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/bones.h"

#include <algorithm>

#include "reference/samples/rigid_questions.h"

namespace bindpose::samples {

using namespace scenes;
namespace {

using skinning::Bone;

/// The first child of joint j, -1 for a leaf.
int first_child(const Skeleton& skeleton, std::size_t j) {
  for (std::size_t k = 0; k < skeleton.joint_count(); ++k)
    if (skeleton.parents[k] == static_cast<int>(j)) return static_cast<int>(k);
  return -1;
}

void append(Array::Reals& numbers, const Vec3<double>& v) {
  for (const double x : to_float32(v))
    numbers.push_back(x);
}

void add_bones(ArraySet& question, const std::vector<Bone<double>>& bones) {
  Array::Reals heads, tails;
  for (const Bone<double>& bone : bones) {
    append(heads, bone.head);
    append(tails, bone.tail);
  }
  question.add("bone_heads", {bones.size(), 3}, std::move(heads));
  question.add("bone_tails", {bones.size(), 3}, std::move(tails));
}

}  // namespace

std::vector<Bone<double>> bones_of(const Skeleton& skeleton) {
  const std::vector<Vec3<double>> heads = bind_positions(skeleton);
  std::vector<Bone<double>> bones(heads.size());
  for (const std::size_t j : topological_order(skeleton.parents)) {
    const int child = first_child(skeleton, j), parent = skeleton.parents[j];
    Vec3<double> along = skeleton.inverse_binds[j].linear.inverse().col(1);
    if (child >= 0)
      along = heads[static_cast<std::size_t>(child)] - heads[j];
    else if (parent >= 0)
      along = bones[static_cast<std::size_t>(parent)].tail - bones[static_cast<std::size_t>(parent)].head;
    bones[j] = {heads[j], to_float32(Vec3<double>(heads[j] + along))};
  }
  return bones;
}

double along(const Bone<double>& bone, const Vec3<double>& x) {
  const Vec3<double> ab = bone.tail - bone.head;
  const double squared = ab.dot(ab);
  return squared == 0 ? 0 : dyadic_weight(std::clamp((x - bone.head).dot(ab) / squared, 0.0, 1.0));
}

void add_bones(ArraySet& question, const Skeleton& skeleton) {
  add_bones(question, bones_of(skeleton));
}

void lean_bones(ArraySet& question) {
  auto& heads = std::get<Array::Reals>(question.find("bone_heads")->data);
  auto& tails = std::get<Array::Reals>(question.find("bone_tails")->data);
  for (std::size_t i = 0; i + 2 < heads.size(); i += 3) {
    const double j = static_cast<double>(i) / 3;
    heads[i] += 0.25;
    heads[i + 2] -= 0.5;
    tails[i] += 0.75 + 0.5 * j;
    tails[i + 2] += 0.25 - 0.5 * j;
  }
  for (Array::Reals* numbers : {&heads, &tails})
    for (double& x : *numbers)
      x = bindpose::to_float32(x);
}

void add_endpoint_weights(ArraySet& question, const Rig& rig) {
  const std::vector<Bone<double>> bones = bones_of(rig.skeleton);
  const std::size_t width = rig.influences.width;
  Array::Reals e;
  for (std::size_t i = 0; i < rig.influences.joints.size(); ++i)
    e.push_back(along(bones[rig.influences.joints[i]], rig.mesh.positions[i / width]));
  question.add("endpoint_weights", {rig.mesh.vertex_count(), width}, std::move(e));
}

void add_bone_motions(ArraySet& question, const Skeleton& skeleton, const std::vector<double>& growths,
                      const std::vector<double>& twists) {
  Array::Reals stretches, angles;
  const std::vector<Bone<double>> bones = bones_of(skeleton);
  for (std::size_t j = 0; j < bones.size(); ++j) {
    append(stretches, growths[j % growths.size()] * (bones[j].tail - bones[j].head));
    angles.push_back(bindpose::to_float32(twists[j % twists.size()]));
  }
  question.add("stretches", {bones.size(), 3}, std::move(stretches));
  question.add("twists", {bones.size()}, std::move(angles));
}

void add_random_bones(ArraySet& question, std::size_t joint_count, Random& random) {
  std::vector<Bone<double>> bones;
  for (std::size_t j = 0; j < joint_count; ++j) {
    const Vec3<double> head = random.point(2);
    const double length = random.uniform(0.25, 2);
    bones.push_back({head, head + length * random.direction()});
  }
  add_bones(question, bones);
}

}  // namespace bindpose::samples
