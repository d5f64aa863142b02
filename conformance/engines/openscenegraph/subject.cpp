// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// OpenSceneGraph before the judge: README.md says what is declared and why.
#include <string>
#include <vector>

#include "../maths.h"
#include <osg/Geode>
#include <osgAnimation/Bone>
#include <osgAnimation/RigGeometry>
#include <osgAnimation/RigTransformSoftware>
#include <osgAnimation/Sampler>
#include <osgAnimation/Skeleton>
#include <osgAnimation/StackedMatrixElement>
#include <osgAnimation/StackedQuaternionElement>
#include <osgAnimation/StackedScaleElement>
#include <osgAnimation/StackedTranslateElement>
#include <osgAnimation/UpdateBone>
#include <osgUtil/UpdateVisitor>

namespace {

using engines::Arrays;
using engines::Numbers;
using osgAnimation::Bone;

osg::Vec3 vector(const float* v) {
  return {v[0], v[1], v[2]};
}

osg::Quat quaternion(const float* q) {
  return {q[0], q[1], q[2], q[3]};
}

void append(Numbers& to, const osg::Vec3& v, std::size_t width = 3) {
  to.insert(to.end(), v.ptr(), v.ptr() + width);
}

void append(Numbers& to, const osg::Quat& q, std::size_t = 4) {
  for (const double number : {q.x(), q.y(), q.z(), q.w()})
    to.push_back(static_cast<float>(number));
}

/// OSG multiplies a row by a matrix, so that products are turned round.
struct Library {
  using Matrix = osg::Matrix;

  static Matrix matrix(const float* r) {
    return {r[0], r[4], r[8], 0, r[1], r[5], r[9], 0, r[2], r[6], r[10], 0, r[3], r[7], r[11], 1};
  }
  static void rows(const Matrix& m, float* to) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        to[4 * row + column] = static_cast<float>(m(column, row));
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return b * a; }
  static Matrix inverse(const Matrix& m) { return Matrix::inverse(m); }
  static void slerp(const float* a, const float* b, float t, float* to) {
    osg::Quat between;
    between.slerp(t, quaternion(a), quaternion(b));
    Numbers numbers;
    append(numbers, between);
    std::copy(numbers.begin(), numbers.end(), to);
  }
};

using Bones = std::vector<osg::ref_ptr<Bone>>;

Bones named_bones(std::size_t count) {
  Bones bones;
  for (std::size_t j = 0; j < count; ++j)
    bones.push_back(new Bone("joint" + std::to_string(j)));
  return bones;
}

/// What moves a bone: its translation, rotation and scale, or its matrix.
osg::ref_ptr<osgAnimation::UpdateBone> pose_of(const Arrays& arrays, std::size_t j) {
  osg::ref_ptr<osgAnimation::UpdateBone> pose = new osgAnimation::UpdateBone;
  osgAnimation::StackedTransform& stack = pose->getStackedTransforms();
  if (arrays.has("local_matrices") && arrays.integers("local_is_matrix")[j] != 0) {
    stack.push_back(
        new osgAnimation::StackedMatrixElement(engines::matrices<Library>(arrays, "local_matrices")[j]));
    return pose;
  }
  stack.push_back(
      new osgAnimation::StackedTranslateElement(vector(&arrays.numbers("local_translations")[3 * j])));
  stack.push_back(
      new osgAnimation::StackedQuaternionElement(quaternion(&arrays.numbers("local_rotations")[4 * j])));
  stack.push_back(new osgAnimation::StackedScaleElement(vector(&arrays.numbers("local_scales")[3 * j])));
  return pose;
}

/// Bones below a skeleton, where an update of the scene puts them.
Bones posed_bones(const Arrays& arrays, osgAnimation::Skeleton& skeleton) {
  const std::vector<int> parents = arrays.integers("parents");
  Bones bones = named_bones(parents.size());
  for (std::size_t j = 0; j < bones.size(); ++j) {
    osg::Group& parent = parents[j] < 0 ? static_cast<osg::Group&>(skeleton) : *bones[parents[j]];
    parent.addChild(bones[j]);
    bones[j]->setUpdateCallback(pose_of(arrays, j));
  }
  osgUtil::UpdateVisitor update;
  skeleton.accept(update);
  return bones;
}

Bones placed_bones(const Arrays& arrays, osgAnimation::Skeleton& skeleton) {
  const engines::Matrices<Library> palette = engines::matrices<Library>(arrays, "palette");
  Bones bones = named_bones(palette.size());
  for (std::size_t j = 0; j < bones.size(); ++j) {
    bones[j]->setMatrixInSkeletonSpace(palette[j]);
    skeleton.addChild(bones[j]);
  }
  return bones;
}

void put_world(Arrays& arrays, const Bones& bones) {
  engines::Matrices<Library> world;
  for (const auto& bone : bones)
    world.push_back(bone->getMatrixInSkeletonSpace());
  engines::put_matrices<Library>(arrays, "world", world);
}

void answer_fk_matrix(Arrays& arrays) {
  osg::ref_ptr<osgAnimation::Skeleton> skeleton = new osgAnimation::Skeleton;
  put_world(arrays, posed_bones(arrays, *skeleton));
}

osg::ref_ptr<osg::Vec3Array> rows(const Arrays& arrays, const char* name) {
  osg::ref_ptr<osg::Vec3Array> all = new osg::Vec3Array;
  const Numbers numbers = arrays.numbers(name);
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    all->push_back(vector(&numbers[i]));
  return all;
}

