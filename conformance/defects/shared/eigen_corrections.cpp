// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/eigen_corrections.h"

namespace bindpose::conformance {

bool has_joint_rotations(const Question& question) {
  return is_eigenskin(question) && question.level != Level::palette;
}

BonePoses rotations_of_joints(const EigenParts& parts, std::size_t j) {
  const auto locals = skinning::posed_locals<double>(parts.in.arrays(), parts.all.of_joint.size());
  const Vec4<double> q = (*locals)[j].trs.rotation.coeffs();
  return {examples::rotations_of_joint<double>(parts.in.arrays(), j, parts.all.of_joint[j]),
          examples::Pose<double>(q), examples::Metric::rotation_angle};
}

Computed rotations_weighed_by(const Question& question, Weigh weigh, Distance distance,
                              BonePoses (*poses_of)(const EigenParts& parts, std::size_t j)) {
  return corrected_by_joints(question, [&](const EigenParts& parts, std::size_t j, EigenCorrections& skin) {
    const std::vector<double> a = weigh(basis_of_bone(poses_of(parts, j), sigma_of(question), distance));
    for (std::size_t k = 0; k < parts.all.of_joint[j].size(); ++k) {
      const std::size_t example = parts.all.of_joint[j][k];
      skin.a[example] = a[k + 1];
      if (!skin.c.empty()) skin.c[example] = a[k + 1];
    }
    return true;
  });
}

}  // namespace bindpose::conformance
