// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of bone segments. Varied: the listing order, the number of roots, scale, matrices and bones of
// length 0.
#include "conformance/cases/shared/pose_case.h"
#include "reference/model/question.h"
#include "reference/scenes/bar.h"

namespace bindpose::conformance::hierarchy {
namespace {

ArraySet bar_question(const scenes::BarVariation& variation) {
  const scenes::Scene scene = scenes::bar(variation);
  ArraySet question;
  add_pose(question, scene.rig.skeleton.parents, scene.pose.locals);
  return question;
}

/// Three trees, two of them lone joints. matrix: joint 0 is given as a sheared, mirrored matrix.
ArraySet forest(bool matrix) {
  std::vector<LocalTransform<double>> locals(8);
  for (std::size_t j = 0; j < locals.size(); ++j) {
    const auto i = static_cast<double>(j);
    locals[j].trs = {{i - 2.5, 0.75 * i, 1 - 0.5 * i},
                     Quat<double>(rotation({1, i - 3, 2}, 25 + 40 * i)),
                     {1 + 0.125 * i, 1.5 - 0.125 * i, 0.75}};
  }
  locals[2].trs.translation = {0, 0, 0};
  locals[0].is_matrix = matrix;
  locals[0].matrix.linear << 1, 0.5, 0, 0, 2, -0.25, 0.125, 0, -1;
  locals[0].matrix.translation = {3, -2, 1};
  ArraySet question;
  add_pose(question, {3, -1, 3, -1, 0, 0, -1, 5}, locals);
  return question;
}

}  // namespace

void bones_cases(std::vector<Case>& cases) {
  add_case(cases, "bones", "bar.parents-first", "Two bones; the root has none.",
           {"bone-of-root", "bone-ends-swapped", "fk-local-as-global"}, [] { return bar_question({}); });
  add_case(cases, "bones", "bar.child-first", "The same joints listed child first.",
           {"fk-stale-parent", "bone-of-root"}, [] {
             scenes::BarVariation variation;
             variation.shuffled = true;
             return bar_question(variation);
           });
  add_case(cases, "bones", "bar.scaled-middle", "A joint's scale lengthens the bones below it, not its own.",
           {"trs-order"}, [] {
             scenes::BarVariation variation;
             variation.middle_scale = {2, 0.5, 1};
             return bar_question(variation);
           });
  add_case(cases, "bones", "forest.any-order",
           "Three roots anywhere in the list, a branching, a bone of length 0.",
           {"bone-of-root", "bone-by-listing-order", "multi-root-first-only"}, [] { return forest(false); });
  add_case(cases, "bones", "forest.matrix", "Under a joint given as a sheared and mirrored matrix.",
           {"trs-loses-shear", "decompose-mirror"}, [] { return forest(true); });
}

}  // namespace bindpose::conformance::hierarchy