osg::ref_ptr<osgAnimation::VertexInfluenceMap> influences(const Arrays& arrays, const Bones& bones) {
  const std::vector<int> joints = arrays.integers("joints");
  const Numbers weights = arrays.has("weights") ? arrays.numbers("weights") : Numbers(joints.size(), 1);
  osg::ref_ptr<osgAnimation::VertexInfluenceMap> map = new osgAnimation::VertexInfluenceMap;
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (weights[i] != 0)
      (*map)[bones[joints[i]]->getName()].push_back(
          {static_cast<unsigned>(i / arrays.extent("joints", 1)), weights[i]});
  return map;
}

/// Normals are summed and left so: GL_NORMALIZE normalises them, here the vector's own function does.
void put_vertices(Arrays& arrays, const osg::Geometry& geometry) {
  Numbers positions, normals;
  for (const osg::Vec3& p : dynamic_cast<const osg::Vec3Array&>(*geometry.getVertexArray()))
    append(positions, p);
  arrays.put("positions", positions);
  if (!arrays.has("normals")) return;
  for (osg::Vec3 n : dynamic_cast<const osg::Vec3Array&>(*geometry.getNormalArray())) {
    n.normalize();
    append(normals, n);
  }
  arrays.put("normals", normals);
}

void answer_skin(Arrays& arrays) {
  osg::ref_ptr<osgAnimation::Skeleton> skeleton = new osgAnimation::Skeleton;
  const bool posed = !arrays.has("palette");
  const Bones bones = posed ? posed_bones(arrays, *skeleton) : placed_bones(arrays, *skeleton);
  if (arrays.has("inverse_binds")) {
    const engines::Matrices<Library> inverse_binds = engines::matrices<Library>(arrays, "inverse_binds");
    for (std::size_t j = 0; j < bones.size(); ++j)
      bones[j]->setInvBindMatrixInSkeletonSpace(inverse_binds[j]);
  }
  osg::ref_ptr<osg::Geometry> rest = new osg::Geometry;
  rest->setVertexArray(rows(arrays, "positions"));
  if (arrays.has("normals")) rest->setNormalArray(rows(arrays, "normals"), osg::Array::BIND_PER_VERTEX);
  osg::ref_ptr<osgAnimation::RigGeometry> rig = new osgAnimation::RigGeometry;
  rig->setSourceGeometry(rest);
  rig->setInfluenceMap(influences(arrays, bones));
  rig->setSkeleton(skeleton);
  rig->setRigTransformImplementation(new osgAnimation::RigTransformSoftware);
  rig->buildVertexInfluenceSet();
  rig->update();
  put_vertices(arrays, *rig);
  if (posed) put_world(arrays, bones);
}

/// The values of a sampler whose keys are made by value(row).
template <class Sampler, class Value>
Numbers sampled(const Arrays& arrays, Value (*value)(const float*)) {
  const Numbers times = arrays.numbers("times"), values = arrays.numbers("values");
  const std::size_t width = arrays.extent("values", 1);
  osg::ref_ptr<Sampler> sampler = new Sampler;
  for (std::size_t k = 0; k < times.size(); ++k) {
    float padded[4] = {};
    std::copy_n(&values[width * k], width, padded);
    sampler->getOrCreateKeyframeContainer()->push_back({times[k], value(padded)});
  }
  Numbers answers;
  for (const float time : arrays.numbers("t")) {
    Value result;
    sampler->getValueAt(time, result);
    append(answers, result, width);
  }
  return answers;
}

template <class VectorSampler, class RotationSampler>
void answer_track(Arrays& arrays) {
  arrays.put("values", arrays.integers("is_rotation").at(0) != 0
                           ? sampled<RotationSampler, osg::Quat>(arrays, quaternion)
                           : sampled<VectorSampler, osg::Vec3>(arrays, vector));
}

#define BONES "scale_inheritance=with-shear rotations=kept-unit "
#define DIRECTION "normal_rule=direction "
#define WEIGHTS "weight_sum=renormalised zero_sum=rest influences_kept=all "

constexpr engines::Answer<Arrays> answers[] = {
    engines::offers("fk.matrix", "pose", BONES, answer_fk_matrix),
    engines::offers("skeleton.inverse-bind", "pose", nullptr, engines::answer_inverse_bind<Library>),
    engines::offers("skeleton.palette", "pose", nullptr, engines::answer_palette<Library>),
    engines::offers("interp.slerp", "pose", nullptr, engines::answer_slerp<Library>),
    engines::offers("anim.step", "pose", nullptr,
                    answer_track<osgAnimation::Vec3StepSampler, osgAnimation::QuatStepSampler>),
    engines::offers("anim.linear", "pose", nullptr,
                    answer_track<osgAnimation::Vec3LinearSampler, osgAnimation::QuatSphericalLinearSampler>),
    engines::offers("rigid-parts", "palette", DIRECTION "without=tangents", answer_skin),
    engines::offers("rigid-parts", "pose", DIRECTION BONES "without=tangents,tracks", answer_skin),
    engines::offers("stitching", "palette", DIRECTION "without=tangents", answer_skin),
    engines::offers("stitching", "pose", DIRECTION BONES "without=tangents,tracks", answer_skin),
    engines::offers("lbs", "palette", DIRECTION WEIGHTS "without=tangents", answer_skin),
    engines::offers("lbs", "pose", DIRECTION WEIGHTS BONES "without=tangents,tracks", answer_skin),
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<Arrays, answers>("OpenSceneGraph", ENGINE_VERSION);
}
