// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Cal3D before the judge: README.md says what is declared and why.
#include <memory>
#include <string>
#include <vector>

#include "../adapter.h"
#include <cal3d/cal3d.h>
#include <cal3d/corekeyframe.h>
#include <cal3d/coretrack.h>

namespace {

using engines::Arrays;
using engines::Numbers;

CalVector vector(const float* v) {
  return {v[0], v[1], v[2]};
}

/// Cal3D's rotations turn the other way.
CalQuaternion quaternion(const float* q) {
  CalQuaternion turned(q[0], q[1], q[2], q[3]);
  turned.conjugate();
  return turned;
}

void append(Numbers& to, CalQuaternion q) {
  q.conjugate();
  to.insert(to.end(), {q.x, q.y, q.z, q.w});
}

/// A model with the question's bones; the core skeleton has their pose. Bone space is the joint's own.
class Model {
 public:
  explicit Model(const Arrays& arrays) : core_(new CalCoreModel("question")) {
    const Numbers translations = arrays.numbers("local_translations"),
                  rotations = arrays.numbers("local_rotations");
    const std::vector<int> parents = arrays.integers("parents");
    CalCoreSkeleton* skeleton = new CalCoreSkeleton;
    for (std::size_t j = 0; j < parents.size(); ++j) {
      CalCoreBone* bone = new CalCoreBone("joint" + std::to_string(j));
      bone->setParentId(parents[j]);
      bone->setTranslation(vector(&translations[3 * j]));
      bone->setRotation(quaternion(&rotations[4 * j]));
      bone->setTranslationBoneSpace(CalVector());
      bone->setRotationBoneSpace(CalQuaternion());
      skeleton->addCoreBone(bone);
    }
    for (std::size_t j = 0; j < parents.size(); ++j)
      if (parents[j] >= 0) skeleton->getCoreBone(parents[j])->addChildId(static_cast<int>(j));
    core_->setCoreSkeleton(skeleton);
  }

  /// The question's mesh: each vertex belongs to its joint.
  void add_mesh(const Arrays& arrays) {
    const Numbers positions = arrays.numbers("positions");
    const Numbers normals = arrays.has("normals") ? arrays.numbers("normals") : Numbers(positions.size());
    const std::vector<int> joints = arrays.integers("joints");
    CalCoreSubmesh* submesh = new CalCoreSubmesh;
    submesh->reserve(static_cast<int>(joints.size()), 0, 0, 0);
    for (std::size_t v = 0; v < joints.size(); ++v) {
      CalCoreSubmesh::Vertex vertex;
      vertex.position = vector(&positions[3 * v]);
      vertex.normal = vector(&normals[3 * v]);
      vertex.vectorInfluence.push_back({joints[v], 1});
      vertex.collapseId = -1, vertex.faceCollapseCount = 0;
      submesh->setVertex(static_cast<int>(v), vertex);
    }
    CalCoreMesh* mesh = new CalCoreMesh;
    mesh->addCoreSubmesh(submesh);
    core_->addCoreMesh(mesh);
  }

  /// The bones where the pose puts them.
  std::unique_ptr<CalModel> posed() const {
    auto model = std::make_unique<CalModel>(core_.get());
    for (int mesh = 0; mesh < core_->getCoreMeshCount(); ++mesh)
      model->attachMesh(mesh);
    model->getSkeleton()->calculateState();
    return model;
  }

 private:
  std::unique_ptr<CalCoreModel> core_;
};

void answer_fk_quaternion(Arrays& arrays) {
  const std::unique_ptr<CalModel> model = Model(arrays).posed();
  Numbers rotations, translations;
  for (CalBone* bone : model->getSkeleton()->getVectorBone()) {
    const CalVector& t = bone->getTranslationAbsolute();
    translations.insert(translations.end(), {t.x, t.y, t.z});
    append(rotations, bone->getRotationAbsolute());
  }
  arrays.put("world_rotations", rotations);
  arrays.put("world_translations", translations);
}

void answer_rigid_parts(Arrays& arrays) {
  Model made(arrays);
  made.add_mesh(arrays);
  const std::unique_ptr<CalModel> model = made.posed();
  Numbers buffer(6 * arrays.extent("positions", 0)), positions, normals;
  model->getPhysique()->calculateVerticesAndNormals(model->getMesh(0)->getSubmesh(0), buffer.data());
  for (std::size_t v = 0; v < buffer.size(); v += 6) {
    positions.insert(positions.end(), &buffer[v], &buffer[v] + 3);
    normals.insert(normals.end(), &buffer[v] + 3, &buffer[v] + 6);
  }
  arrays.put("positions", positions);
  if (arrays.has("normals")) arrays.put("normals", normals);
}

void answer_slerp(Arrays& arrays) {
  const Numbers a = arrays.numbers("a"), b = arrays.numbers("b"), t = arrays.numbers("t");
  Numbers values;
  for (std::size_t i = 0; i < t.size(); ++i) {
    CalQuaternion q = quaternion(&a[4 * i]);
    q.blend(t[i], quaternion(&b[4 * i]));
    append(values, q);
  }
  arrays.put("values", values);
}

/// A core track has a translation and a rotation at each key; tracks of numbers use the translation.
void answer_linear_track(Arrays& arrays) {
  const Numbers times = arrays.numbers("times"), values = arrays.numbers("values");
  const std::size_t width = arrays.extent("values", 1);
  const bool rotates = arrays.integers("is_rotation").at(0) != 0;
  CalCoreTrack track;
  for (std::size_t k = 0; k < times.size(); ++k) {
    float padded[4] = {};
    std::copy_n(&values[width * k], width, padded);
    auto* key = new CalCoreKeyframe;
    key->setTime(times[k]);
    if (rotates)
      key->setRotation(quaternion(padded));
    else
      key->setTranslation(vector(padded));
    track.addCoreKeyframe(key);
  }
  Numbers answers;
  for (const float time : arrays.numbers("t")) {
    CalVector translation;
    CalQuaternion rotation;
    track.getState(time, translation, rotation);
    if (rotates)
      append(answers, rotation);
    else
      answers.insert(answers.end(), &translation[0], &translation[0] + width);
  }
  track.destroy();
  arrays.put("values", answers);
}

#define WITHOUT "without=tangents,tracks,matrix-joints,scale"

constexpr engines::Answer<Arrays> answers[] = {
    engines::offers("fk.quaternion", "pose", "rotations=as-given", answer_fk_quaternion),
    engines::offers("rigid-parts", "pose", "normal_rule=direction rotations=as-given " WITHOUT,
                    answer_rigid_parts),
    engines::offers("interp.slerp", "pose", nullptr, answer_slerp),
    engines::offers("anim.linear", "pose", nullptr, answer_linear_track),
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<Arrays, answers>("Cal3D", ENGINE_VERSION);
}
