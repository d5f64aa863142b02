// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/question.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/testing/assert.h"

namespace bindpose::question_test {

using test::expect_error;

ArraySet mesh_question() {
  Mesh mesh;
  mesh.positions = {{1, 2, 3}, {4, 5, 6}};
  mesh.normals = {{0, 0, 1}, {0, 1, 0}};
  mesh.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}};
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, {2, {0, 3, 2, 1}, {0.25, 0.75, 1, 0}});
  return question;
}

std::vector<TrackOfJoint> tracks() {
  return {{1, TrackOfJoint::Path::scale, {Interpolation::step, false, 3, {0, 2}, {1, 1, 1, 2, 3, 4}}},
          {0,
           TrackOfJoint::Path::rotation,
           {Interpolation::cubicspline, true, 4, {0.5}, {0, 0, 0, 0, 0, 0, 0, 1, 9, 9, 9, 9}}}};
}

TEST(Question, meshes_are_read_as_written) {
  const ArraySet question = mesh_question();
  EXPECT_EQ(question.find("tangents")->shape, (Shape{2, 4}));
  BINDPOSE_ASSERT(const auto mesh, read_mesh(question));
  EXPECT_EQ(mesh.positions[1], Vec3<double>(4, 5, 6));
  EXPECT_EQ(mesh.normals[0], Vec3<double>(0, 0, 1));
  EXPECT_EQ(mesh.tangents[1], Vec4<double>(1, 0, 0, -1));
  expect_error(read_mesh(ArraySet{}), "ARRAY_MISSING", "positions");
  ArraySet short_normals = question;
  short_normals.put({"normals", {1, 3}, Array::Reals(3)});
  expect_error(read_mesh(short_normals), "ARRAY_SHAPE", "normals");
}

TEST(Question, triangles_are_read_as_written) {
  ArraySet question;
  EXPECT_TRUE(read_triangles(question, 3)->empty());
  expect_error(require_triangles(question, 3), "ARRAY_MISSING", "triangles");
  const std::vector<Triangle> triangles = {{0, 1, 2}, {2, 1, 3}};
  add_triangles(question, triangles);
  EXPECT_EQ(question.find("triangles")->shape, (Shape{2, 3}));
  EXPECT_EQ(*read_triangles(question, 4), triangles);
  EXPECT_EQ(*require_triangles(question, 4), triangles);
  expect_error(read_triangles(question, 3), "INDEX_RANGE", "triangles[1][2]");
  question.put({"triangles", {1, 3}, Array::Integers{0, -1, 2}});
  expect_error(read_triangles(question, 3), "INDEX_RANGE", "triangles[0][1]");
  question.put({"triangles", {1, 2}, Array::Integers{0, 1}});
  expect_error(read_triangles(question, 3), "ARRAY_SHAPE", "triangles");
}

TEST(Question, influences_are_read_as_written) {
  ArraySet question = mesh_question();
  BINDPOSE_ASSERT(const auto influences, read_influences(question, 2));
  EXPECT_EQ(influences.width, 2u);
  EXPECT_EQ(influences.joints, (std::vector<std::uint32_t>{0, 3, 2, 1}));
  EXPECT_EQ(influences.weights, (std::vector<double>{0.25, 0.75, 1, 0}));
  expect_error(read_influences(question, 3), "ARRAY_SHAPE", "joints");
  question.put({"joints", {2, 2}, Array::Integers{0, 1, -1, 0}});
  expect_error(read_influences(question, 2), "INDEX_RANGE", "joints[1][0]");
  question.put({"weights", {4}, Array::Reals(4)});
  question.put({"joints", {2, 2}, Array::Integers{0, 1, 1, 0}});
  expect_error(read_influences(question, 2), "ARRAY_SHAPE", "weights");
}

TEST(Question, missing_weights_are_one) {
  ArraySet question;
  question.add("joints", {3, 1}, Array::Integers{2, 1, 0});
  EXPECT_EQ(read_influences(question, 3)->weights, (std::vector<double>{1, 1, 1}));
}

TEST(Question, affine_maps_are_stored_as_float32_rows) {
  Affine<double> M;
  M.linear << 1, 2, 3, 5, 6, 7, 9, 10, 0.1;
  M.translation = {4, 8, 12};
  ArraySet question;
  add_affines(question, "palette", {Affine<double>{}, M});
  EXPECT_EQ(question.find("palette")->shape, (Shape{2, 3, 4}));
  EXPECT_EQ(question.find("palette")->reals()[12 + 3], 4);
  BINDPOSE_ASSERT(const auto maps, read_affines<double>(question, "palette"));
  EXPECT_EQ(maps[1].linear(1, 0), 5);
  EXPECT_EQ(maps[1].linear(2, 2), to_float32(0.1));
  EXPECT_EQ(maps[1].translation, M.translation);
  expect_error(read_affines<double>(question, "inverse_binds"), "ARRAY_MISSING", "inverse_binds");
  question.add("flat", {12}, Array::Reals(12));
  expect_error(read_affines<double>(question, "flat"), "ARRAY_SHAPE", "flat");
}

