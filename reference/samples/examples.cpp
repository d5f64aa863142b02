// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in examples, in the order of algorithms.def.
#include <algorithm>

#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/numeric/portable_angle.h"
#include "reference/samples/example_poses.h"
#include "reference/samples/morph_targets.h"
#include "reference/samples/pivot_questions.h"
#include "reference/samples/spherical_examples.h"

namespace bindpose::samples {

/// Values of -1 .. 1 at four to six examples, evaluated at `size` poses.
ArraySet rbf_question(std::size_t size, Random& random) {
  constexpr std::size_t width = 3, values = 2;
  const std::size_t count = 4 + random.below(3);
  ArraySet question;
  question.add("example_poses", {count, width}, sample_example_poses(count, width, random));
  Array::Reals numbers(count * values);
  for (double& f : numbers)
    f = random.uniform(-1, 1);
  question.add("example_values", {count, values}, numbers);
  Array::Reals poses;
  for (std::size_t q = 0; q < size; ++q) {
    const std::vector<double> row = sample_pose_row(width, random);
    poses.insert(poses.end(), row.begin(), row.end());
  }
  question.add("poses", {size, width}, poses);
  return question;
}

/// At palette level, with a shape up to a quarter of a metre away whose driver goes from -0.5 to
/// 1.5.
ArraySet angle_driven_shape_question(std::size_t size, Random& random) {
  const scenes::Crowd crowd = scenes::crowd({.vertices = size}, random);
  ArraySet question = scenes::crowd_question(crowd);
  const MorphTarget d = sample_targets(1, size, random)[0];
  const auto shape = [](std::vector<Vec3<double>> rows, const std::vector<Vec3<double>>& displacements) {
    for (std::size_t v = 0; v < rows.size(); ++v)
      rows[v] = scenes::to_float32(Vec3<double>(rows[v] + displacements[v]));
    return numbers_of(rows);
  };
  std::vector<Vec3<double>> tangents;
  for (const Vec4<double>& t : crowd.mesh.tangents)
    tangents.emplace_back(t.head<3>());
  question.add("shape_positions", {size, 3}, shape(crowd.mesh.positions, d.positions));
  question.add("shape_normals", {size, 3}, shape(crowd.mesh.normals, d.normals));
  question.add("shape_tangents", {size, 3}, shape(tangents, d.tangents));
  question.add("theta", {1}, Array::Reals{random.uniform(-0.5, 1.5)});
  return question;
}

/// At palette level, with two to four examples.
ArraySet shape_by_example_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 16;
  const std::size_t count = 2 + random.below(3);
  const scenes::Crowd crowd = sample_gentle_crowd(size, joints, random);
  ArraySet question;
  add_influences(question, crowd.influences);
  add_affines(question, "palette", crowd.palette);
  add_sample_examples(question, count, size, joints, random);
  Array::Reals normals, weights(count);
  for (std::size_t i = 0; i < count * size; ++i) {
    // The normals of one vertex lean the same way, so that they do not cancel.
    const Vec3<double> n =
        scenes::to_float32(Vec3<double>(0.25 * random.direction() + Vec3<double>::UnitY()));
    normals.insert(normals.end(), n.begin(), n.end());
  }
  for (double& a : weights)
    a = random.uniform(0.125, 1);
  question.add("example_normals", {count, size, 3}, std::move(normals));
  question.add("example_weights", {count}, std::move(weights));
  return question;
}

