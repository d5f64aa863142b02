// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: questions of EigenSkin answered by other corrections, for mistakes that are made on the way to them.
#pragma once

#include <vector>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/example_weights.h"
#include "reference/examples/shared/eigen_examples.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::conformance {

using EigenCorrections = examples::Corrections<double>;
using EigenMatrix = DynamicMatrix<double>;

/// A question at level pose, read.
struct EigenParts {
  const Inputs<double>& in;
  const examples::EigenExamples<double>& all;

  std::size_t rank(std::size_t j) const { return static_cast<std::size_t>(in.integers("ranks")[j]); }
  /// Displacements of the joint's examples in its support, by columns.
  EigenMatrix columns(std::size_t j, const examples::Displacements<double>& d) const {
    return examples::JointDisplacements<double>(j, all.of_joint[j], all.support[j], rank(j)).columns(d);
  }
};

/// Columns in the place of the joint's displacements.
inline void put_columns(const EigenMatrix& D, const examples::ExampleList& own,
                        examples::Displacements<double>& u) {
  for (std::size_t k = 0; k < own.size(); ++k)
    for (std::size_t v = 0; v < u[own[k]].size(); ++v)
      u[own[k]][v] = D.block<3, 1>(static_cast<Eigen::Index>(3 * v), static_cast<Eigen::Index>(k));
}

/// Singular values and the energy of joint j.
inline void put_values(const EigenParts& parts, std::size_t j, const examples::Truncated<double>& left,
                       EigenCorrections& skin) {
  for (std::size_t k = 0; k < left.s.size(); ++k)
    skin.s[parts.all.of_joint[j][k]] = left.s[k];
  skin.eta[j] = left.eta;
}

inline skinning::DeformedVertex<double> skinned_corrected(const EigenCorrections& skin,
                                                          const skinning::RestVertex<double>& rest,
                                                          const std::vector<Affine<double>>& M) {
  return linear_blend(skin.at(rest), M);
}

inline bool is_eigenskin(const Question& question) {
  return question.algorithm->id == "eigenskin";
}

/// The answer where change(const EigenParts*, EigenCorrections&) -> bool has changed the right corrections, or cannot: the parts are null at level
/// palette. deform: as skinned_corrected.
template <class Change, class Deform = decltype(&skinned_corrected)>
Computed corrected_by(const Question& question, Change change, Deform deform_vertex = &skinned_corrected) {
  if (!is_eigenskin(question)) return cannot_be_made();
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const auto q, skinning::read_weighted_mesh<Affine>(in));
    EigenCorrections skin;
    if (in.level() == Level::palette) {
      skin = examples::given_corrections(in);
      if (!change(static_cast<const EigenParts*>(nullptr), skin)) return cannot_be_made();
    } else {
      std::vector<skinning::RestVertex<double>> rest;
      for (std::size_t v = 0; v < q.x.size(); ++v)
        rest.push_back(rest_vertex(q, v));
      BINDPOSE_TRY(const auto all, examples::EigenExamples<double>::of(in, rest));
      BINDPOSE_TRY(skin, examples::corrections_from_examples(in, rest));
      const EigenParts parts{in, all};
      if (!change(&parts, skin)) return cannot_be_made();
    }
    auto result = skinning::deform(q, [&](const skinning::RestVertex<double>& rest) {
      const bool is_singular = !skin.is_singular.empty() && skin.is_singular[rest.v];
      return is_singular ? skinning::no_answer<double>("SINGULAR_BLEND") : deform_vertex(skin, rest, q.M);
    });
    if (!result || in.level() == Level::palette) return result;
    result->arrays.push_back({"singular_values", {skin.s.size()}, skin.s});
    result->arrays.push_back({"energies", {skin.eta.size()}, skin.eta});
    return result;
  });
}

/// The same of every joint of which something is kept: change(parts, j, EigenCorrections&) -> bool, whether anything was changed.
template <class Change>
Computed corrected_by_joints(const Question& question, Change change) {
  return corrected_by(question, [&](const EigenParts* parts, EigenCorrections& skin) {
    bool any = false;
    for (std::size_t j = 0; parts != nullptr && j < parts->all.of_joint.size(); ++j)
      if (parts->rank(j) > 0) any = change(*parts, j, skin) || any;
    return any;
  });
}

/// Whether it is one whose weights follow the rotations of joints.
bool has_joint_rotations(const Question& question);
/// What joint j's weights follow: its rotations at rest, in its examples, in the pose.
BonePoses rotations_of_joints(const EigenParts& parts, std::size_t j);
/// The answer to such a question by another rule. The first weight, that of rest, is not looked at.
Computed rotations_weighed_by(const Question& question, Weigh weigh, Distance distance = &right_distance,
                              BonePoses (*poses_of)(const EigenParts& parts,
                                                    std::size_t j) = &rotations_of_joints);

}  // namespace bindpose::conformance
