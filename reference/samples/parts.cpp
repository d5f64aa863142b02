// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/parts.h"

#include "reference/model/question.h"

namespace bindpose::samples {

std::vector<int> sample_parents(std::size_t joint_count, Random& random) {
  std::vector<int> place(joint_count);  // place[i]: the index of the i-th joint made
  for (std::size_t i = 0; i < joint_count; ++i) {
    place[i] = static_cast<int>(i);
    std::swap(place[i], place[random.below(i + 1)]);
  }
  std::vector<int> parents(joint_count, -1);
  for (std::size_t i = 1; i < joint_count; ++i)
    if (random.below(8) != 0) parents[static_cast<std::size_t>(place[i])] = place[random.below(i)];
  return parents;
}

Trs<double> sample_rigid(Random& random) {
  Trs<double> trs;
  trs.translation = random.point(1.0);
  trs.rotation = random.rotation();
  return trs;
}

Trs<double> sample_trs(Random& random) {
  Trs<double> trs = sample_rigid(random);
  for (int i = 0; i < 3; ++i)
    trs.scale[i] = random.uniform(0.5, 1.5);
  if (random.below(8) == 0) trs.scale[0] = -trs.scale[0];
  return trs;
}

Affine<double> sample_affine(Random& random) {
  Affine<double> map = affine_from_trs(sample_trs(random));
  map.linear = map.linear.unaryExpr([](double x) { return to_float32(x); }).eval();
  return map;
}

ArraySet sample_pose(std::size_t joint_count, Random& random) {
  const std::vector<int> parents = sample_parents(joint_count, random);
  std::vector<LocalTransform<double>> locals(joint_count);
  for (LocalTransform<double>& local : locals) {
    local.is_matrix = random.below(8) == 0;
    if (local.is_matrix)
      local.matrix = sample_affine(random);
    else
      local.trs = sample_trs(random);
  }
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

Vec4<double> sample_neighbour(const Vec4<double>& q, Random& random) {
  Vec4<double> neighbour = random.rotation().coeffs();
  if (random.below(4) == 0) {
    neighbour = (q + 5e-4 * neighbour).normalized().unaryExpr([](double x) { return to_float32(x); }).eval();
    if (random.below(2) == 0) neighbour = -neighbour;
  }
  return neighbour;
}

std::vector<double> sample_times(std::size_t count, Random& random) {
  std::vector<double> times(count);
  double time = random.uniform(0, 1);
  for (double& t : times) {
    t = time;
    time = to_float32(time + random.uniform(0.03125, 1));
  }
  return times;
}

ArraySet sample_rotation_pairs(std::size_t size, Random& random) {
  Array::Reals a, b, t;
  for (std::size_t i = 0; i < size; ++i) {
    const Vec4<double> q0 = random.rotation().coeffs();
    const Vec4<double> q1 = sample_neighbour(q0, random);
    a.insert(a.end(), q0.begin(), q0.end());
    b.insert(b.end(), q1.begin(), q1.end());
    const std::uint64_t place = random.below(16);
    t.push_back(place < 2 ? static_cast<double>(place) : random.unit());
  }
  ArraySet question;
  question.add("a", {size, 4}, std::move(a)).add("b", {size, 4}, std::move(b)).add("t", {size}, std::move(t));
  return question;
}

}  // namespace bindpose::samples
