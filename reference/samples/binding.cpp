// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in binding, in the order of algorithms.def.

#include "reference/model/numbers_of.h"
#include "reference/model/rows.h"
#include "reference/samples/example_poses.h"
#include "reference/samples/sample.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/scenes/scene.h"
#include "reference/scenes/tube_mesh.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::samples {
namespace {

/// positions, parents, pivots: 6 joints, or 64 from a thousand vertices on; every vertex is near a bone's middle.
ArraySet sample_bare_mesh(std::size_t size, Random& random) {
  const std::size_t joints = size < 1000 ? 6 : 64;
  Array::Integers parents = {-1};
  std::vector<Vec3<double>> pivots = {random.point(1)}, x;
  for (std::size_t j = 1; j < joints; ++j) {
    const std::size_t parent = random.below(j);
    parents.push_back(static_cast<std::int32_t>(parent));
    pivots.push_back(
        scenes::to_float32(Vec3<double>(pivots[parent] + random.uniform(0.5, 1.5) * random.direction())));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t child = 1 + random.below(joints - 1);
    const Vec3<double>&a = pivots[static_cast<std::size_t>(parents[child])], &b = pivots[child];
    x.push_back(
        scenes::to_float32(Vec3<double>(a + random.uniform(0.25, 0.75) * (b - a) + random.point(0.25))));
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(x));
  question.add("parents", {joints}, std::move(parents));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

/// positions, triangles, parents and pivots of an uneven tube along y with three joints in a row. It has at most
/// 30 vertices, since bounds of dense systems become infinite at about a hundred.
ArraySet sample_tube_with_bones(std::size_t size, Random& random) {
  const std::size_t sides = 4, sections = std::clamp<std::size_t>(size / sides, 4, 7);
  const double length = 0.5 * static_cast<double>(sections);
  const scenes::Stop first{{0, 0, 0}, random.uniform(0.375, 0.625), random.uniform(0.375, 0.625)};
  const scenes::Stop last{{0, length, 0}, random.uniform(0.375, 0.625), random.uniform(0.375, 0.625)};
  Mesh mesh;
  scenes::append_tube(mesh, scenes::sections_along({first, last}, {0, 0, 1}, sections),
                      scenes::even_turns(sides));
  for (Vec3<double>& x : mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(0.0625)));
  std::vector<Vec3<double>> pivots;
  for (const double share : {0.0625, 0.4375, 0.875})
    pivots.push_back(
        scenes::to_float32(Vec3<double>(Vec3<double>(0, share * length, 0) + random.point(0.0625))));
  ArraySet question;
  add_mesh(question, mesh);
  add_triangles(question, mesh.triangles);
  question.add("parents", {pivots.size()}, Array::Integers{-1, 0, 1});
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  return question;
}

}  // namespace

/// Keeps four joints of those in six slots.
ArraySet weight_limit_question(std::size_t size, Random& random) {
  ArraySet question = sample_weighted_vertices(size, 6, random);
  question.add("influence_count", {1}, Array::Integers{4});
  return question;
}

/// Vertices around a slanted chain of four joints, or twelve from twelve vertices on; some are beyond either end.
ArraySet linear_falloff_question(std::size_t size, Random& random) {
  const std::size_t joints = size < 12 ? 4 : 12;
  const Vec3<double> start = random.point(1), step = random.direction();
  std::vector<Vec3<double>> pivots, x;
  for (std::size_t j = 0; j < joints; ++j)
    pivots.push_back(
        scenes::to_float32(Vec3<double>(start + (static_cast<double>(j) + random.uniform(0, 0.5)) * step)));
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> around = start + random.uniform(-1, static_cast<double>(joints)) * step;
    x.push_back(scenes::to_float32(Vec3<double>(around + random.point(0.5))));
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(x));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

