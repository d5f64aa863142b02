// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a walking human figure of 23 joints, 4 influences per vertex - small for cases, large for measuring.
//
// 1.8 m tall, y up, facing +z, arms held away from the body at rest. Bind frames are rotated by different
// angles about (0.3, 1, 0.2), and every joint rotates about an axis of its own, so nothing commutes. The body
// is a set of closed tubes: trunk, head, and on either side leg, foot, arm and hand. A vertex follows
// the 4 nearest of the bones that its part may follow, with weights that fall with the fourth power of the
// distance.
//
// The benchmark form follows V. Houska, Animace na GPU (Charles University 2005), section 3.4:
// 4,402 triangles that share no vertices, 13,206 vertices, drawn in 36 copies. A tube of R rings
// and S sides has 2 R S triangles, so the parts' R S add up to 2,201:
//   trunk 20 x 24, head 15 x 17, legs 2 (24 x 16), feet 2 (8 x 10), arms 2 (19 x 11), hands 2 (6 x 10)
//     480         +   255      +   768           +  160          +  418            +  120        = 2,201
#pragma once

#include "reference/scenes/scene.h"

namespace bindpose::scenes {

enum class FigureDetail {
  small,  ///< 141 shared vertices, 242 triangles
  full,   ///< 4,402 triangles with shared vertices
};

inline constexpr std::size_t figure_joints = 23;
inline constexpr std::size_t figure_copies = 36;

/// phase: the fraction of the stride
Scene figure(FigureDetail detail, double phase = 0.125);

/// The figure at rest.
Scene figure_at_rest(FigureDetail detail);

/// The benchmark form: full, every triangle with its own three vertices, in copy 0's pose.
Scene benchmark_figure();

/// The poses of the benchmark's copies: a grid of 6 by 6 figures 1.5 m apart, each at its own phase of the
/// stride and facing its own way.
std::vector<Pose<double>> figure_copy_poses();

}  // namespace bindpose::scenes
