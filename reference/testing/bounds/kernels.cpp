// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/kernels.h"

namespace bindpose::bounds {
namespace {

template <class Vector>
void append_numbers(Box& box, const Vector& numbers) {
  for (const double x : numbers)
    box.push_back({x, x});
}

/// n weights other than 0 that sum to 1.
std::vector<double> random_weights(Random& random, std::size_t n) {
  std::vector<double> w;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += w.emplace_back(random.uniform(0.05, 1));
  for (double& weight : w)
    weight = to_float32(weight / sum);
  return w;
}

Box linear_blend_point(Random& random) {
  Box box;
  append_numbers(box, random.point(2));
  for (const double w : random_weights(random, 4)) {
    const Mat3<double> C = random.rotation().toRotationMatrix();
    box.push_back({w, w});
    for (int r = 0; r < 3; ++r)
      append_numbers(box, C.row(r).unaryExpr(&to_float32).eval());
    append_numbers(box, random.point(4));
  }
  return box;
}

/// |x| <= 2, 0 <= w <= 1, |C_rc| <= 1, |t| <= 4
Box linear_blend_wide() {
  Box box(3, {-2, 2});
  for (int j = 0; j < 4; ++j) {
    box.push_back({0, 1});
    box.insert(box.end(), 9, {-1, 1});
    box.insert(box.end(), 3, {-4, 4});
  }
  return box;
}

/// Two rotations, up to 120 degrees apart.
std::pair<Vec4<double>, Vec4<double>> random_rotations(Random& random) {
  const Vec4<double> p = random.rotation().coeffs();
  for (;;) {
    const Vec4<double> q = random.rotation().coeffs();
    if (p.dot(q) > 0.5) return {p, q};
  }
}

Box dual_quaternion_point(Random& random) {
  Box box;
  append_numbers(box, random.point(2));
  const std::vector<double> w = random_weights(random, 2);
  const auto [p, q] = random_rotations(random);
  for (const int j : {0, 1}) {
    box.push_back({w[j], w[j]});
    append_numbers(box, j == 0 ? p : q);
    append_numbers(box, random.point(4));
  }
  return box;
}

Box nlerp_point(Random& random) {
  const auto [p, q] = random_rotations(random);
  const double t = random.uniform(0.05, 0.95);
  Box box;
  append_numbers(box, p);
  append_numbers(box, q);
  box.push_back({t, t});
  return box;
}

Box slerp_point(Random& random) {
  Box box = nlerp_point(random);
  Vec4<Tracked> q0, q1;
  for (int i = 0; i < 4; ++i) {
    q0[i] = box[i].low;
    q1[i] = box[i + 4].low;
  }
  const auto [w0, w1] = animation::arc_weights(q0, q1, box[8].low, animation::AngleForm::half_angle);
  box.pop_back();
  box.push_back({w0.value(), w0.value(), w0.error()});
  box.push_back({w1.value(), w1.value(), w1.error()});
  return box;
}

Box normalize_point(Random& random) {
  Box box;
  append_numbers(box, random.point(2));
  return box;
}

Box normalize_quaternion_point(Random& random) {
  Box box = normalize_point(random);
  append_numbers(box, std::vector<double>{random.uniform(-2, 2)});
  return box;
}

}  // namespace

std::pair<Traced, Traced> arc_weights(const Vec4<Traced>&, const Vec4<Traced>&, const Traced&,
                                      animation::AngleForm) {
  const Traced w0 = Traced::input(0.5);
  const Traced w1 = Traced::input(0.5);
  return {w0, w1};
}

std::vector<BoundedKernel> bounded_kernels() {
  using skinning::BlendOrder;
  const auto blend = [](BlendOrder order) {
    return [order](const std::vector<Traced>& numbers) { return linear_blend_numbers(numbers, order); };
  };
  return {
      {"linear blend, transform then blend", blend(BlendOrder::transform_then_blend), &linear_blend_point,
       linear_blend_wide()},
      {"linear blend, blend then transform", blend(BlendOrder::blend_then_transform), &linear_blend_point,
       linear_blend_wide()},
      {"dual quaternion", &dual_quaternion_numbers<Traced>, &dual_quaternion_point},
      {"nlerp", &nlerp_numbers<Traced>, &nlerp_point},
      {"slerp, weights given", &slerp_numbers, &slerp_point},
      {"normalize, 3 numbers", &normalize_numbers<Traced>, &normalize_point},
      {"normalize, 4 numbers", &normalize_quaternion_numbers<Traced>, &normalize_quaternion_point},
  };
}

Box widened(const Box& point, double share) {
  Box box = point;
  for (Range& range : box) {
    const double aside = share * std::fabs(range.low);
    range.low = to_float32(range.low - aside);
    range.high = to_float32(range.high + aside);
  }
  return box;
}

Trace traced(const BoundedKernel& bounded, const Box& box) {
  Recording recording;
  std::vector<Traced> numbers;
  for (const Range& range : box)
    if (range.error == 0) numbers.push_back(Traced::input((range.low + range.high) / 2));
  for (const Traced& output : bounded.kernel(numbers)) {
    const int node = output.node();
    recording.trace.outputs.push_back(node);
  }
  return recording.trace;
}

}  // namespace bindpose::bounds
