// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Coin before the judge: README.md says what is declared and why.
#include <vector>

#include "../maths.h"
#include <Inventor/SbMatrix.h>
#include <Inventor/SbViewportRegion.h>
#include <Inventor/SoDB.h>
#include <Inventor/SoPath.h>
#include <Inventor/VRMLnodes/SoVRMLOrientationInterpolator.h>
#include <Inventor/VRMLnodes/SoVRMLPositionInterpolator.h>
#include <Inventor/actions/SoGetMatrixAction.h>
#include <Inventor/engines/SoInterpolateFloat.h>
#include <Inventor/nodes/SoMatrixTransform.h>
#include <Inventor/nodes/SoSeparator.h>
#include <Inventor/nodes/SoTransform.h>

namespace {

using engines::Arrays;
using engines::Numbers;

struct Library {
  using Matrix =
      SbMatrix;  // of rows that are multiplied from the left: a matrix's columns lie one after the other

  static Matrix matrix(const float* rows) {
    Matrix m = SbMatrix::identity();
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        m[column][row] = rows[4 * row + column];
    return m;
  }
  static void rows(const Matrix& m, float* to) {
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 4; ++column)
        to[4 * row + column] = m[column][row];
  }
  static Matrix product(const Matrix& a, const Matrix& b) { return b * a; }
  static Matrix inverse(const Matrix& m) { return m.inverse(); }
  static float lerp(float a, float b, float t) {
    SoInterpolateFloat* engine = new SoInterpolateFloat;
    engine->ref();
    engine->input0.setValue(a), engine->input1.setValue(b), engine->alpha.setValue(t);
    SoMFFloat value;
    value.connectFrom(&engine->output);
    const float found = value[0];
    value.disconnect();
    engine->unref();
    return found;
  }
  static void slerp(const float* a, const float* b, float t, float* to) {
    SbRotation::slerp(SbRotation(a), SbRotation(b), t).getValue(to[0], to[1], to[2], to[3]);
  }
};

/// Where the nodes of a scene graph stand: each joint is a separator with its transform in front of its children.
void answer_fk(Arrays& arrays) {
  const std::vector<int> parents = arrays.integers("parents");
  const Numbers translations = arrays.numbers("local_translations"), scales = arrays.numbers("local_scales");
  const Numbers rotations = arrays.numbers("local_rotations");
  const std::vector<int> is_matrix =
      arrays.has("local_is_matrix") ? arrays.integers("local_is_matrix") : std::vector<int>(parents.size());
  SoSeparator* root = new SoSeparator;
  root->ref();
  std::vector<SoSeparator*> joints;
  std::vector<SoNode*> transforms;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    joints.push_back(new SoSeparator);
    if (is_matrix[j] != 0) {
      auto* transform = new SoMatrixTransform;
      transform->matrix.setValue(engines::matrices<Library>(arrays, "local_matrices")[j]);
      transforms.push_back(transform);
    } else {
      auto* transform = new SoTransform;
      transform->translation.setValue(&translations[3 * j]);
      transform->rotation.setValue(SbRotation(&rotations[4 * j]));
      transform->scaleFactor.setValue(&scales[3 * j]);
      transforms.push_back(transform);
    }
    joints[j]->addChild(transforms[j]);
  }
  for (std::size_t j = 0; j < parents.size(); ++j)
    (parents[j] < 0 ? root : joints[parents[j]])->addChild(joints[j]);
  engines::Matrices<Library> world;
  for (std::size_t j = 0; j < parents.size(); ++j) {
    std::vector<SoNode*> way = {transforms[j]};
    for (int up = static_cast<int>(j); up >= 0; up = parents[up])
      way.push_back(joints[up]);
    SoPath* path = new SoPath(root);
    path->ref();
    for (auto node = way.rbegin(); node != way.rend(); ++node)
      path->append(*node);
    SoGetMatrixAction action(SbViewportRegion(1, 1));
    action.apply(path);
    world.push_back(action.getMatrix());
    path->unref();
  }
  root->unref();
  engines::put_matrices<Library>(arrays, "world", world);
}

/// VRML's interpolators. Tracks of numbers use the position interpolator.
void answer_linear(Arrays& arrays) {
  const Numbers times = arrays.numbers("times"), values = arrays.numbers("values");
  const std::size_t width = arrays.extent("values", 1);
  const bool rotates = arrays.integers("is_rotation").at(0) != 0;
  auto* turned = new SoVRMLOrientationInterpolator;
  auto* moved = new SoVRMLPositionInterpolator;
  turned->ref(), moved->ref();
  for (std::size_t k = 0; k < times.size(); ++k) {
    float padded[4] = {};
    std::copy_n(&values[width * k], width, padded);
    (rotates ? turned->key : moved->key).set1Value(static_cast<int>(k), times[k]);
    if (rotates)
      turned->keyValue.set1Value(static_cast<int>(k), SbRotation(padded));
    else
      moved->keyValue.set1Value(static_cast<int>(k), padded);
  }
  SoSFRotation rotation;
  SoSFVec3f position;
  rotation.connectFrom(&turned->value_changed), position.connectFrom(&moved->value_changed);
  Numbers answers;
  for (const float time : arrays.numbers("t")) {
    (rotates ? turned->set_fraction : moved->set_fraction).setValue(time);
    const float* found = rotates ? rotation.getValue().getValue() : position.getValue().getValue();
    answers.insert(answers.end(), found, found + width);
  }
  rotation.disconnect(), position.disconnect();
  turned->unref(), moved->unref();
  arrays.put("values", answers);
}

constexpr engines::Answer<Arrays> answers[] = {
    engines::offers("fk.matrix", "pose", "scale_inheritance=with-shear rotations=kept-unit", answer_fk),
    engines::offers("skeleton.inverse-bind", "pose", nullptr, engines::answer_inverse_bind<Library>),
    engines::offers("skeleton.palette", "pose", nullptr, engines::answer_palette<Library>),
    engines::offers("interp.lerp", "pose", "range=any", engines::answer_lerp<Library>),
    engines::offers("interp.slerp", "pose", nullptr, engines::answer_slerp<Library>),
    engines::offers("anim.linear", "pose", nullptr, answer_linear),
};

}  // namespace

const bindpose_subject* bindpose_subject_entry(void) {
  SoDB::init();
  return engines::subject_of<Arrays, answers>("Coin", ENGINE_VERSION);
}
