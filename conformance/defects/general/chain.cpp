// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints chained in the wrong order, and local transforms put together or taken apart wrongly.
#include <algorithm>
#include <iterator>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

/// Whether a map was moved further than float32 rounds: else there is no mistake to be seen.
bool any_moved(const Affines& before, const Affines& after) {
  constexpr double roundings = 0x1p-18;
  for (std::size_t j = 0; j < before.size(); ++j)
    if ((after[j].linear - before[j].linear).norm() > roundings * before[j].linear.norm()) return true;
  return false;
}
Changed with_moved_locals(const Question& question, const Affines& locals) {
  return any_moved(locals_of(question), locals) ? with_locals(question, locals) : std::nullopt;
}

/// A joint whose parent is listed later finds the identity there.
Changed stale_parent(const Question& question) {
  const Array::Integers parents = parents_of(question.arrays);
  Affines world = locals_of(question);
  for (std::size_t j = 0; j < world.size(); ++j)
    if (const auto p = static_cast<std::size_t>(parents[j]); parents[j] >= 0 && p < j)
      world[j] = world[p] * world[j];
  return with_worlds(question, world);
}

/// The question with every root's local transform rewritten.
template <class Change>
Changed with_roots(const Question& question, Change change) {
  const Array::Integers parents = parents_of(question.arrays);
  Affines locals = locals_of(question);
  for (std::size_t j = 0; j < locals.size(); ++j)
    if (parents[j] < 0) locals[j] = change(locals[j]);
  return with_worlds(question, worlds_of(parents, locals));
}

Changed ancestors_ignored(const Question& question) {
  return with_roots(question, [](const Affine<double>&) { return Affine<double>{}; });
}
Changed root_twice(const Question& question) {
  return with_roots(question, [](const Affine<double>& L) { return L * L; });
}

/// A joint given as T, R, S; the identity for one given as a matrix.
Trs<double> trs_of(const Question& question, std::size_t j) {
  const Array* kinds = question.arrays.find("local_is_matrix");
  if (kinds != nullptr && kinds->integers()[j] != 0) return {};
  const double* t = question.arrays.find("local_translations")->reals().data() + 3 * j;
  const double* s = question.arrays.find("local_scales")->reals().data() + 3 * j;
  return {{t[0], t[1], t[2]},
          quaternion_at(question.arrays.find("local_rotations")->reals().data() + 4 * j),
          {s[0], s[1], s[2]}};
}

/// L = T S R
Changed trs_order(const Question& question) {
  if (!question.arrays.has("local_translations")) return std::nullopt;
  Affines locals = locals_of(question);
  for (std::size_t j = 0; j < locals.size(); ++j) {
    const Trs<double> trs = trs_of(question, j);
    const auto R = trs.rotation.toRotationMatrix();
    if (locals[j].linear.isApprox(R * trs.scale.asDiagonal())) locals[j].linear = trs.scale.asDiagonal() * R;
  }
  return with_moved_locals(question, locals);
}

/// A child does not take its parent's own scale along.
Changed scale_inheritance(const Question& question) {
  if (!question.arrays.has("local_translations")) return std::nullopt;
  const Array::Integers parents = parents_of(question.arrays);
  Affines locals = locals_of(question);
  for (std::size_t j = 0; j < locals.size(); ++j)
    if (parents[j] >= 0)
      locals[j].linear =
          trs_of(question, static_cast<std::size_t>(parents[j])).scale.cwiseInverse().asDiagonal() *
          locals[j].linear;
  return with_moved_locals(question, locals);
}

