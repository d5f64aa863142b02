// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: radial basis functions taken apart, for mistakes that are made in them, in questions of the family examples that have poses.
#pragma once

#include <vector>

#include "conformance/defects/shared/rigid_motions.h"
#include "reference/examples/rbf.h"

namespace bindpose::conformance {

/// What a pose gives the examples: distances between them [P][P] and from the pose [P], both of them unlike 0 where poses are.
struct Basis {
  std::vector<std::vector<double>> between;
  std::vector<double> asked;
  double sigma = 1;
  examples::ConstantTerm constant = examples::ConstantTerm::none;
};

using Weigh = std::vector<double> (*)(const Basis& basis);
using Distance = double (*)(const examples::Pose<double>& x, const examples::Pose<double>& y,
                            examples::Metric metric);

/// The right ones.
std::vector<double> right_weights(const Basis& basis);
double right_distance(const examples::Pose<double>& x, const examples::Pose<double>& y,
                      examples::Metric metric);

/// The answer where the weights of the examples come about by another rule; NOT_APPLICABLE for a question without poses.
Computed weighed_by(const Question& question, Weigh weigh, Distance distance = &right_distance);

/// Whether it is one about spherical joint blending by example whose weights follow the bones' axes.
bool has_bone_axes(const Question& question);
/// Motions of the joints in the pose, and in each of joint j's examples.
Motions motions_of_pose(const Question& question);
std::vector<Motions> motions_of_examples(const Question& question, std::size_t j);
/// What joint j's weights follow: at rest and in its examples, and in the pose.
struct BonePoses {
  std::vector<examples::Pose<double>> centres;
  examples::Pose<double> asked;
  examples::Metric metric = examples::Metric::arc_length;
};
/// The distances between them.
Basis basis_of_bone(const BonePoses& poses, double sigma, Distance distance);
/// The right ones.
BonePoses axes_of_bones(const Question& question, std::size_t j);
/// The answer to such a question by another rule. The first weight, that of rest, is not looked at.
Computed bones_weighed_by(const Question& question, Weigh weigh, Distance distance = &right_distance,
                          BonePoses (*poses_of)(const Question& question, std::size_t j) = &axes_of_bones);
/// The answer to a question about examples of single joints, whatever their weights follow; NOT_APPLICABLE for others.
Computed joints_weighed_by(const Question& question, Weigh weigh, Distance distance = &right_distance);

/// The question with another sigma, a factor times its own.
Changed with_sigma(const Question& question, double factor);
double sigma_of(const Question& question);
bool asks_metric(const Question& question, const char* metric);

}  // namespace bindpose::conformance
