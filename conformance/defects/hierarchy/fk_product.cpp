// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rest and animation chained in the wrong order.
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

Affines rest_of(const Question& question) {
  const Array* rest = question.arrays.find("rest");
  return rest == nullptr ? Affines{} : affines_of(rest->reals());
}

/// M_mb,j = M_mb,p(j) M_rest,j^-1
Changed inverses_not_reversed(const Question& question) {
  Affines inverse = rest_of(question);
  for (Affine<double>& M : inverse)
    M = inverse_of(M);
  return as_palette(question, worlds_of(question), worlds_of(parents_of(question.arrays), inverse));
}

/// L_j = R_anim,j M_rest,j
Changed rest_after_animation(const Question& question) {
  Affines locals = rest_of(question);
  for (std::size_t j = 0; j < locals.size(); ++j)
    locals[j] =
        Affine<double>{
            quaternion_at(question.arrays.find("rotations")->reals().data() + 4 * j).toRotationMatrix(),
            Vec3<double>::Zero()} *
        locals[j];
  return as_palette(question, worlds_of(parents_of(question.arrays), locals),
                    stage_of(question, "bone_from_model"));
}

}  // namespace

BINDPOSE_DEFECTS(hierarchy, fk_product) {
  return {
      {.id = "inverse-chain-not-reversed",
       .sentence =
           "your output equals what one gets when the inverses of a chain are multiplied in the chain's own "
           "order; they go the other way round",
       .symptom = "the mesh comes apart, also at rest",
       .source = "(derived)",
       .question = &inverses_not_reversed},
      {.id = "rest-after-animation",
       .sentence =
           "your output equals what one gets when the animation is multiplied in before the rest transform",
       .symptom = "joints turn about their parents instead of themselves",
       .source = "glTF-Tutorials#98",
       .question = &rest_after_animation},
  };
}

}  // namespace bindpose::conformance
