// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for chained rest and animation rotations. Varied: the rotation, scale, mirroring and
// shear of the rest pose, the listing order, the number of roots, and the length of the chain.
#include "conformance/cases/shared/pose_case.h"
#include "reference/model/rows.h"
#include "reference/samples/parts.h"

namespace bindpose::conformance::hierarchy {
namespace {

ArraySet question_of(const std::vector<int>& parents, const std::vector<Affine<double>>& rest,
                     const std::vector<Vec4<double>>& rotations) {
  ArraySet question;
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  add_affines(question, "rest", rest);
  question.add("rotations", {rotations.size(), 4}, numbers_of(rotations));
  return question;
}

/// Rest rotations by increasing angles about different axes.
std::vector<Affine<double>> turned(std::size_t joints, const Vec3<double>& scale) {
  std::vector<Affine<double>> rest;
  for (std::size_t j = 0; j < joints; ++j) {
    const auto i = static_cast<double>(j);
    rest.push_back(affine_from_trs(Trs<double>{{0.5 + 0.25 * i, 1 - 0.5 * i, 0.25},
                                               Quat<double>(rotation({0.3, 1 - 0.25 * i, 0.2}, 20 + 30 * i)),
                                               scale}));
  }
  return rest;
}

std::vector<Vec4<double>> bends(std::size_t joints, double degrees) {
  std::vector<Vec4<double>> rotations;
  for (std::size_t j = 0; j < joints; ++j) {
    const auto i = static_cast<double>(j);
    rotations.push_back(rotation({1 + i, 2, 3 - 2 * i}, degrees * (1 + 0.25 * i)));
  }
  return rotations;
}

ArraySet arm(const Vec3<double>& scale, double degrees) {
  return question_of(in_a_row(4), turned(4, scale), bends(4, degrees));
}

ArraySet sheared() {
  std::vector<Affine<double>> rest = turned(3, {1, 1, 1});
  rest[1].linear << 1, 0.5, 0.25, 0, 2, -0.75, 0.125, 0, 0.5;
  return question_of(in_a_row(3), rest, bends(3, 50));
}

ArraySet negated() {
  std::vector<Vec4<double>> rotations = bends(4, 50);
  for (std::size_t j = 0; j < 4; j += 2)
    rotations[j] = -rotations[j];
  return question_of(in_a_row(4), turned(4, {1, 1, 1}), rotations);
}

ArraySet chain(std::size_t joints) {
  Random random("conformance.fk_product.chain");
  std::vector<Affine<double>> rest;
  std::vector<Vec4<double>> rotations;
  for (std::size_t j = 0; j < joints; ++j) {
    rest.push_back(affine_from_trs(samples::sample_rigid(random)));
    rotations.emplace_back(random.rotation().coeffs());
  }
  return question_of(in_a_row(joints), rest, rotations);
}

}  // namespace

void fk_product_cases(std::vector<Case>& cases) {
  using V = Vec3<double>;
  const PoseCases add(cases, "fk_product");
  add("arm.bent", "Four joints, no two of which commute.", arm, V(1, 1, 1), 50);
  add("arm.at-rest", "No animation: the identity, for any rest rotation.", arm, V(1, 1, 1), 0);
  add("arm.scaled", "Rest transforms with non-uniform scale: the transpose is not the inverse.", arm,
      V(2, 0.5, 1), 50);
  add("arm.mirrored", "Every rest transform is mirrored.", arm, V(-1, 1, 1), 50);
  add("arm.sheared", "A rest transform that cannot be split into rotation and scale.", sheared);
  add("arm.mirrored-uneven", "Every rest transform is mirrored and scaled non-uniformly.", arm,
      V(1.5, -0.5, 1), 70);
  add("forest.root-last", "Four joints, the root listed last.", question_of, std::vector{1, 2, 3, -1},
      turned(4, {1, 1, 1}), bends(4, 65));
  add("arm.negated", "Every other quaternion negated: the rotations do not change.", negated);
  change_question(add("arm.rotations-1.01", "Rotations 1 % too long are used as given.", arm, V(1, 1, 1), 50),
                  &with_long_rotations);
  change_question(add("arm.rotations-1.01.kept-unit", "Rotations 1 % too long are normalized before use.",
                      arm, V(1, 1, 1), 50),
                  &with_long_rotations)
      .options = {{"rotations", "kept-unit"}};
  add("forest.any-order", "Two roots, joints in any order.", question_of, std::vector{3, 4, 3, -1, -1, 0, 1},
      turned(7, {1, 1.25, 0.75}), bends(7, 35));
  add("chain.joints-60", "60 joints: rounding errors add up; nothing else may differ.", chain, 60);
}

}  // namespace bindpose::conformance::hierarchy
