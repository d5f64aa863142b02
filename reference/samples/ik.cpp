// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in ik, in the order of algorithms.def.
#include <algorithm>

#include "reference/ik/ik_ccd.h"
#include "reference/ik/ik_dls.h"
#include "reference/ik/ik_fabrik.h"
#include "reference/ik/ik_two_bone.h"
#include "reference/samples/sample.h"

namespace bindpose::samples {

using namespace ik;

ArraySet ik_two_bone_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3, random);
  Array::Reals poles;
  for (std::size_t row = 0; row < size; ++row) {
    const Vec3<double> root = read_row<double, 3>(*question.find("rest"), 3 * row);
    const Vec3<double> line = read_row<double, 3>(*question.find("goals"), row) - root;
    Vec3<double> side = random.direction();
    while (std::fabs(side.dot(line)) > 0.9 * norm_of<double>(line))
      side = random.direction();
    for (int c = 0; c < 3; ++c)
      poles.push_back(to_float32(root[c] + 2 * side[c]));
  }
  question.add("poles", {size, 3}, std::move(poles));
  return question;
}

ArraySet ik_ccd_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(9))});
  return question;
}

ArraySet ik_fabrik_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(11))});
  return question;
}

ArraySet ik_dls_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3 + random.below(4), random);
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(random.below(9))});
  question.add("damping", {1}, Array::Reals{random.uniform(0.25, 1)});
  return question;
}

/// A random direction for each row.
Array::Reals sample_directions(std::size_t rows, Random& random) {
  Array::Reals numbers;
  for (std::size_t row = 0; row < rows; ++row) {
    const Vec3<double> d = random.direction();
    numbers.insert(numbers.end(), d.begin(), d.end());
  }
  return numbers;
}

/// Poles and hinges at least 25 degrees away from forbidden lines.
ArraySet ik_limb_question(std::size_t size, Random& random) {
  ArraySet question = sample_chains(size, 3, random);
  Array::Reals poles, hinges, twists, softenings, weights;
  const auto off = [&random](const std::vector<Vec3<double>>& lines, Array::Reals& numbers) {
    Vec3<double> d = random.direction();
    const auto is_along = [&d](const Vec3<double>& line) {
      return std::fabs(d.dot(line)) > 0.9 * norm_of<double>(line);
    };
    while (std::ranges::any_of(lines, is_along))
      d = random.direction();
    for (int c = 0; c < 3; ++c)
      numbers.push_back(to_float32(d[c]));
  };
  for (std::size_t row = 0; row < size; ++row) {
    const auto joint = [&](std::size_t i) {
      return read_row<double, 3>(*question.find("rest"), 3 * row + i);
    };
    off({read_row<double, 3>(*question.find("goals"), row) - joint(0)}, poles);
    off({joint(1) - joint(0), joint(2) - joint(1)}, hinges);
    twists.push_back(random.uniform(-3, 3));
    softenings.push_back(random.below(3) == 0 ? 1 : random.uniform(0.25, 1));
    weights.push_back(random.below(2) == 0 ? 1 : random.uniform(0, 1));
  }
  question.add("pole_directions", {size, 3}, std::move(poles)).add("hinges", {size, 3}, std::move(hinges));
  question.add("twists", {size}, std::move(twists)).add("softenings", {size}, std::move(softenings));
  question.add("correction_weights", {size}, std::move(weights));
  return question;
}

/// Offsets within half a metre; goals at least a metre away.
ArraySet ik_aim_question(std::size_t size, Random& random) {
  Array::Reals p, q, goals, offsets, weights;
  for (std::size_t row = 0; row < size; ++row) {
    const Vec3<double> at = random.point(1), way = random.direction(), offset = random.point(0.25);
    const Quat<double> rotation = random.rotation();
    p.insert(p.end(), at.begin(), at.end());
    q.insert(q.end(), rotation.coeffs().begin(), rotation.coeffs().end());
    offsets.insert(offsets.end(), offset.begin(), offset.end());
    const double far = random.uniform(1, 4);
    for (int c = 0; c < 3; ++c)
      goals.push_back(to_float32(at[c] + far * way[c]));
    weights.push_back(random.below(2) == 0 ? 1 : random.uniform(0, 1));
  }
  ArraySet question;
  question.add("joint_translations", {size, 3}, std::move(p)).add("joint_rotations", {size, 4}, std::move(q));
  question.add("goals", {size, 3}, std::move(goals));
  question.add("pole_directions", {size, 3}, sample_directions(size, random));
  question.add("forwards", {size, 3}, sample_directions(size, random));
  question.add("ups", {size, 3}, sample_directions(size, random));
  question.add("offsets", {size, 3}, std::move(offsets))
      .add("correction_weights", {size}, std::move(weights));
  return question;
}

/// The joint's rest rotation, and a weight.
void add_constrained(ArraySet& question, std::size_t size, Random& random) {
  Array::Reals rests, weights;
  for (std::size_t row = 0; row < size; ++row) {
    const Quat<double> rest = random.rotation();
    rests.insert(rests.end(), rest.coeffs().begin(), rest.coeffs().end());
    weights.push_back(random.below(2) == 0 ? 1 : random.uniform(0, 1));
  }
  question.add("rest_rotations", {size, 4}, std::move(rests));
  question.add("correction_weights", {size}, std::move(weights));
}

/// The source turns by less than 140 degrees.
ArraySet rotation_constraint_question(std::size_t size, Random& random) {
  Array::Reals rests, turned;
  for (std::size_t row = 0; row < size; ++row) {
    const Quat<double> rest = random.rotation();
    Quat<double> turn = random.rotation();
    while (std::fabs(turn.w()) < 0.35)
      turn = random.rotation();
    const Quat<double> now = quaternion_product(turn, rest);
    for (int c = 0; c < 4; ++c) {
      rests.push_back(rest.coeffs()[c]);
      turned.push_back(to_float32(now.coeffs()[c]));
    }
  }
  ArraySet question;
  question.add("source_rest_rotations", {size, 4}, std::move(rests))
      .add("source_rotations", {size, 4}, std::move(turned));
  add_constrained(question, size, random);
  return question;
}

ArraySet roll_constraint_question(std::size_t size, Random& random) {
  ArraySet question = rotation_constraint_question(size, random);
  question.add("axes", {size, 3}, sample_directions(size, random));
  return question;
}

/// Sources at most 140 degrees away from the axis.
ArraySet aim_constraint_question(std::size_t size, Random& random) {
  ArraySet question;
  add_constrained(question, size, random);
  Array::Reals parents, p, goals, axes;
  for (std::size_t row = 0; row < size; ++row) {
    const Quat<double> parent = random.rotation(),
                       rest(read_row<double, 4>(*question.find("rest_rotations"), row));
    const Vec3<double> at = random.point(1), axis = random.direction(), from = parent * (rest * axis);
    Vec3<double> way = random.direction();
    while (way.dot(from) < -0.75 * norm_of<double>(way))
      way = random.direction();
    parents.insert(parents.end(), parent.coeffs().begin(), parent.coeffs().end());
    for (int c = 0; c < 3; ++c) {
      p.push_back(at[c]);
      axes.push_back(axis[c]);
      goals.push_back(to_float32(at[c] + 2 * way[c]));
    }
  }
  question.add("parent_rotations", {size, 4}, std::move(parents))
      .add("joint_translations", {size, 3}, std::move(p));
  question.add("goals", {size, 3}, std::move(goals)).add("forwards", {size, 3}, std::move(axes));
  return question;
}

}  // namespace bindpose::samples