/// At palette level, forks of three joints each, with one to four examples of a joint above each fork.
ArraySet spherical_joint_by_example_question(std::size_t size, Random& random) {
  ArraySet question = sample_forks(size, 3, random);
  const std::size_t J = question.find("parents")->shape[0], P = 1 + random.below(4);
  std::vector<std::vector<bindpose::Rigid<double>>> motions(P);
  for (std::vector<bindpose::Rigid<double>>& of_example : motions) {
    const Quat<double> common = random.rotation();
    for (std::size_t j = 0; j < J; ++j) {
      const Vec3<double> axis = random.direction().normalized();
      const Quat<double> turn = portable_rotation(random.uniform(0, 0.7), axis);
      const Quat<double> q = (turn * common).normalized();
      of_example.push_back({q, random.point(2)});
    }
  }
  // Children of one joint have one support: only the first child has examples.
  Array::Integers counts(J, 0);
  for (std::size_t j = 0; j < J; ++j)
    if (j % 3 == 1) counts[j] = static_cast<std::int32_t>(1 + random.below(P));
  add_spherical_examples(question, motions, counts, random);
  Array::Reals weights(J * P);
  for (double& a : weights)
    a = random.uniform(-0.25, 1);
  question.add("example_weights", {J, P}, std::move(weights));
  return question;
}

/// At palette level, with two to four examples.
ArraySet pose_space_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 16;
  const std::size_t count = 2 + random.below(3);
  const scenes::Crowd crowd = sample_gentle_crowd(size, joints, random);
  ArraySet question = scenes::crowd_question(crowd);
  add_sample_examples(question, count, size, joints, random);
  Array::Integers owners;
  for (std::size_t v = 0; v < size; ++v)
    owners.push_back(static_cast<std::int32_t>(crowd.influences.joints[v * crowd.influences.width]));
  Array::Reals weights(size * count);
  for (double& a : weights)
    a = random.uniform(-0.25, 1);
  question.add("owners", {size}, std::move(owners));
  question.add("example_weights", {size, count}, std::move(weights));
  return question;
}

/// At palette level, with a few shapes and the features of two joints.
ArraySet pose_correctives_question(std::size_t size, Random& random) {
  constexpr std::size_t features = 18;
  const std::size_t shapes = 1 + random.below(4);
  ArraySet question = scenes::sample_skinning(size, random);
  const auto add_directions = [&](const char* name, std::size_t count) {
    Array::Reals directions;
    for (const MorphTarget& target : sample_targets(count, size, random)) {
      const Array::Reals rows = numbers_of(target.positions);
      directions.insert(directions.end(), rows.begin(), rows.end());
    }
    question.add(name, {count, size, 3}, std::move(directions));
  };
  const auto add_numbers = [&](const char* name, std::size_t count, double most) {
    Array::Reals numbers(count);
    for (double& x : numbers)
      x = random.uniform(-most, most);
    question.add(name, {count}, std::move(numbers));
  };
  add_numbers("shape_coefficients", shapes, 2);
  add_directions("shape_directions", shapes);
  add_directions("pose_directions", features);
  add_numbers("pose_features", features, 1);
  return question;
}

/// Twelve to sixteen examples of vertices under two of three joints with random rotations; no vertex is near a
/// plane of two axes, so that all its columns count.
ArraySet multi_weight_fit_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 3, slots = 2;
  const std::size_t count = 12 + random.below(5);
  Array::Reals positions, examples;
  Array::Integers slot_joints;
  for (std::size_t v = 0; v < size; ++v) {
    for (int c = 0; c < 3; ++c) {
      const double side = random.below(2) == 0 ? -1 : 1;
      positions.push_back(side * random.uniform(0.5, 2));
    }
    const std::size_t first = random.below(joints);
    slot_joints.push_back(static_cast<std::int32_t>(first));
    slot_joints.push_back(static_cast<std::int32_t>((first + 1) % joints));
  }
  std::vector<Affine<double>> palettes;
  for (std::size_t i = 0; i < joints * count; ++i) {
    const Quat<double> turn = random.rotation();
    const Vec3<double> shift = random.point(1);
    palettes.push_back(scenes::to_float32(Affine<double>{rotation_matrix(turn), shift}));
  }
  for (std::size_t i = 0; i < 3 * count * size; ++i)
    examples.push_back(random.uniform(-2, 2));
  ArraySet question;
  question.add("positions", {size, 3}, std::move(positions));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("example_positions", {count, size, 3}, std::move(examples));
  add_example_palettes(question, joints, palettes);
  return question;
}

