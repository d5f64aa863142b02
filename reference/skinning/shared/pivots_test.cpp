// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/pivots.h"

#include <gtest/gtest.h>

#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::skinning::pivots_test {

/// A root (1) with three children and one grandchild (4); 0, 2 and 4 have the same position.
JointPlaces fork() {
  return {{1, -1, 1, 1, 2}, {{0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 1, 0}}};
}

/// One vertex of joint 0, with a slot of weight 0 that names joint 4.
ArraySet question_without_places() {
  Mesh mesh;
  mesh.positions.emplace_back(0, 0, 0);
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, {2, {0, 4}, {1, 0}});
  add_rigids(question, "palette", std::vector<Rigid<double>>(5));
  return question;
}

ArraySet question_of(const JointPlaces& places) {
  ArraySet question = question_without_places();
  question.add("parents", {places.parents.size()},
               Array::Integers(places.parents.begin(), places.parents.end()));
  Array::Reals positions;
  for (const Vec3<double>& c : places.bind_positions)
    positions.insert(positions.end(), c.begin(), c.end());
  question.add("bind_positions", {places.bind_positions.size(), 3}, std::move(positions));
  return question;
}

std::string error_of(const ArraySet& question) {
  const auto checked = check(Declaration{arrays_with_places(), {}, {}, {}}, question);
  return checked ? "" : checked.error().code + " " + checked.error().where;
}
std::string error_of(const JointPlaces& places) {
  return error_of(question_of(places));
}

TEST(Pivots, joints_count_once_and_keep_their_order) {
  EXPECT_EQ(joints_of<double>({{2, 0.5}, {1, 0.25}, {2, 0.25}}), (JointList{2, 1}));
}

TEST(Pivots, the_lead_is_nearest_to_the_root) {
  EXPECT_EQ(lead_of({4, 2, 1}, fork().parents), 1U);
  EXPECT_EQ(lead_of({4, 2}, fork().parents), 2U);
  EXPECT_EQ(lead_of({2, 0}, fork().parents), 2U) << "the first of equal ones";
}

TEST(Pivots, the_pivot_is_a_joint_other_than_the_parent) {
  EXPECT_EQ(pivot_of({3}, fork()), 3U) << "the only joint";
  EXPECT_EQ(pivot_of({1, 3}, fork()), 3U);
  EXPECT_EQ(pivot_of({3, 1}, fork()), 3U);
  EXPECT_EQ(pivot_of({1, 2, 0}, fork()), 2U) << "siblings at one position and their parent";
  EXPECT_EQ(pivot_of({0, 2}, fork()), 0U) << "siblings without their parent";
}

TEST(Pivots, joints_that_do_not_meet_have_no_pivot) {
  EXPECT_FALSE(pivot_of({0, 3}, fork())) << "siblings at two positions";
  EXPECT_FALSE(pivot_of({1, 0, 3}, fork()));
  EXPECT_FALSE(pivot_of({1, 4}, fork())) << "a grandchild";
  EXPECT_FALSE(pivot_of({1, 2, 4}, fork())) << "a chain, although at one position";
  EXPECT_FALSE(pivot_of({0, 1}, {{-1, -1}, {{0, 0, 0}, {0, 0, 0}}})) << "two roots";
}

TEST(Pivots, positions_may_differ_by_float32_roundings) {
  JointPlaces places = fork();
  places.bind_positions[2][1] += 0x1p-20;
  EXPECT_TRUE(pivot_of({0, 2}, places));
  places.bind_positions[2][1] += 0x1p-12;
  EXPECT_FALSE(pivot_of({0, 2}, places));
}

TEST(Pivots, two_joints_must_be_parent_and_child) {
  for (const JointList& joints : {JointList{1, 3}, JointList{3, 1}}) {
    const auto bones = bones_of(joints, fork().parents);
    ASSERT_TRUE(bones);
    EXPECT_EQ(bones->parent, 1U);
    EXPECT_EQ(bones->child, 3U);
  }
  EXPECT_FALSE(bones_of({0, 2}, fork().parents));
  EXPECT_FALSE(bones_of({0}, fork().parents));
  EXPECT_FALSE(bones_of({0, 1, 2}, fork().parents));
}

TEST(Pivots, wrong_inputs_are_refused) {
  EXPECT_EQ(error_of(fork()), "");
  JointPlaces places = fork();
  places.bind_positions[4][0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(error_of(places), "") << "the joint influences no vertex";
  places.bind_positions[0][2] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error_of(places), "NOT_FINITE bind_positions[0]");
  places = fork();
  places.parents[1] = 0;
  EXPECT_EQ(error_of(places), "CYCLE parents[0]");
  places.parents[1] = 7;
  EXPECT_EQ(error_of(places), "INDEX_RANGE parents[1]");
  places = fork();
  places.bind_positions.pop_back();
  EXPECT_EQ(error_of(places), "ARRAY_SHAPE bind_positions");
  EXPECT_EQ(error_of(question_without_places()), "ARRAY_MISSING parents");
}

}  // namespace bindpose::skinning::pivots_test
