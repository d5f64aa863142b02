// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of forward kinematics with matrices. Varied: the listing order, the number of roots, scale,
// joints given as matrices, and the length of the chain, on hierarchies in which no two transforms commute.
#include "conformance/cases/shared/pose_case.h"
#include "reference/model/question.h"
#include "reference/samples/parts.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance::hierarchy {
namespace {

using Locals = std::vector<LocalTransform<double>>;

ArraySet question_of(const std::vector<int>& parents, const Locals& locals) {
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

ArraySet bar_question(const scenes::BarVariation& variation) {
  const scenes::Scene scene = scenes::bar(variation);
  return question_of(scene.rig.skeleton.parents, scene.pose.locals);
}

Trs<double> trs(const Vec3<double>& translation, const Vec4<double>& q, const Vec3<double>& scale) {
  return {translation, Quat<double>(q), scale};
}

/// Two trees and a lone joint, listed in no order: 3 <- 0 <- 5, 3 <- 2; 4 <- 1; 6.
ArraySet forest() {
  Locals locals(7);
  for (std::size_t j = 0; j < locals.size(); ++j) {
    const auto i = static_cast<double>(j);
    locals[j].trs = trs({i - 2.5, 0.75 * i, 1 - 0.5 * i}, rotation({1, i - 3, 2}, 25 + 40 * i),
                        {1 + 0.125 * i, 1.5 - 0.125 * i, 0.75});
  }
  return question_of({3, 4, 3, -1, -1, 0, -1}, locals);
}

ArraySet with_matrices() {
  Locals locals(4);
  for (std::size_t j = 0; j < locals.size(); ++j)
    locals[j].trs = trs({0.5, -1, 2}, rotation({1, 2, 3}, 50), {1, 0.5, 2});
  locals[1].is_matrix = true;
  locals[1].matrix.linear << 1, 0.5, 0, 0, 2, -0.25, 0.125, 0, -1;  // sheared and mirrored
  locals[1].matrix.translation = {3, -2, 1};
  locals[3].is_matrix = true;
  return question_of({-1, 0, 1, 2}, locals);
}

ArraySet chain(std::size_t joints) {
  Random random("conformance.fk_matrix.chain");
  std::vector<int> parents(joints);
  Locals locals(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    parents[j] = static_cast<int>(j) - 1;
    locals[j].trs = samples::sample_rigid(random);
  }
  return question_of(parents, locals);
}

}  // namespace

void fk_matrix_cases(std::vector<Case>& cases) {
  const DefectIds order = {"fk-child-times-parent", "fk-local-as-global", "quat-wxyz"};
  add_case(cases, "fk_matrix", "bar.parents-first",
           "Three joints of which no two commute, the root not at rest.", order,
           [] { return bar_question({}); });
  add_case(cases, "fk_matrix", "bar.child-first",
           "The same joints listed child first: parents must be found, not assumed.", {"fk-stale-parent"},
           [] {
             scenes::BarVariation variation;
             variation.shuffled = true;
             return bar_question(variation);
           });
  add_case(cases, "fk_matrix", "bar.armature", "An ancestor that scales, turns and moves the whole chain.",
           {"fk-stale-parent", "scale-inheritance"}, [] {
             scenes::BarVariation variation;
             variation.armature = true;
             return bar_question(variation);
           });
  add_case(cases, "fk_matrix", "bar.scaled-middle",
           "Non-uniform scale above a turned child: the child is sheared.",
           {"trs-order", "scale-uniform-only", "trs-loses-shear"}, [] {
             scenes::BarVariation variation;
             variation.middle_scale = {2, 0.5, 1};
             return bar_question(variation);
           });
  add_case(cases, "fk_matrix", "bar.mirrored-middle", "A joint of negative scale mirrors all below it.",
           {"decompose-mirror"}, [] {
             scenes::BarVariation variation;
             variation.middle_scale = {-1, 1, 1};
             return bar_question(variation);
           });
  add_case(cases, "fk_matrix", "forest.any-order",
           "Three roots and joints in no order, every scale non-uniform.", {"fk-stale-parent", "trs-order"},
           &forest);
  add_case(cases, "fk_matrix", "chain.matrices",
           "Joints given as sheared, mirrored and identity matrices between others.",
           {"decompose-scale-left-in-quat", "decompose-mirror", "trs-loses-shear"}, &with_matrices);
  add_case(cases, "fk_matrix", "chain.joints-100",
           "A hundred joints in a row: rounding adds up, and only that may differ.", {},
           [] { return chain(100); });
}

}  // namespace bindpose::conformance::hierarchy