namespace {

/// Moves each vertex by up to `farthest` along each axis.
Array::Reals random_displacements(std::size_t count, std::size_t size, double farthest, Random& random) {
  std::vector<Vec3<double>> rows;
  for (std::size_t i = 0; i < count * size; ++i) {
    const Vec3<double> d = random.point(farthest);
    rows.push_back(scenes::to_float32(d));
  }
  return numbers_of(rows);
}

Array::Reals random_coefficients(std::size_t count, Random& random) {
  Array::Reals a(count);
  for (double& each : a)
    each = random.uniform(-1, 1);
  return a;
}

}  // namespace

/// At palette level, with two to six displacements and one to three corrections of normals.
ArraySet eigenskin_question(std::size_t size, Random& random) {
  ArraySet question = scenes::sample_skinning(size, random);
  const std::size_t B = 2 + random.below(5), C = 1 + random.below(3);
  question.add("eigendisplacements", {B, size, 3}, random_displacements(B, size, 0.25, random));
  question.add("coefficients", {B}, random_coefficients(B, random));
  question.add("eigennormals", {C, size, 3}, random_displacements(C, size, 0.125, random));
  question.add("normal_coefficients", {C}, random_coefficients(C, random));
  return question;
}

/// A limb of two or three bones along x whose joints are blended linearly, in three or four poses, with up to a millimetre of noise. Clusters are
/// where a bone's weight is largest; one round. At most a thousand vertices, because the cost of bounds grows
/// with the square.
ArraySet skinning_decomposition_question(std::size_t size, Random& random) {
  const std::size_t bones = 2 + random.below(2), poses = 3 + random.below(2),
                    count = std::clamp<std::size_t>(size, 4 * bones, 1000);
  Array::Reals rest, examples;
  Array::Integers clusters;
  for (std::size_t v = 0; v < count; ++v) {
    const auto along = static_cast<double>(v * bones) / static_cast<double>(count);
    clusters.push_back(static_cast<std::int32_t>(along));
    rest.push_back(to_float32(along - static_cast<double>(bones) / 2));
    for (const std::size_t half : {v, v / 2})
      rest.push_back((half % 2 == 0 ? -1 : 1) * random.uniform(0.25, 0.5));
  }
  for (std::size_t k = 0; k < poses; ++k) {
    std::vector<Affine<double>> M;
    for (std::size_t j = 0; j < bones; ++j) {
      const Quat<double> turn = random.rotation();
      const Vec3<double> shift = random.point(0.5);
      M.push_back({rotation_matrix(turn), shift});
    }
    for (std::size_t v = 0; v < count; ++v) {
      const Vec3<double> p(rest[3 * v], rest[3 * v + 1], rest[3 * v + 2]);
      const auto j = static_cast<std::size_t>(clusters[v]), next = std::min(j + 1, bones - 1);
      const double w = std::max(0.0, p[0] + static_cast<double>(bones) / 2 - static_cast<double>(j) - 0.5);
      const Vec3<double> y = (1 - w) * (M[j] * p) + w * (M[next] * p) + random.point(0x1p-10);
      for (int c = 0; c < 3; ++c)
        examples.push_back(to_float32(y[c]));
    }
  }
  ArraySet question;
  question.add("positions", {count, 3}, std::move(rest));
  question.add("example_positions", {poses, count, 3}, std::move(examples));
  question.add("bone_count", {1}, Array::Integers{static_cast<std::int32_t>(bones)});
  // All bones are kept, because with many vertices some would be undecided about their bones.
  const std::size_t kept = size > 100 ? bones : 2;
  question.add("influence_count", {1}, Array::Integers{static_cast<std::int32_t>(kept)});
  question.add("round_count", {1}, Array::Integers{1});
  question.add("clusters", {count}, std::move(clusters));
  return question;
}

}  // namespace bindpose::samples