TEST(Question, tracked_numbers_carry_the_declared_uncertainty) {
  const Array exact{"x", {1}, Array::Reals{-4}}, uncertain{"x", {1}, Array::Reals{-4}, {0.04}};
  EXPECT_EQ(read_scalar<Tracked>(exact, 0).error(), 0);
  EXPECT_NEAR(read_scalar<Tracked>(uncertain, 0).error(), 0.04, 1e-6);
  EXPECT_EQ(read_scalar<Tracked>(uncertain, 0).value(), -4);
  EXPECT_EQ(read_scalar<float>(exact, 0), -4.0F);
}

TEST(Question, poses_are_read_as_written) {
  std::vector<LocalTransform<double>> locals(2);
  locals[0].trs = {{1, 2, 3}, quaternion_xyzw(0.0, 0.0, 1.0, 0.0), {2, 2, 2}};
  locals[1].is_matrix = true;
  locals[1].matrix.translation = {7, 8, 9};
  ArraySet question;
  add_pose(question, {-1, 0}, locals);
  EXPECT_EQ(*read_parents(question), (std::vector<int>{-1, 0}));
  BINDPOSE_ASSERT(const auto read, read_locals<double>(question, 2));
  EXPECT_FALSE(read[0].is_matrix);
  EXPECT_EQ(read[0].trs.rotation.z(), 1);
  EXPECT_EQ(read[0].trs.translation, Vec3<double>(1, 2, 3));
  EXPECT_TRUE(read[1].is_matrix);
  EXPECT_EQ(read[1].matrix.translation, Vec3<double>(7, 8, 9));
  expect_error(read_locals<double>(question, 3), "ARRAY_SHAPE", "local_translations");
  question.put({"local_matrices", {1, 3, 4}, Array::Reals(12)});
  expect_error(read_locals<double>(question, 2), "ARRAY_SHAPE", "local_matrices");
}

TEST(Question, poses_without_matrices_need_no_matrix_arrays) {
  ArraySet question;
  add_pose(question, {-1}, std::vector<LocalTransform<double>>(1));
  EXPECT_FALSE(question.has("local_matrices"));
  EXPECT_TRUE(read_locals<float>(question, 1));
}

TEST(Question, parents_are_checked) {
  ArraySet question;
  question.add("parents", {2}, Array::Integers{1, 0});
  expect_error(read_parents(question), "CYCLE", "parents[0]");
  question.put({"parents", {1}, Array::Integers{5}});
  expect_error(read_parents(question), "INDEX_RANGE", "parents[0]");
}

TEST(Question, tracks_are_read_as_written) {
  ArraySet question;
  EXPECT_TRUE(read_tracks(question, 1)->empty());
  add_tracks(question, tracks(), 0.1);
  EXPECT_EQ(question.find("time")->reals()[0], to_float32(0.1));
  EXPECT_EQ(question.find("track_1_values")->shape, (Shape{1, 3, 4}));
  BINDPOSE_ASSERT(const auto read, read_tracks(question, 2));
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].joint, 1u);
  EXPECT_EQ(read[0].path, TrackOfJoint::Path::scale);
  EXPECT_EQ(read[0].track.interpolation, Interpolation::step);
  EXPECT_EQ(read[0].track.values, tracks()[0].track.values);
  EXPECT_TRUE(read[1].track.rotation);
  EXPECT_EQ(read[1].track.values, tracks()[1].track.values);
}

TEST(Question, tracks_may_move_weights_if_there_are_targets) {
  ArraySet question;
  add_tracks(question, {{0, TrackOfJoint::Path::weights, {Interpolation::step, false, 2, {0}, {1, 2}}}}, 0);
  expect_error(read_tracks(question, 1), "INDEX_RANGE", "tracks[0]");
  question.add("target_weights", {2}, Array::Reals{0, 0});
  BINDPOSE_ASSERT(const auto read, read_tracks(question, 1));
  EXPECT_EQ(read[0].track.width, 2U);
  EXPECT_EQ(read[0].track.values, (std::vector<double>{1, 2}));
}

TEST(Question, tracks_are_checked) {
  ArraySet question;
  add_tracks(question, tracks(), 0);
  expect_error(read_tracks(question, 1), "INDEX_RANGE", "tracks[0]");
  ArraySet no_path = question;
  no_path.put({"tracks", {2, 3}, Array::Integers{1, 3, 0, 0, 1, 2}});
  expect_error(read_tracks(no_path, 2), "INDEX_RANGE", "tracks[0]");
  ArraySet no_tangents = question;
  no_tangents.put({"tracks", {2, 3}, Array::Integers{1, 2, 0, 0, 1, 1}});
  expect_error(read_tracks(no_tangents, 2), "ARRAY_SHAPE", "track_1_values");
  ArraySet backwards = question;
  backwards.put({"track_0_times", {2}, Array::Reals{2, 0}});
  expect_error(read_tracks(backwards, 2), "TIME_ORDER", "times[1]");
}

}  // namespace bindpose::question_test
