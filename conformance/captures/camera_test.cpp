// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/camera.h"

#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::captures::camera_test {

Eigen::Matrix4d perspective() {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
  matrix(0, 0) = 1.5;
  matrix(1, 1) = 2;
  matrix(2, 2) = -1.0078125;
  matrix(2, 3) = -0.25;
  matrix(3, 2) = -1;
  return matrix;
}

Eigen::Matrix4d view() {
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.topRightCorner<3, 1>() = Eigen::Vector3d(0.5, -1.25, -8);
  return matrix;
}

/// Clip coordinates as a shader computes them.
Eigen::Vector4d in_float32(const Camera& camera, const Eigen::Vector3d& place, bool product_first) {
  Eigen::Vector4f clip(static_cast<float>(place[0]), static_cast<float>(place[1]),
                       static_cast<float>(place[2]), 1);
  Eigen::Matrix4f product = Eigen::Matrix4f::Identity();
  for (const Eigen::Matrix4d& matrix : camera)
    product = (product * matrix.cast<float>()).eval();
  if (product_first) return (product * clip).cast<double>();
  for (auto matrix = camera.rbegin(); matrix != camera.rend(); ++matrix)
    clip = (matrix->cast<float>() * clip).eval();
  return clip.cast<double>();
}

TEST(Camera, the_inverse_is_within_its_uncertainty) {
  const Camera camera = {perspective(), view()};
  Random random("captures.camera");
  double largest = 0;
  for (int i = 0; i < 2000; ++i) {
    Eigen::Vector3d place;
    for (int c = 0; c < 3; ++c)
      place[c] = static_cast<double>(static_cast<float>(random.uniform(-2, 2)));
    for (const bool product_first : {false, true}) {
      BINDPOSE_ASSERT(const auto seen, seen_from(camera, in_float32(camera, place, product_first)));
      for (int c = 0; c < 3; ++c) {
        EXPECT_LE(std::abs(seen.place[c] - place[c]), seen.uncertainty[c]);
        largest = std::max(largest, std::abs(seen.place[c] - place[c]) / seen.uncertainty[c]);
        EXPECT_LT(seen.uncertainty[c], 1e-3) << "the uncertainty is useless";
      }
    }
  }
  EXPECT_GT(largest, 0.01) << "the uncertainty is far too large";
}

TEST(Camera, a_near_plane_does_not_increase_the_uncertainty) {
  Random random("captures.camera.near");
  for (const double near : {1.0, 0.01}) {
    Eigen::Matrix4d projection = perspective(), far_away = Eigen::Matrix4d::Identity();
    projection(2, 3) = -2 * near;
    far_away.topRightCorner<3, 1>() = Eigen::Vector3d(-60, 30, -100);
    const Camera camera = {projection, far_away};
    for (int i = 0; i < 200; ++i) {
      Eigen::Vector3d place;
      for (int c = 0; c < 3; ++c)
        place[c] = static_cast<double>(static_cast<float>(random.uniform(-1, 1)));
      BINDPOSE_ASSERT(const auto seen, seen_from(camera, in_float32(camera, place, i % 2 == 0)));
      for (int c = 0; c < 3; ++c) {
        EXPECT_LE(std::abs(seen.place[c] - place[c]), seen.uncertainty[c]);
        EXPECT_LT(seen.uncertainty[c], 2e-4) << "float32 resolves a fraction of a millimetre at 100 m";
      }
    }
  }
}

TEST(Camera, the_identity_adds_no_uncertainty) {
  const auto seen = seen_from({}, {1, 2, 3, 1});
  EXPECT_EQ(seen->place, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(seen->uncertainty, Eigen::Vector3d(0, 0, 0));
}

TEST(Camera, positions_are_divided_by_the_float32_sum_of_weights) {
  const double w = 1 + 0x1p-23;
  EXPECT_EQ(seen_from({}, {w, 2 * w, 3 * w, w})->place, Eigen::Vector3d(1, 2, 3));
}

TEST(Camera, the_error_of_the_sum_of_weights_is_within_the_uncertainty) {
  for (const double w : {1 - 0x1p-24, 1.0, 1 + 0x1p-24}) {
    const Eigen::Vector4d clip = view() * Eigen::Vector4d(1, 2, 3, w);
    BINDPOSE_ASSERT(const auto seen, seen_from({view()}, clip));
    for (int c = 0; c < 3; ++c)
      EXPECT_LE(std::abs(seen.place[c] - (c + 1)), seen.uncertainty[c]) << w;
  }
}

TEST(Camera, another_camera_is_reported) {
  EXPECT_EQ(seen_from({}, {1, 2, 3, 1.5}).error().code, "CAMERA_OTHER");
  const Eigen::Vector4d clip = in_float32({perspective(), view()}, {1, 1, 1}, false);
  EXPECT_EQ(seen_from({2 * perspective(), view()}, clip).error().code, "CAMERA_OTHER");
  EXPECT_EQ(seen_from({Eigen::Matrix4d::Zero()}, clip).error().code, "CAMERA_FORMAT")
      << "the matrix has no inverse";
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(seen_from({}, {nan, 2, 3, 1}).error().code, "INVALID_OUTPUT");
}

TEST(Camera, a_camera_is_read_from_uniforms_and_from_files) {
  DrawnVertices drawn;
  drawn.matrices["view"] = {1, 2, 3, 4, 0, 1, 6, 7, 0, 0, 1, 8, 0, 0, 0, 1};
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "p.txt").string();
  std::ofstream(file) << "1 2 3 4\n0 1 6 7\n0 0 1 8\n0 0 0 1\n";
  BINDPOSE_ASSERT(const auto camera, read_camera("@" + file + "*view", drawn));
  ASSERT_EQ(camera.size(), 2U);
  EXPECT_EQ(camera[0](0, 1), 2) << "files are stored by rows";
  EXPECT_EQ(camera[1](1, 0), 2) << "uniforms are stored by columns";
  const auto unknown = read_camera("eye", drawn);
  EXPECT_EQ(unknown.error().code, "CAMERA_UNKNOWN");
  EXPECT_NE(unknown.error().message.find("view"), std::string::npos) << unknown.error().message;
  std::ofstream(file) << "1 2 3";
  EXPECT_EQ(read_camera("@" + file, drawn).error().code, "CAMERA_FORMAT");
  EXPECT_EQ(read_camera("@/nowhere", drawn).error().code, "FILE_READ");
}

}  // namespace bindpose::captures::camera_test
