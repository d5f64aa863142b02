// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong decompositions of local transforms.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// True if a map changed by more than float32 rounding. Otherwise the defect is invisible.
bool any_moved(const Affines& before, const Affines& after) {
  constexpr double roundings = 0x1p-18;
  for (std::size_t j = 0; j < before.size(); ++j)
    if ((after[j].linear - before[j].linear).norm() > roundings * before[j].linear.norm()) return true;
  return false;
}
Changed with_moved_locals(const Question& question, const Affines& locals) {
  return any_moved(locals_of(question), locals) ? with_locals(question, locals) : std::nullopt;
}

/// The input with changed 3 by 3 parts of its rest matrices or local transforms.
Changed with_parts(const Question& question, Mat3<double> (*change)(const Mat3<double>&)) {
  const auto change_row = [change](double* row, std::size_t) {
    const Affine<double> map = affine_at(row);
    put_affine(row, {change(map.linear), map.translation});
  };
  Question changed = question;
  bool any = false;
  for (const std::string_view name : {"bind", "rest", "world"}) {
    const Array* const array = question.arrays.find(name);
    if (array == nullptr || array->shape.size() != 3 || array->shape[2] != 4) continue;  // a chain's joints
    any = change_rows(changed.arrays, name, 12, change_row) || any;
  }
  if (any) return changed;
  Affines locals = locals_of(question);
  for (Affine<double>& L : locals)
    L.linear = change(L.linear);
  return with_moved_locals(question, locals);
}

Changed scale_uniform(const Question& question) {
  return with_parts(question, [](const Mat3<double>& C) -> Mat3<double> {
    const double scale = C.col(0).norm();
    return C.colwise().normalized() * scale;
  });
}

Changed mirror_lost(const Question& question) {
  return with_parts(question, [](const Mat3<double>& C) -> Mat3<double> {
    Mat3<double> proper = C;
    if (determinant(C) < 0) proper.col(0) = -C.col(0);
    return proper;
  });
}

Changed scale_sign_lost(const Question& question) {
  const Array* scales = question.arrays.find("local_scales");
  if (scales == nullptr || std::ranges::none_of(scales->reals(), [](double s) { return s < 0; }))
    return std::nullopt;
  return with_rows(question, {"local_scales"}, 1, [](double* s, std::size_t) { *s = std::fabs(*s); });
}

/// The part of a matrix that a rotation and three scales can represent.
Mat3<double> without_shear(const Mat3<double>& C) {
  Mat3<double> R = C;
  R.col(0).normalize();
  R.col(1) = (C.col(1) - R.col(0).dot(C.col(1)) * R.col(0)).normalized();
  R.col(2) = R.col(0).cross(R.col(1));
  if (determinant(C) < 0) R.col(2) = -R.col(2);
  return R * C.colwise().norm().asDiagonal();
}

Changed shear_lost(const Question& question) {
  if (!question.arrays.has("local_translations")) return with_parts(question, without_shear);
  Affines world = worlds_of(question, [](const auto& parent, const auto& local) -> Affine<double> {
    const Affine<double> product = parent * Affine<double>{without_shear(local.linear), local.translation};
    return {without_shear(product.linear), product.translation};
  });
  for (Affine<double>& W : world)
    W.linear = without_shear(W.linear);
  return any_moved(worlds_of(question), world) ? with_worlds(question, world) : std::nullopt;
}

/// Applies to joints given as matrices.
Changed scale_left_in_quaternion(const Question& question) {
  const Array* kinds = question.arrays.find("local_is_matrix");
  if (kinds == nullptr) return std::nullopt;
  return with_rows(question, {"local_matrices"}, 12, [](double* row, std::size_t) {
    const Affine<double> L = affine_at(row);
    put_affine(row, {rotation_matrix(Quat<double>(L.linear)), L.translation});
  });
}

}  // namespace

BINDPOSE_DEFECTS(general, chain) {
  return {
      {.id = "scale-uniform-only",
       .when = "the scale along x is used for all three axes",
       .symptom = "a stretch turns into growth",
       .source = "sbox#8859",
       .question = &scale_uniform},
      {.id = "decompose-mirror",
       .when = "the sign of the determinant is lost: a mirrored joint is not mirrored any more",
       .symptom = "the left hand becomes a right hand",
       .source = "assimp#3784, gltf-rs#99, playcanvas#8329",
       .question = &mirror_lost},
      {.id = "scale-sign-lost",
       .when = "scales lose their signs",
       .symptom = "a mirrored limb is not mirrored any more",
       .question = &scale_sign_lost},
      {.id = "trs-loses-shear",
       .when = "matrices are kept as translation, rotation and scale: the shear is lost",
       .symptom = "shoulders are pinched below a parent of uneven scale",
       .source = "filament#383, filament#4939, raylib#5201",
       .question = &shear_lost},
      {.id = "decompose-scale-left-in-quat",
       .when = "a matrix is converted into a quaternion without removing its scale",
       .symptom = "joints given as matrices shrink and rotate",
       .source = "COLLADA2GLTF#155, UniGLTF#4",
       .question = &scale_left_in_quaternion},
  };
}

}  // namespace bindpose::conformance
