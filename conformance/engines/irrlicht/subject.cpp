// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Irrlicht before the judge: README.md says what is declared and why.
#include <memory>
#include <vector>

#include "../maths.h"
#include <irrlicht.h>

namespace {

using engines::Arrays;
using engines::Numbers;
using irr::scene::ISkinnedMesh;

irr::core::vector3df vector(const float* v) {
  return {v[0], v[1], v[2]};
}

irr::core::quaternion quaternion(const float* q) {
  return {q[0], q[1], q[2], q[3]};
}

struct Library {
  using Matrix = irr::core::matrix4;

  static Matrix matrix(const float* rows) {
    Matrix m;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        m[4 * column + row] = rows[4 * row + column];
    return m;
  }
  static void rows(const Matrix& m, float* to) { std::copy_n(m.getTransposed().pointer(), 12, to); }
  static Matrix compose(const float* t, const float* q, const float* s) {
    Matrix turned, scaled;
    quaternion(q).getMatrix(turned, vector(t));
    scaled.setScale(vector(s));
    return turned * scaled;
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return a * b; }
  static Matrix inverse(Matrix m) {
    m.makeInverse();
    return m;
  }
  static float lerp(float a, float b, float t) { return irr::core::lerp(a, b, t); }
  static void slerp(const float* a, const float* b, float t, float* to) {
    const irr::core::quaternion q = irr::core::quaternion().slerp(quaternion(a), quaternion(b), t);
    to[0] = q.X, to[1] = q.Y, to[2] = q.Z, to[3] = q.W;
  }
};

/// A mesh of the scene manager, without a device that draws.
std::unique_ptr<ISkinnedMesh, void (*)(ISkinnedMesh*)> new_mesh() {
  static irr::IrrlichtDevice* device = [] {
    irr::SIrrlichtCreationParameters parameters;
    parameters.DriverType = irr::video::EDT_NULL;
    parameters.LoggingLevel = irr::ELL_NONE;
    return irr::createDeviceEx(parameters);
  }();
  return {device->getSceneManager()->createSkinnedMesh(), [](ISkinnedMesh* mesh) { mesh->drop(); }};
}

std::vector<ISkinnedMesh::SJoint*> add_joints(ISkinnedMesh& mesh, const engines::Matrices<Library>& local) {
  std::vector<ISkinnedMesh::SJoint*> joints;
  for (const auto& matrix : local) {
    joints.push_back(mesh.addJoint());
    joints.back()->LocalMatrix = matrix;
  }
  return joints;
}

void add_vertices(ISkinnedMesh& mesh, const Arrays& arrays,
                  const std::vector<ISkinnedMesh::SJoint*>& joints) {
  const Numbers positions = arrays.numbers("positions");
  const Numbers normals = arrays.has("normals") ? arrays.numbers("normals") : Numbers(positions.size());
  const std::vector<int> indices = arrays.integers("joints");
  const Numbers weights = arrays.has("weights") ? arrays.numbers("weights") : Numbers(indices.size(), 1);
  const std::size_t slots = arrays.extent("joints", 1);
  irr::scene::SSkinMeshBuffer* buffer = mesh.addMeshBuffer();
  for (std::size_t v = 0; v < positions.size() / 3; ++v) {
    buffer->Vertices_Standard.push_back({vector(&positions[3 * v]), vector(&normals[3 * v]), {}, {}});
    for (std::size_t i = slots * v; i < slots * (v + 1); ++i) {
      if (weights[i] == 0) continue;
      ISkinnedMesh::SWeight* weight = mesh.addWeight(joints[indices[i]]);
      weight->buffer_id = 0, weight->vertex_id = static_cast<irr::u32>(v), weight->strength = weights[i];
    }
  }
}

/// Normals are summed and left so: EMF_NORMALIZE_NORMALS has the driver normalise them, here the vector's own function does.
void put_vertices(ISkinnedMesh& mesh, Arrays& arrays) {
  Numbers positions, normals;
  irr::scene::SSkinMeshBuffer* buffer = mesh.getMeshBuffers()[0];
  for (irr::u32 v = 0; v < buffer->getVertexCount(); ++v) {
    const irr::core::vector3df p = buffer->getPosition(v),
                               n = irr::core::vector3df(buffer->getNormal(v)).normalize();
    positions.insert(positions.end(), {p.X, p.Y, p.Z});
    normals.insert(normals.end(), {n.X, n.Y, n.Z});
  }
  arrays.put("positions", positions);
  if (arrays.has("normals")) arrays.put("normals", normals);
}

/// Palette: joints without parents. Pose: joints in their tree. At bind time there are the inverse bind matrices, if any.
void answer_skin(Arrays& arrays) {
  const bool posed = !arrays.has("palette");
  const auto mesh = new_mesh();
  const auto joints = add_joints(*mesh, posed ? engines::local_matrices<Library>(arrays)
                                              : engines::matrices<Library>(arrays, "palette"));
  const std::vector<int> parents = posed ? arrays.integers("parents") : std::vector<int>(joints.size(), -1);
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (parents[j] >= 0) joints[parents[j]]->Children.push_back(joints[j]);
  add_vertices(*mesh, arrays, joints);
  mesh->finalize();
  engines::Matrices<Library> inverse_binds(joints.size());
  if (arrays.has("inverse_binds")) inverse_binds = engines::matrices<Library>(arrays, "inverse_binds");
  for (std::size_t j = 0; j < joints.size(); ++j)
    joints[j]->GlobalInversedMatrix = inverse_binds[j];
  mesh->animateMesh(0, 1);
  mesh->skinMesh();
  put_vertices(*mesh, arrays);
  if (!posed) return;
  engines::Matrices<Library> world;
  for (const ISkinnedMesh::SJoint* joint : joints)
    world.push_back(joint->GlobalAnimatedMatrix);
  engines::put_matrices<Library>(arrays, "world", world);
}

/// A joint with the question's keys; tracks of numbers use its position.
void answer_track(Arrays& arrays, irr::scene::E_INTERPOLATION_MODE mode) {
  const Numbers times = arrays.numbers("times"), values = arrays.numbers("values");
  const std::size_t width = arrays.extent("values", 1);
  const bool rotates = arrays.integers("is_rotation").at(0) != 0;
  const auto mesh = new_mesh();
  mesh->setInterpolationMode(mode);
  ISkinnedMesh::SJoint* joint = mesh->addJoint();
  for (std::size_t k = 0; k < times.size(); ++k) {
    float padded[4] = {};
    std::copy_n(&values[width * k], width, padded);
    if (rotates)
      joint->RotationKeys.push_back({times[k], quaternion(padded)});
    else
      joint->PositionKeys.push_back({times[k], vector(padded)});
  }
  mesh->finalize();
  Numbers answers;
  for (const float time : arrays.numbers("t")) {
    mesh->animateMesh(time, 1);
    const irr::core::quaternion& q = joint->Animatedrotation;
    const irr::core::vector3df& p = joint->Animatedposition;
    const Numbers all = rotates ? Numbers{q.X, q.Y, q.Z, q.W} : Numbers{p.X, p.Y, p.Z};
    answers.insert(answers.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(width));
  }
  arrays.put("values", answers);
}

void answer_step(Arrays& arrays) {
  answer_track(arrays, irr::scene::EIM_CONSTANT);
}

void answer_linear(Arrays& arrays) {
  answer_track(arrays, irr::scene::EIM_LINEAR);
}

#define BONES "scale_inheritance=with-shear rotations=as-given "
#define DIRECTION "normal_rule=direction "
#define WEIGHTS "weight_sum=renormalised zero_sum=rest influences_kept=all "

constexpr engines::Answer<Arrays> answers[] = {
    engines::offers("fk.matrix", "pose", BONES, engines::answer_fk_matrix<Library>),
    engines::offers("skeleton.inverse-bind", "pose", nullptr, engines::answer_inverse_bind<Library>),
    engines::offers("skeleton.palette", "pose", nullptr, engines::answer_palette<Library>),
    engines::offers("interp.lerp", "pose", "range=any", engines::answer_lerp<Library>),
    engines::offers("interp.slerp", "pose", nullptr, engines::answer_slerp<Library>),
    engines::offers("anim.step", "pose", nullptr, answer_step),
    engines::offers("anim.linear", "pose", nullptr, answer_linear),
    engines::offers("rigid-parts", "palette", DIRECTION "without=tangents", answer_skin),
    engines::offers("rigid-parts", "pose", DIRECTION BONES "without=tangents,tracks", answer_skin),
    engines::offers("stitching", "palette", DIRECTION "without=tangents", answer_skin),
    engines::offers("stitching", "pose", DIRECTION BONES "without=tangents,tracks", answer_skin),
    engines::offers("lbs", "palette", DIRECTION WEIGHTS "without=tangents", answer_skin),
    engines::offers("lbs", "pose", DIRECTION WEIGHTS BONES "without=tangents,tracks", answer_skin),
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<Arrays, answers>("Irrlicht", ENGINE_VERSION);
}
