// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds - the kernels whose bounds are cross-checked, as functions of a list of numbers, and random
// inputs to them.
#pragma once

#include "reference/animation/nlerp.h"
#include "reference/animation/slerp.h"
#include "reference/model/surface.h"
#include "reference/skinning/dual_quaternion.h"
#include "reference/skinning/linear_blend.h"
#include "reference/testing/bounds/evaluate.h"

namespace bindpose::bounds {

/// The weights of slerp are a cut: Gappa knows neither sines nor arctangents. They are two further inputs, with
/// slerp_bound.h's bound as their error.
std::pair<Traced, Traced> arc_weights(const Vec4<Traced>& q0, const Vec4<Traced>& s_q1, const Traced& t,
                                      animation::AngleForm form);

/// Reads a list of numbers in order.
template <class T>
class NumberReader {
 public:
  explicit NumberReader(const std::vector<T>& numbers) : next_(numbers.data()) {}
  T number() { return *next_++; }
  template <int rows>
  Eigen::Matrix<T, rows, 1> vector() {
    Eigen::Matrix<T, rows, 1> v;
    for (T& entry : v)
      entry = number();
    return v;
  }

 private:
  const T* next_;
};

template <class Vector>
auto listed(const Vector& v) {
  return std::vector<typename Vector::Scalar>(v.begin(), v.end());
}

/// x' of 4 influences; numbers: x, then w, the rows of C and t of each.
template <class T>
std::vector<T> linear_blend_numbers(const std::vector<T>& numbers, skinning::BlendOrder order) {
  NumberReader<T> in(numbers);
  skinning::RestVertex<T> rest;
  rest.x = in.template vector<3>();
  std::vector<Affine<T>> M(4);
  for (std::uint32_t j = 0; j < M.size(); ++j) {
    rest.influences.push_back({j, in.number(), j});
    for (int r = 0; r < 3; ++r)
      M[j].linear.row(r) = in.template vector<3>();
    M[j].translation = in.template vector<3>();
  }
  return listed(skinning::linear_blend(rest, M, order).x);
}

/// x' of 2 influences, rotated by the matrix of the blend; numbers: x, then w, q and t of each.
template <class T>
std::vector<T> dual_quaternion_numbers(const std::vector<T>& numbers) {
  NumberReader<T> in(numbers);
  skinning::RestVertex<T> rest;
  rest.x = in.template vector<3>();
  std::vector<Rigid<T>> M(2);
  for (std::uint32_t j = 0; j < M.size(); ++j) {
    rest.influences.push_back({j, in.number(), j});
    M[j].rotation.coeffs() = in.template vector<4>();
    M[j].translation = in.template vector<3>();
  }
  return listed(
      skinning::dual_quaternion(rest, M, {}, skinning::SignPivot::first_influence, skinning::Turning::matrix)
          .x);
}

/// numbers: q_0, q_1, t
template <class T>
std::vector<T> nlerp_numbers(const std::vector<T>& numbers) {
  NumberReader<T> in(numbers);
  const Vec4<T> q0 = in.template vector<4>(), q1 = in.template vector<4>();
  return listed(animation::nlerp(q0, q1, in.number()));
}

/// numbers: q_0, q_1; the weights come from arc_weights above.
inline std::vector<Traced> slerp_numbers(const std::vector<Traced>& numbers) {
  NumberReader<Traced> in(numbers);
  const Vec4<Traced> q0 = in.vector<4>(), q1 = in.vector<4>();
  return listed(animation::slerp(q0, q1, Traced(0.5)));
}

template <class T>
std::vector<T> normalize_numbers(const std::vector<T>& numbers) {
  Vec3<T> d = NumberReader<T>(numbers).template vector<3>();
  static_cast<void>(normalize(d));
  return listed(d);
}

template <class T>
std::vector<T> normalize_quaternion_numbers(const std::vector<T>& numbers) {
  Quat<T> q;
  q.coeffs() = NumberReader<T>(numbers).template vector<4>();
  static_cast<void>(normalize_quaternion(q));
  return listed(q.coeffs());
}

struct BoundedKernel {
  std::string name;
  std::function<std::vector<Traced>(const std::vector<Traced>&)> kernel;
  std::function<Box(Random&)> point;  ///< a random input, every range one number; cuts after the numbers
  Box wide = {};                      ///< the whole range of the inputs, if known; otherwise empty
};

std::vector<BoundedKernel> bounded_kernels();

/// The box around a point: each input plus or minus this fraction of itself.
Box widened(const Box& point, double share);

/// The kernel as recorded at the middle of the box.
Trace traced(const BoundedKernel& bounded, const Box& box);

}  // namespace bindpose::bounds
