// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/vertex_track.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/animation/linear_track.h"
#include "reference/animation/shared/vertex_keys.h"
#include "reference/model/surface.h"

namespace bindpose::animation::vertex_track_test {

const Vec3<double> x_axis(1, 0, 0), y_axis(0, 1, 0), z_axis(0, 0, 1);

/// Two vertices, three keys.
VertexKeys two_vertices() {
  return {{0.5, 0.75, 1.25},
          {{0, 0, 0}, {4, 0, 0}, {4, 8, 0}, {1, 1, 1}, {1, 1, 1}, {1, 1, 3}},
          {x_axis, y_axis, z_axis, 2 * x_axis, 2 * x_axis, 2 * y_axis}};
}

Expected<Result<double>> ask(const ArraySet& question) {
  return find_algorithm("vertex_track")->implementation.in_double(question, {});
}

Expected<Result<double>> ask(const VertexKeys& keys, double t) {
  ArraySet question;
  add_vertex_keys(question, keys, t);
  return ask(question);
}

Surface<double> at(double t, const VertexKeys& keys = two_vertices()) {
  const auto result = ask(keys, t);
  EXPECT_TRUE(result);
  Surface<double> surface;
  if (!result) return surface;
  const auto rows = [&](const char* name, std::vector<Vec3<double>>& to) {
    const ResultArray<double>* array = result->find(name);
    for (std::size_t i = 0; array != nullptr && i < array->values.size(); i += 3)
      to.emplace_back(array->values[i], array->values[i + 1], array->values[i + 2]);
  };
  rows("positions", surface.positions);
  rows("normals", surface.normals);
  surface.undefined = result->undefined;
  return surface;
}

TEST(vertex_track, positions_follow_linear_tracks) {
  Random random("vertex_track.linear");
  VertexKeys keys;
  keys.times = {0.25, 1, 1.5, 4};
  for (int i = 0; i < 40; ++i)
    keys.positions.push_back(random.point(3));
  for (int round = 0; round < 50; ++round) {
    const double t = random.uniform(0, 5);
    const Surface<double> surface = at(t, keys);
    ASSERT_EQ(surface.positions.size(), 10u);
    EXPECT_TRUE(surface.normals.empty());
    for (std::size_t v = 0; v < 10; ++v) {
      Track track{Interpolation::linear, false, 3, keys.times, {}};
      for (std::size_t k = 0; k < 4; ++k)
        track.values.insert(track.values.end(), keys.positions[4 * v + k].begin(),
                            keys.positions[4 * v + k].end());
      const auto expected = linear_track<double>(track, t);
      EXPECT_EQ(surface.positions[v], Vec3<double>(expected[0], expected[1], expected[2]));
    }
  }
}

TEST(vertex_track, normals_that_cancel_are_undefined) {
  VertexKeys keys = two_vertices();
  keys.normals[1] = -x_axis;
  keys.normals[3] = Vec3<double>::Zero();
  const Surface<double> half = at(0.625, keys);
  ASSERT_EQ(half.undefined.size(), 1u);
  EXPECT_EQ(half.undefined[0].array, "normals");
  EXPECT_EQ(half.undefined[0].row, 0u);
  EXPECT_EQ(half.undefined[0].code, "ZERO_NORMAL");
  EXPECT_EQ(half.normals[0], Vec3<double>(0, 0, 0));
  EXPECT_EQ(half.normals[1], x_axis);
  const Surface<double> first = at(0, keys);
  ASSERT_EQ(first.undefined.size(), 1u);
  EXPECT_EQ(first.undefined[0].row, 1u);
}

TEST(vertex_track, one_key_or_no_vertices_are_accepted) {
  const VertexKeys one{{2}, {{1, 2, 3}}, {3 * z_axis}};
  for (const double t : {0.0, 2.0, 3.0}) {
    EXPECT_EQ(at(t, one).positions[0], Vec3<double>(1, 2, 3));
    EXPECT_EQ(at(t, one).normals[0], z_axis);
  }
  EXPECT_TRUE(at(1, VertexKeys{{0, 2}, {}, {}}).positions.empty());
}

}  // namespace bindpose::animation::vertex_track_test
