// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Assimp before the judge: README.md says what is declared and why.
#include "exchange.h"

namespace engines {
namespace {

#define FILES "scale_inheritance=with-shear rotations=as-given without=tangents,cubic-splines"

constexpr Answer<Arrays> answers[] = {
    offers("fk.matrix", "pose", "scale_inheritance=with-shear rotations=as-given", answer_fk_matrix<Library>),
    offers("skeleton.inverse-bind", "pose", nullptr, answer_inverse_bind<Library>),
    offers("skeleton.palette", "pose", nullptr, answer_palette<Library>),
    offers("interp.lerp", "pose", "range=any", answer_lerp<Library>),
    offers("interp.slerp", "pose", nullptr, answer_slerp<Library>),
    offers("lbs", "asset",
           "normal_rule=direction weight_sum=as-given zero_sum=origin influences_kept=all " FILES,
           answer_asset),
    offers("lbs", "palette", "normal_rule=direction tangent_rule=direction", answer_linear_blend<Library>),
    offers("lbs", "pose", "normal_rule=direction tangent_rule=direction without=tracks",
           answer_linear_blend<Library>),
    offers("rigid-parts", "asset", "normal_rule=inverse-transpose " FILES, answer_asset),
};

}  // namespace
}  // namespace engines

const bindpose_subject* bindpose_subject_entry(void) {
  return engines::subject_of<engines::Arrays, engines::answers>("Assimp", ENGINE_VERSION);
}
