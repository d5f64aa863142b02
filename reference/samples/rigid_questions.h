// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs for a character whose joints only rotate and translate.
#pragma once

#include "reference/numeric/rigid.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {

/// A_j of a skeleton as rotations and translations, float32-representable. Error NOT_RIGID with the first
/// joint that is not rigid.
Expected<std::vector<bindpose::Rigid<double>>> rigid_inverse_binds(const Skeleton& skeleton);

/// M_j of a scene without scale, computed in double. Error SCALE_NOT_ONE, MATRIX_LOCAL; NOT_RIGID for an
/// inverse bind matrix that is not a rotation and translation.
Expected<std::vector<bindpose::Rigid<double>>> rigid_palette(const scenes::Scene& scene);

/// At palette level: mesh, influences, "palette_rotations" and "palette_translations".
Expected<ArraySet> rigid_palette_question(const scenes::Scene& scene);

/// At pose level: mesh, influences, local transforms, "inverse_bind_rotations" and
/// "inverse_bind_translations".
Expected<ArraySet> rigid_pose_question(const scenes::Scene& scene);

/// Positions of the joints at bind time, in mesh space [#joints]; float32-representable.
std::vector<Vec3<double>> bind_positions(const Skeleton& skeleton);

/// Adds "bind_positions" [J, 3]: the joints' positions at bind time, in mesh space.
void add_bind_positions(ArraySet& question, const Skeleton& skeleton);

/// A palette-level input for a crowd. Joints rotate by less than a quarter turn from a common
/// rotation, so that no two rotations are opposite.
ArraySet rigid_crowd_question(const scenes::CrowdShape& shape, Random& random);
/// An input of `size` vertices with 4 influences under 16 joints.
ArraySet sample_rigid_blend(std::size_t size, Random& random);

}  // namespace bindpose::samples
