// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/camera.h"

#include <algorithm>
#include <sstream>

#include <Eigen/LU>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"
#include "reference/numeric/tracked.h"

namespace bindpose::captures {
namespace {

using TrackedMatrix = Eigen::Matrix<Tracked, 4, 4>;
using TrackedVector = Eigen::Matrix<Tracked, 4, 1>;

Expected<Eigen::Matrix4d> matrix_in(const std::string& path) {
  BINDPOSE_TRY(const std::string text, read_text(path, limits::camera.most));
  std::istringstream words(text);
  Eigen::Matrix4d matrix;
  for (int i = 0; i < 16; ++i)
    if (!(words >> matrix(i / 4, i % 4)))
      return fail("CAMERA_FORMAT", path,
                  fmt::format("expected 16 numbers, row by row; number {} is not a number", i));
  if (!matrix.inverse().eval().allFinite()) return fail("CAMERA_FORMAT", path, "the matrix has no inverse");
  return matrix;
}

/// Splits "projection*view" into "projection" and "view".
std::vector<std::string> factors_of(const std::string& text) {
  std::vector<std::string> factors;
  std::istringstream words(text);
  for (std::string factor; std::getline(words, factor, '*');)
    factors.push_back(factor);
  return factors;
}

Expected<Eigen::Matrix4d> matrix_of(const std::string& name, const DrawnVertices& drawn) {
  if (name.starts_with('@')) return matrix_in(name.substr(1));
  const auto found = drawn.matrices.find(name);
  if (found != drawn.matrices.end())
    return Eigen::Matrix4d(Eigen::Map<const Eigen::Matrix4d>(found->second.data()));
  std::vector<std::string> names;
  for (const auto& [each, numbers] : drawn.matrices)
    names.push_back(printable(each));
  return fail("CAMERA_UNKNOWN", printable(name),
              names.empty() ? "the draw's vertex shader has no readable 4 by 4 matrix"
                            : fmt::format("the draw's matrices are {}", fmt::join(names, ", ")));
}

/// Bound on the float32 error of camera times position, in any order of multiplication.
Eigen::Vector4d rounding_of(const Camera& camera, const Eigen::Vector4d& place) {
  TrackedVector one_by_one = place.cast<Tracked>();
  for (auto matrix = camera.rbegin(); matrix != camera.rend(); ++matrix)
    one_by_one = (matrix->cast<Tracked>() * one_by_one).eval();
  TrackedMatrix product = camera.front().cast<Tracked>();
  for (std::size_t i = 1; i < camera.size(); ++i)
    product = (product * camera[i].cast<Tracked>()).eval();
  const TrackedVector at_once = product * place.cast<Tracked>();
  Eigen::Vector4d error;
  for (int i = 0; i < 4; ++i)
    error[i] = std::max(one_by_one[i].error(), at_once[i].error());
  return error;
}

/// Largest deviation of a position's w from 1: the sum of up to 8 weights in float32, each rounded when it is
/// stored and added.
constexpr double error_of_w = 0x1p-21;

/// The position with w = 1 and these clip coordinates without one of them; not finite if the other three do not
/// determine it.
Seen seen_without(int left_out, const Eigen::Matrix4d& product, const Eigen::Vector4d& clip,
                  const Eigen::Vector4d& rounding) {
  Eigen::Matrix3d linear;
  Eigen::Vector3d from_origin, error;
  for (int row = 0, i = 0; row < 4; ++row) {
    if (row == left_out) continue;
    linear.row(i) = product.row(row).head<3>();
    from_origin[i] = clip[row] - product(row, 3);
    error[i] = rounding[row] + error_of_w * std::fabs(product(row, 3));
    ++i;
  }
  const Eigen::Matrix3d inverse = linear.inverse();
  const Eigen::Vector3d place = inverse * from_origin;
  error += (from_origin - linear * place).cwiseAbs();
  return {place, inverse.cwiseAbs() * error};
}

/// Takes each coordinate from the inverse that determines it best. Each inverse bounds it; behind a perspective, w
/// determines depth better than z.
void improve(Seen& seen, const Eigen::Matrix4d& product, const Eigen::Vector4d& clip,
             const Eigen::Vector4d& rounding) {
  for (int left_out = 0; left_out < 4; ++left_out) {
    const Seen other = seen_without(left_out, product, clip, rounding);
    for (int c = 0; c < 3; ++c)
      if (other.uncertainty[c] < seen.uncertainty[c] && std::isfinite(other.place[c])) {
        seen.place[c] = other.place[c];
        seen.uncertainty[c] = other.uncertainty[c];
      }
  }
}

}  // namespace

Expected<Camera> read_camera(const std::string& text, const DrawnVertices& drawn) {
  Camera camera;
  for (const std::string& factor : factors_of(text)) {
    BINDPOSE_TRY(const auto matrix, matrix_of(factor, drawn));
    camera.push_back(matrix);
  }
  return camera;
}

Expected<void> check_camera_files(const std::string& text) {
  for (const std::string& factor : factors_of(text))
    if (factor.starts_with('@')) BINDPOSE_CHECK(matrix_in(factor.substr(1)));
  return {};
}

Expected<Seen> seen_from(const Camera& camera, const Eigen::Vector4d& clip) {
  Eigen::Matrix4d product = Eigen::Matrix4d::Identity();
  for (const Eigen::Matrix4d& matrix : camera)
    product *= matrix;
  const Eigen::Matrix4d inverse = product.inverse();
  if (!clip.allFinite())
    return fail("INVALID_OUTPUT", "",
                fmt::format("gl_Position is ({}, {}, {}, {})", clip[0], clip[1], clip[2], clip[3]));
  if (!inverse.allFinite()) return fail("CAMERA_FORMAT", "", "the camera's matrix has no inverse");
  const Eigen::Vector4d place = inverse * clip;
  Eigen::Vector4d rounding = Eigen::Vector4d::Zero(), error = rounding;
  if (!camera.empty()) {
    rounding = rounding_of(camera, place);
    error = (clip - product * place).cwiseAbs() + rounding;
  }
  const Eigen::Vector4d uncertainty = inverse.cwiseAbs() * error;
  // Without a camera, w is the float32 sum of the weights, by which the device divides.
  constexpr double rounding_of_sum = 0x1p-16;
  if (camera.empty() && std::fabs(place[3] - 1) <= rounding_of_sum)
    return Seen{place.head<3>() / place[3], uncertainty.head<3>()};
  if (!(std::fabs(place[3] - 1) <= uncertainty[3]))
    return fail(
        "CAMERA_OTHER", "",
        camera.empty()
            ? fmt::format("gl_Position.w is {}, expected 1: name the camera, or an output in world space",
                          place[3])
            : fmt::format("the inverse of the camera gives w = {}, expected 1: it is another camera, or a "
                          "further matrix is between world space and gl_Position",
                          place[3]));
  Seen seen{place.head<3>(), uncertainty.head<3>()};
  improve(seen, product, clip, rounding);
  return seen;
}

}  // namespace bindpose::captures