/// A closed mesh in which each vertex depends on at least three of eight joints, so that groups have every size.
ArraySet rogue_weights_question(std::size_t size, Random& random) {
  ArraySet question =
      without(sample_closed_mesh(size, random), {"palette", "normals", "tangents", "joints", "weights"});
  const std::size_t vertices = question.find("positions")->shape[0];
  for (const Array& array : sample_weighted_vertices(vertices, 3, random))
    question.put(array);
  question.add("rogue_size", {1}, Array::Integers{4});
  return question;
}

/// A closed mesh under random weights, smoothed up to four times.
ArraySet smooth_weights_question(std::size_t size, Random& random) {
  ArraySet question =
      without(sample_closed_mesh(size, random), {"palette", "normals", "tangents", "joints", "weights"});
  const std::size_t vertices = question.find("positions")->shape[0];
  for (const Array& array : sample_weighted_vertices(vertices, 4, random))
    question.put(array);
  surface::add_smoothing(question, {static_cast<std::size_t>(1 + random.below(4)),
                                    static_cast<double>(4 + random.below(12)) / 16});
  return question;
}

/// The joints' own colours; for one-joint, the shown joint.
ArraySet weight_colours_question(std::size_t size, Random& random) {
  ArraySet question = sample_weighted_vertices(size, 4, random);
  const auto joints = static_cast<std::size_t>(question.find("joint_count")->integers()[0]);
  question.add("shown_joint", {1}, Array::Integers{static_cast<std::int32_t>(random.below(joints))});
  return question;
}

/// Volumes as wide as the bones are long.
ArraySet containment_question(std::size_t size, Random& random) {
  ArraySet question = sample_bare_mesh(size, random);
  question.add("radius_share", {1}, Array::Reals{1});
  return question;
}

/// Vertices around a random skeleton.
ArraySet point_to_line_question(std::size_t size, Random& random) {
  return sample_bare_mesh(size, random);
}

/// Eight slots.
ArraySet pack_u8_question(std::size_t size, Random& random) {
  return without(sample_weighted_vertices(size, 8, random), {"joint_count"});
}

/// Eight slots.
ArraySet pack_u16_question(std::size_t size, Random& random) {
  return without(sample_weighted_vertices(size, 8, random), {"joint_count"});
}

/// Eight slots.
ArraySet pack_f16_question(std::size_t size, Random& random) {
  return without(sample_weighted_vertices(size, 8, random), {"joint_count"});
}

/// Vertices under three of five joints in four poses: up to a centimetre from their position for
/// random weights; one vertex in eight does not move.
ArraySet direct_weights_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 5, slots = 3, poses = 4;
  std::vector<Affine<double>> palettes;
  for (std::size_t i = 0; i < poses * joints; ++i) {
    const Quat<double> turn = random.rotation();
    const Vec3<double> shift = random.point(0.5);
    palettes.push_back(scenes::to_float32(Affine<double>{rotation_matrix(turn), shift}));
  }
  Array::Reals rest, before, examples(3 * poses * size);
  Array::Integers slot_joints, moved;
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> p = random.point(2);
    rest.insert(rest.end(), p.begin(), p.end());
    const double a = random.unit(), b = (1 - a) * random.unit();
    const std::size_t first = random.below(joints);
    const double w[slots] = {a, b, 1 - a - b};
    for (std::size_t i = 0; i < slots; ++i) {
      slot_joints.push_back(static_cast<std::int32_t>((first + i) % joints));
      before.push_back(i == 0 ? 0.5 : 0.25);
    }
    for (std::size_t k = 0; k < poses; ++k) {
      Vec3<double> y = random.point(0.01);
      for (std::size_t i = 0; i < slots; ++i)
        y += w[i] * (palettes[k * joints + (first + i) % joints] * p);
      for (std::size_t c = 0; c < 3; ++c)
        examples[3 * (k * size + v) + c] = to_float32(y[static_cast<Eigen::Index>(c)]);
    }
  }
  for (std::size_t i = 0; i < poses * size; ++i)
    moved.push_back(random.below(8) == 0 ? 0 : 1);
  ArraySet question;
  question.add("positions", {size, 3}, std::move(rest));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("weights", {size, slots}, std::move(before));
  question.add("example_positions", {poses, size, 3}, std::move(examples));
  question.add("moved", {poses, size}, std::move(moved));
  question.add("stiffness", {1}, Array::Reals{0.125});
  std::vector<Affine<double>> by_joint;
  for (std::size_t j = 0; j < joints; ++j)
    for (std::size_t k = 0; k < poses; ++k)
      by_joint.push_back(palettes[k * joints + j]);
  add_example_palettes(question, joints, by_joint);
  return question;
}

