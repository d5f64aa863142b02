// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/sample.h"

#include "reference/animation/shared/track_question.h"
#include "reference/samples/parts.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/tube.h"

namespace bindpose::samples {

namespace {

/// A time on a key, between the keys, or up to a second outside.
double sample_time(const std::vector<double>& times, Random& random) {
  if (random.below(4) == 0) return times[random.below(times.size())];
  return random.uniform(times.front() - 1, times.back() + 1);
}

void append_tangent(std::vector<double>& values, std::size_t width, Random& random) {
  for (std::size_t i = 0; i < width; ++i)
    values.push_back(random.uniform(-0.5, 0.5));
}

}  // namespace

ArraySet sample_track(Interpolation interpolation, std::size_t size, Random& random) {
  Track track;
  track.interpolation = interpolation;
  track.rotation = random.below(2) == 0;
  track.width = track.rotation ? 4 : 1 + random.below(5);
  track.times = sample_times(std::max<std::size_t>(size, 1), random);
  const bool cubic = interpolation == Interpolation::cubicspline;
  Vec4<double> q = random.rotation().coeffs();
  for (std::size_t k = 0; k < track.key_count(); ++k) {
    if (cubic) append_tangent(track.values, track.width, random);
    // Adjacent rotations of a cubic track are in one half of the sphere, so that their sums
    // stay away from 0.
    const Vec4<double> neighbour = sample_neighbour(q, random);
    q = cubic && neighbour.dot(q) < 0 ? Vec4<double>(-neighbour) : neighbour;
    if (track.rotation)
      track.values.insert(track.values.end(), q.begin(), q.end());
    else
      for (std::size_t i = 0; i < track.width; ++i)
        track.values.push_back(random.uniform(-2, 2));
    if (cubic) append_tangent(track.values, track.width, random);
  }
  std::vector<double> t;
  for (std::size_t i = 0; i < track.key_count(); ++i)
    t.push_back(sample_time(track.times, random));
  ArraySet question;
  animation::add_track(question, track, t);
  return question;
}

ArraySet sample_chains(std::size_t count, std::size_t joint_count, Random& random) {
  Array::Reals rest, goals;
  for (std::size_t row = 0; row < count; ++row) {
    const Vec3<double> root = random.point(1);
    Vec3<double> p = root, bone = random.direction();
    double reach = 0;
    for (std::size_t j = 0; j < joint_count; ++j) {
      for (int c = 0; c < 3; ++c)
        rest.push_back(to_float32(p[c]));
      Vec3<double> next = random.direction();
      while (std::fabs(next.dot(bone)) > 0.9)
        next = random.direction();
      bone = next;
      const double length = random.uniform(0.25, 1);
      p += length * bone;
      if (j + 1 < joint_count) reach += length;
    }
    const double far = random.below(4) == 0 ? random.uniform(1.0625, 1.5) : random.uniform(0.5, 0.9375);
    const Vec3<double> goal = root + far * reach * random.direction();
    for (int c = 0; c < 3; ++c)
      goals.push_back(to_float32(goal[c]));
  }
  ArraySet question;
  question.add("rest", {count, joint_count, 3}, std::move(rest));
  question.add("goals", {count, 3}, std::move(goals));
  return question;
}

ArraySet sample_in_parts(std::size_t size, std::size_t limit, Random& random) {
  scenes::Crowd crowd = scenes::crowd({.vertices = size}, random);
  // Few sets of joints, so that the greedy choice stays fast for a million vertices.
  std::vector<std::array<std::uint32_t, 4>> sets(100);
  for (auto& set : sets)
    for (std::uint32_t& joint : set)
      joint = static_cast<std::uint32_t>(random.below(64));
  std::vector<Triangle> triangles;
  for (std::uint32_t v = 0; v + 2 < size; v += 3) {
    triangles.push_back({v, v + 1, v + 2});
    const auto& set = sets[random.below(sets.size())];
    for (std::size_t slot = 0; slot < 12; ++slot)
      crowd.influences.joints[4 * v + slot] = set[(slot + slot / 4) % 4];
  }
  ArraySet question = scenes::crowd_question(crowd);
  add_triangles(question, triangles);
  question.add("matrix_limit", {1}, Array::Integers{static_cast<std::int32_t>(limit)});
  return question;
}

ArraySet sample_closed_mesh(std::size_t size, Random& random) {
  scenes::TubeShape shape;
  shape.sides = 3 + random.below(5);
  shape.rings = std::max<std::size_t>(2, size / shape.sides);
  shape.radius = random.uniform(0.25, 1);
  const double twist = random.uniform(-1.5, 1.5), bend = random.uniform(-1.5, 1.5);
  scenes::Scene scene = scenes::tube(bend, twist, shape);
  for (Vec3<double>& x : scene.rig.mesh.positions)
    x = scenes::to_float32(Vec3<double>(x + random.point(shape.radius / 8)));
  return *scenes::with_triangles(scenes::palette_question(scene), scene);
}

}  // namespace bindpose::samples
