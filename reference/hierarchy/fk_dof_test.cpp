// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_dof.h"

#include <gtest/gtest.h>

#include "reference/hierarchy/shared/world.h"
#include "reference/model/rows.h"
#include "reference/samples/parts.h"
#include "reference/testing/answers.h"
#include "reference/testing/assert.h"

namespace bindpose::hierarchy::fk_dof_test {

const Vec3<double> x_axis(1, 0, 0), y_axis(0, 1, 0), z_axis(0, 0, 1);

DofJoint joint(JointType type, const std::vector<double>& values, const std::vector<Vec3<double>>& axes) {
  DofJoint made{type, {}, {}, axes};
  for (const double value : values)
    made.dofs.push_back({value});
  return made;
}

struct DofPose {
  std::vector<Affine<double>> locals, world;
};

std::vector<Affine<double>> affines_of(const ResultArray<double>& array) {
  std::vector<Affine<double>> maps;
  for (std::size_t i = 0; i < array.values.size(); i += 12)
    maps.push_back(affine_at(&array.values[i]));
  return maps;
}

/// The declared algorithm's output; offsets are rounded to float32.
Expected<DofPose> fk_dof(const std::vector<int>& parents, const std::vector<DofJoint>& joints,
                         const std::string& limits = "clamp", TurnForm form = TurnForm::rodrigues) {
  ArraySet question;
  add_dof_joints(question, parents, joints);
  const char* formulation = form == TurnForm::rodrigues ? "rodrigues" : "quaternion";
  BINDPOSE_TRY(const Result<double> answer,
               find_algorithm("fk_dof")->implementation.in_double(
                   question, {{"limits", limits}, {"formulation", formulation}}));
  return DofPose{affines_of(*answer.find("locals")), affines_of(*answer.find("world"))};
}

/// W of a single joint.
Affine<double> world_of(const DofJoint& joint, TurnForm form = TurnForm::rodrigues) {
  const auto pose = fk_dof({-1}, {joint}, "clamp", form);
  EXPECT_TRUE(pose);
  return pose ? pose->world[0] : Affine<double>{};
}

/// One joint of every kind with random numbers.
DofJoint random_joint(JointType type, Random& random) {
  DofJoint made{type, samples::sample_affine(random), {}, {}};
  const auto [slides, turns] = freedoms(type);
  for (std::size_t k = 0; k < slides + turns; ++k) {
    made.dofs.push_back({random.uniform(-3, 3)});
    made.axes.push_back(random.direction().normalized());
  }
  return made;
}

constexpr JointType all_types[] = {JointType::fixed, JointType::hinge,     JointType::universal,
                                   JointType::ball,  JointType::prismatic, JointType::free};

TEST(fk_dof, zero_values_give_the_offset) {
  Random random("fk_dof.zero");
  for (const JointType type : all_types) {
    DofJoint made = random_joint(type, random);
    for (Dof& dof : made.dofs)
      dof.value = 0;
    EXPECT_EQ(world_of(made).linear, made.offset.linear);
    EXPECT_EQ(world_of(made).translation, made.offset.translation);
  }
}

TEST(fk_dof, both_formulations_are_rigid_and_equal) {
  Random random("fk_dof.formulations");
  for (int round = 0; round < 200; ++round)
    for (const JointType type : all_types) {
      DofJoint made = random_joint(type, random);
      made.offset = {};
      const Mat3<double> R = world_of(made).linear;
      EXPECT_LT((R - world_of(made, TurnForm::quaternion).linear).norm(), 1e-14);
      EXPECT_LT((R * R.transpose() - Mat3<double>::Identity()).norm(), 1e-14);
      EXPECT_NEAR(determinant(R), 1, 1e-14);
    }
}

TEST(fk_dof, the_result_is_fk_matrix_of_the_local_transforms) {
  Random random("fk_dof.locals");
  const std::vector<int> parents = samples::sample_parents(30, random);
  std::vector<DofJoint> joints;
  for (std::size_t j = 0; j < parents.size(); ++j)
    joints.push_back(random_joint(all_types[j % 6], random));
  BINDPOSE_ASSERT(const auto pose, fk_dof(parents, joints));
  std::vector<LocalTransform<double>> locals(parents.size());
  for (std::size_t j = 0; j < parents.size(); ++j) {
    locals[j].is_matrix = true;
    locals[j].matrix = pose.locals[j];
  }
  BINDPOSE_ASSERT(const auto world, fk_matrix<double>(parents, locals));
  for (std::size_t j = 0; j < parents.size(); ++j)
    EXPECT_EQ(pose.world[j].linear, world[j].linear);
}

TEST(fk_dof, values_beyond_their_limits_are_clamped_or_refused) {
  DofJoint hinge = joint(JointType::hinge, {2}, {z_axis});
  hinge.dofs[0].upper = 1.5;
  EXPECT_EQ(world_of(hinge).linear, world_of(joint(JointType::hinge, {1.5}, {z_axis})).linear);
  EXPECT_EQ(test::refusal_of(fk_dof({-1}, {hinge}, "reject")), "PARAMETER_RANGE dof_values[0]");
  hinge.dofs[0].value = 1.5;
  EXPECT_TRUE(fk_dof({-1}, {hinge}, "reject"));
}

TEST(fk_dof, invalid_joints_are_refused) {
  const auto error = [](const std::vector<int>& parents, const std::vector<DofJoint>& joints) {
    return test::refusal_of(fk_dof(parents, joints));
  };
  const DofJoint good = joint(JointType::universal, {1, 2}, {x_axis, y_axis});
  EXPECT_EQ(error({-1, 0}, {good, good}), "");
  EXPECT_EQ(error({}, {}), "");
  DofJoint bad = good;
  bad.dofs.pop_back();
  bad.axes.pop_back();
  EXPECT_EQ(error({-1, 0}, {good, bad}), "COUNT_MISMATCH joint_types[1]");
  bad = good;
  bad.dofs[1] = {0, 1, -1};
  EXPECT_EQ(error({-1, 0}, {good, bad}), "PARAMETER_RANGE dof_limits[3]");
}

TEST(fk_dof, mismatched_counts_are_refused) {
  ArraySet question;
  add_dof_joints(
      question, {-1, 0},
      {joint(JointType::hinge, {1}, {x_axis}), joint(JointType::universal, {1, 2}, {x_axis, y_axis})});
  const auto error = [&](const Array::Integers& types) {
    return test::error_with("fk_dof", question, {"joint_types", {2}, types});
  };
  EXPECT_EQ(error({1, 2}), "");
  EXPECT_EQ(error({1, 1}), "COUNT_MISMATCH dof_values");
  EXPECT_EQ(error({1, 5}), "COUNT_MISMATCH joint_types[1]");
}

}  // namespace bindpose::hierarchy::fk_dof_test