/// A tube of at most 30 vertices with three joints.
ArraySet heat_question(std::size_t size, Random& random) {
  ArraySet question = sample_tube_with_bones(size, random);
  question.add("heat", {1}, Array::Reals{random.uniform(0.25, 2)});
  return question;
}

/// Five joints in a row and vertices between two or three of them; the third joint twists the bone
/// before it.
ArraySet links_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 5, slots = 3;
  std::vector<Vec3<double>> pivots, positions;
  Array::Reals rotations, ranges, weights;
  Array::Integers slot_joints;
  for (std::size_t j = 0; j < joints; ++j) {
    pivots.push_back(
        scenes::to_float32(Vec3<double>(Vec3<double>(0, static_cast<double>(j), 0) + random.point(0.25))));
    const Vec4<double> q = random.rotation().coeffs();
    for (const double number : Vec4<double>(q[3] < 0 ? Vec4<double>(-q) : q))
      rotations.push_back(number);
    ranges.push_back(random.uniform(0.25, 4));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const std::size_t first = random.below(joints - 1);
    positions.push_back(random.point(1));
    positions.back()[1] += static_cast<double>(first) + 0.5;
    positions.back() = scenes::to_float32(positions.back());
    const double a = scenes::dyadic_weight(random.uniform(0.125, 0.5)),
                 b = scenes::dyadic_weight(random.uniform(0.125, 0.375));
    for (const double w : {a, b, 1 - a - b})
      weights.push_back(w);
    for (std::size_t i = 0; i < slots; ++i)
      slot_joints.push_back(static_cast<std::int32_t>(std::min(first + i, joints - 1)));
  }
  ArraySet question;
  question.add("parents", {joints}, Array::Integers{-1, 0, 1, 2, 3});
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  question.add("rotations", {joints, 4}, std::move(rotations));
  question.add("ranges", {joints}, std::move(ranges));
  question.add("twist_joints", {joints}, Array::Integers{0, 0, 2, 0, 0});
  question.add("positions", {size, 3}, numbers_of(positions));
  question.add("joints", {size, slots}, std::move(slot_joints));
  question.add("weights", {size, slots}, std::move(weights));
  return question;
}

/// A tube of at most 18 vertices with three joints: larger energies are too badly conditioned for a bound.
ArraySet bounded_biharmonic_question(std::size_t size, Random& random) {
  ArraySet question = sample_tube_with_bones(size < 16 ? size : 16, random);
  question.add("reach", {1}, Array::Reals{random.uniform(0.125, 0.5)});
  return question;
}

/// Vertices around a row of pivots, no five on a sphere.
ArraySet delaunay_question(std::size_t size, Random& random) {
  constexpr std::size_t joints = 8;
  std::vector<Vec3<double>> positions, pivots;
  for (std::size_t j = 0; j < joints; ++j) {
    pivots.push_back(random.point(0.25));
    pivots.back()[1] = to_float32(random.uniform(0, 0.5) + static_cast<double>(j));
  }
  for (std::size_t v = 0; v < size; ++v) {
    const Vec3<double> out = random.direction();
    positions.emplace_back(out[0], random.uniform(-0.5, joints), out[2]);
  }
  ArraySet question;
  question.add("positions", {size, 3}, numbers_of(positions));
  question.add("pivots", {joints, 3}, numbers_of(pivots));
  return question;
}

}  // namespace bindpose::samples