/// The question with the 3 by 3 parts of its matrices at rest, or of its local transforms, rewritten.
Changed with_parts(const Question& question, Mat3<double> (*change)(const Mat3<double>&)) {
  const auto change_row = [change](double* row, std::size_t) {
    const Affine<double> map = affine_at(row);
    put_affine(row, {change(map.linear), map.translation});
  };
  if (Changed changed = with_rows(question, {"bind", "rest", "world"}, 12, change_row)) return changed;
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

/// What a rotation and three scales keep of a matrix.
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

/// Of joints given as matrices.
Changed scale_left_in_quaternion(const Question& question) {
  const Array* kinds = question.arrays.find("local_is_matrix");
  if (kinds == nullptr) return std::nullopt;
  return with_rows(question, {"local_matrices"}, 12, [](double* row, std::size_t) {
    const Affine<double> L = affine_at(row);
    put_affine(row, {rotation_matrix(Quat<double>(L.linear)), L.translation});
  });
}

/// T, R, S of every joint, also where a matrix replaces them.
Changed matrices_ignored(const Question& question) {
  Changed changed = question;
  Array::Integers* kinds = integers_of(changed->arrays, "local_is_matrix");
  if (kinds == nullptr || std::ranges::count(*kinds, 0) == std::ssize(*kinds)) return std::nullopt;
  std::ranges::fill(*kinds, 0);
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(general, chain) {
  return {
      {.id = "fk-stale-parent",
       .sentence = "your output equals what one gets when a joint is computed before its parent: parents may "
                   "be listed "
                   "after their children",
       .symptom = "children stay near the origin, as if they had no parents",
       .source = "filament#2025, acl-gltf#18, glTF-Blender-IO#1712",
       .question = &stale_parent},
      {.id = "joint-ancestors-ignored",
       .sentence = "your output equals what one gets when what stands above the joints is left out",
       .symptom = "the model lies down, or is a hundred times too large",
       .source = "glTF#1784, glTF#2229, glTF-Tutorials#98",
       .question = &ancestors_ignored},
      {.id = "skin-root-applied-twice",
       .sentence = "your output equals what one gets when the root's transform is multiplied in twice",
       .symptom = "everything is scaled, turned and moved once more",
       .source = "supertuxkart#752, armory#827",
       .question = &root_twice},
      {.id = "trs-order",
       .sentence = "your output equals what one gets when a local transform is put together as T S R; T R S "
                   "is wanted",
       .symptom = "parts are squashed along a wrong axis",
       .source = "raylib#4888, lovr#603",
       .question = &trs_order},
      {.id = "scale-inheritance",
       .sentence = "your output equals what one gets when a parent's scale is not passed on to its children",
       .symptom = "children keep their size where their parent grows",
       .source = "Maya2glTF#8, FBX2glTF#27, godot#83903",
       .question = &scale_inheritance},
      {.id = "scale-uniform-only",
       .sentence = "your output equals what one gets when the scale along x is taken for all three axes",
       .symptom = "a stretch turns into growth",
       .source = "sbox#8859",
       .question = &scale_uniform},
      {.id = "decompose-mirror",
       .sentence = "your output equals what one gets when the sign of the determinant is lost: a mirrored "
                   "joint is not "
                   "mirrored any more",
       .symptom = "the left hand is a right one",
       .source = "assimp#3784, gltf-rs#99, playcanvas#8329",
       .question = &mirror_lost},
      {.id = "trs-loses-shear",
       .sentence =
           "your output equals what one gets when matrices are kept as translation, rotation and scale: the "
           "shear is lost",
       .symptom = "shoulders are pinched below a parent of uneven scale",
       .source = "filament#383, filament#4939, raylib#5201",
       .question = &shear_lost},
      {.id = "decompose-scale-left-in-quat",
       .sentence = "your output equals what one gets when a matrix is turned into a quaternion with its "
                   "scale still in",
       .symptom = "joints given as matrices shrink and turn",
       .source = "COLLADA2GLTF#155, UniGLTF#4",
       .question = &scale_left_in_quaternion},
      {.id = "matrix-joint-ignored",
       .sentence = "your output equals what one gets when the matrices of joints that are given as matrices "
                   "are not read",
       .symptom = "joints given as matrices, and all below them, stay at their parents",
       .source = "(derived)",
       .question = &matrices_ignored},
  };
}

}  // namespace bindpose::conformance
