// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Samples of the algorithms in hierarchy, in the order of algorithms.def.

#include "reference/hierarchy/bones.h"
#include "reference/hierarchy/fk_product.h"
#include "reference/hierarchy/fk_quaternion.h"
#include "reference/hierarchy/shared/dof_joint.h"
#include "reference/model/question.h"
#include "reference/samples/parts.h"

namespace bindpose::samples {

using namespace hierarchy;

ArraySet fk_matrix_question(std::size_t size, Random& random) {
  return sample_pose(size, random);
}

ArraySet fk_quaternion_question(std::size_t size, Random& random) {
  const std::vector<int> parents = sample_parents(size, random);
  std::vector<LocalTransform<double>> locals(size);
  for (LocalTransform<double>& local : locals)
    local.trs = sample_rigid(random);
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

/// Values within half a turn or half a metre around 0; the limits clamp one in four.
ArraySet fk_dof_question(std::size_t size, Random& random) {
  std::vector<DofJoint> joints(size);
  for (DofJoint& joint : joints) {
    joint.type = static_cast<JointType>(random.below(6));
    joint.offset = sample_affine(random);
    const auto [slides, turns] = freedoms(joint.type);
    for (std::size_t k = 0; k < slides + turns; ++k) {
      const double reach = k < slides ? 0.5 : 3.25;
      joint.dofs.push_back({random.uniform(-reach, reach), random.uniform(-reach, -0.5 * reach),
                            random.uniform(0.5 * reach, reach)});
      joint.axes.push_back(random.direction());
    }
  }
  ArraySet question;
  add_dof_joints(question, sample_parents(size, random), joints);
  return question;
}

ArraySet fk_product_question(std::size_t size, Random& random) {
  const std::vector<int> parents = sample_parents(size, random);
  std::vector<Affine<double>> rest(size);
  Array::Reals rotations;
  for (Affine<double>& M : rest) {
    M = sample_affine(random);
    const Quat<double> q = random.rotation();
    rotations.insert(rotations.end(), q.coeffs().begin(), q.coeffs().end());
  }
  ArraySet question;
  question.add("parents", {size}, Array::Integers(parents.begin(), parents.end()));
  add_affines(question, "rest", rest);
  question.add("rotations", {size, 4}, std::move(rotations));
  return question;
}

ArraySet bones_question(std::size_t size, Random& random) {
  return sample_pose(size, random);
}

ArraySet inverse_bind_question(std::size_t size, Random& random) {
  std::vector<Affine<double>> bind(size);
  for (Affine<double>& B : bind)
    B = sample_affine(random);
  ArraySet question;
  add_affines(question, "bind", bind);
  return question;
}

ArraySet palette_question(std::size_t size, Random& random) {
  std::vector<Affine<double>> world(size), inverse_binds(size);
  for (Affine<double>& W : world)
    W = sample_affine(random);
  for (Affine<double>& A : inverse_binds)
    A = sample_affine(random);
  ArraySet question;
  add_affines(question, "world", world);
  add_affines(question, "inverse_binds", inverse_binds);
  return question;
}

/// 1 to 4 drives with 1 to 4 keys each.
ArraySet driven_joint_question(std::size_t size, Random& random) {
  ArraySet question = sample_pose(size, random);
  question.remove("local_is_matrix");
  question.remove("local_matrices");
  const std::size_t joints = question.find("parents")->shape[0], count = 1 + random.below(4);
  Array::Integers drives, counts;
  Array::Reals axes, angles, values;
  for (std::size_t d = 0; d < count; ++d) {
    drives.push_back(static_cast<std::int32_t>(random.below(joints)));
    drives.push_back(static_cast<std::int32_t>(random.below(joints)));
    drives.push_back(static_cast<std::int32_t>(random.below(2)));
    const Vec3<double> a = random.direction();
    axes.insert(axes.end(), a.begin(), a.end());
    counts.push_back(static_cast<std::int32_t>(1 + random.below(4)));
    double theta = random.uniform(-3, -1);
    for (int k = 0; k < counts.back(); ++k) {
      angles.push_back(theta);
      theta = to_float32(theta + random.uniform(0.5, 2));
      for (int c = 0; c < 3; ++c)
        values.push_back(random.uniform(0.25, 2));
    }
  }
  const std::size_t keys = angles.size();
  question.add("drives", {count, 3}, std::move(drives));
  question.add("drive_axes", {count, 3}, std::move(axes));
  question.add("key_counts", {count}, std::move(counts));
  question.add("key_angles", {keys}, std::move(angles));
  question.add("key_values", {keys, 3}, std::move(values));
  return question;
}

}  // namespace bindpose::samples
