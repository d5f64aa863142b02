// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the inverse of the camera, from gl_Position to the world, and its uncertainty.
#pragma once

#include <Eigen/Core>

#include "conformance/captures/frame.h"

namespace bindpose::captures {

/// Matrices whose product, from left to right, maps world space to gl_Position; none: the identity.
using Camera = std::vector<Eigen::Matrix4d>;

/// "projection*view": names of the draw's uniforms. "@FILE" means the 16 numbers in a text file, row by
/// row. Errors CAMERA_UNKNOWN (lists the uniforms), FILE_READ, CAMERA_FORMAT.
Expected<Camera> read_camera(const std::string& text, const DrawnVertices& drawn);

/// Checks that every "@FILE" in the text can be read. Errors FILE_READ, CAMERA_FORMAT.
Expected<void> check_camera_files(const std::string& text);

/// A position in the world, and a bound on the float32 error of the drawn position.
struct Seen {
  Eigen::Vector3d place = Eigen::Vector3d::Zero();
  Eigen::Vector3d uncertainty = Eigen::Vector3d::Zero();
};

/// Computes world positions from gl_Position, a float32 product with the camera's matrices in any order. The bound
/// of this product and the rounding of the inverse in double go through the inverse of all four numbers, or of the
/// three that determine a coordinate best, because w of a position is 1. Error CAMERA_OTHER: w is not 1, so another
/// matrix was involved.
Expected<Seen> seen_from(const Camera& camera, const Eigen::Vector4d& clip);

}  // namespace bindpose::captures
