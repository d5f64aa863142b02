// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_dof.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/hierarchy/shared/chain.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"

namespace bindpose::hierarchy {

Freedoms freedoms(JointType type) {
  switch (type) {
    case JointType::fixed:
      return {0, 0};
    case JointType::hinge:
      return {0, 1};
    case JointType::universal:
      return {0, 2};
    case JointType::ball:
      return {0, 3};
    case JointType::prismatic:
      return {1, 0};
    case JointType::free:
      return {3, 3};
  }
  return {};
}

namespace {

// R(a, phi) = cos(phi) 1 + sin(phi) [a]x + (1 - cos(phi)) a a^T
template <class T>
Mat3<T> turn_matrix(const Vec3<T>& a, const T& phi) {
  using std::cos, std::sin;
  const T c = cos(phi), s = sin(phi);
  const T d = T(1) - c;
  Mat3<T> R;
  R << c + d * a[0] * a[0], d * a[0] * a[1] - s * a[2], d * a[0] * a[2] + s * a[1],  //
      d * a[0] * a[1] + s * a[2], c + d * a[1] * a[1], d * a[1] * a[2] - s * a[0],   //
      d * a[0] * a[2] - s * a[1], d * a[1] * a[2] + s * a[0], c + d * a[2] * a[2];
  return R;
}

// (a sin(phi / 2), cos(phi / 2))
template <class T>
Quat<T> turn_quaternion(const Vec3<T>& a, const T& phi) {
  using std::cos, std::sin;
  const T half = phi * T(0.5);
  const T s = sin(half);
  return quaternion_xyzw<T>(s * a[0], s * a[1], s * a[2], cos(half));
}

/// How long the error of a product of two rotations can be, e and f being those of its factors: a rotation
/// turns an error without lengthening it. The product's own roundings are at most `units` rounding units
/// long.
double product_error(double e, double f, double units) {
  return e + f + e * f + units * Tracked::precision().unit * (1 + e) * (1 + f);
}

// R(a_1, phi_1) R(a_2, phi_2) ...
template <class T>
Mat3<T> product_of_matrices(const std::vector<Vec3<T>>& a, const std::vector<T>& phi, std::size_t first) {
  Mat3<T> R = turn_matrix<T>(a[first], phi[first]);
  double e = error_length(R);
  for (std::size_t k = first + 1; k < phi.size(); ++k) {
    const Mat3<T> turn = turn_matrix<T>(a[k], phi[k]);
    R = Mat3<T>(R * turn);
    e = product_error(e, error_length(turn), 9);  // 3 units an entry, since rows and columns are unit
  }
  R = stored_entries(R);
  tighten_entries(R, e);
  return R;
}

// The matrix of q_1 q_2 ...
template <class T>
Mat3<T> matrix_of_product(const std::vector<Vec3<T>>& a, const std::vector<T>& phi, std::size_t first) {
  Quat<T> product = turn_quaternion<T>(a[first], phi[first]);
  double e = error_length<T, 4, 1>(product.coeffs());
  for (std::size_t k = first + 1; k < phi.size(); ++k) {
    const Quat<T> turn = turn_quaternion<T>(a[k], phi[k]);
    product = quaternion_product(product, turn);
    e = product_error(e, error_length<T, 4, 1>(turn.coeffs()), 8);  // 4 units an entry, since both are unit
  }
  Vec4<T> q = stored_entries<T, 4, 1>(product.coeffs());
  tighten_entries(q, e);
  return rotation_matrix(Quat<T>(q));
}

// L_joint = T(sum of phi_k a_k) R(a_1, phi_1) R(a_2, phi_2) ...
template <class T>
Affine<T> joint_motion(JointType type, const std::vector<Vec3<T>>& a, const std::vector<T>& phi,
                       TurnForm form) {
  const auto [slides, turns] = freedoms(type);
  Affine<T> L;
  for (std::size_t k = 0; k < slides; ++k)
    L.translation += phi[k] * a[k];
  if (turns > 0)
    L.linear =
        form == TurnForm::rodrigues ? product_of_matrices(a, phi, slides) : matrix_of_product(a, phi, slides);
  return L;
}

Expected<void> validate(const DofJoint& joint, std::size_t j, std::size_t first_dof) {
  const auto [slides, turns] = freedoms(joint.type);
  if (joint.dofs.size() != slides + turns || joint.axes.size() != slides + turns)
    return fail("COUNT_MISMATCH", fmt::format("joint_types[{}]", j),
                fmt::format("{} numbers and {} axes, expected {}", joint.dofs.size(), joint.axes.size(),
                            slides + turns));
  if (!all_finite(joint.offset))
    return fail("NOT_FINITE", fmt::format("offsets[{}]", j), "expected finite numbers");
  for (std::size_t k = 0; k < joint.axes.size(); ++k) {
    const Vec3<double>& a = joint.axes[k];
    const auto where = fmt::format("dof_axes[{}]", first_dof + k);
    if (auto ok = require_unit<double>(Vec4<double>(a[0], a[1], a[2], 0), where); !ok) return ok;
  }
  return {};
}

/// L_j. first_dof: how many DOFs the joints before this one have, for messages.
template <class T>
Expected<Affine<T>> local_of(const DofJoint& joint, std::size_t first_dof, LimitRule rule, TurnForm form) {
  std::vector<T> phi;
  std::vector<Vec3<T>> a;
  for (std::size_t k = 0; k < joint.dofs.size(); ++k) {
    const auto value = limited_value(joint.dofs[k], rule, "dof", first_dof + k);
    if (!value) return tl::unexpected(value.error());
    phi.push_back(T(*value));
    a.push_back(joint.axes[k].template cast<T>());
    if (!normalize(a.back()))
      return fail("NOT_UNIT", fmt::format("dof_axes[{}]", first_dof + k), "an axis of length 0");
  }
  return joint.offset.template cast<T>() * joint_motion<T>(joint.type, a, phi, form);
}

}  // namespace

template <class T>
Expected<DofPose<T>> fk_dof(const std::vector<int>& parents, const std::vector<DofJoint>& joints,
                            LimitRule rule, TurnForm form) {
  Skeleton skeleton;
  skeleton.parents = parents;
  if (auto ok = bindpose::validate(skeleton); !ok) return tl::unexpected(ok.error());
  if (joints.size() != parents.size())
    return fail("COUNT_MISMATCH", "joint_types",
                fmt::format("{} joints, expected {}", joints.size(), parents.size()));
  DofPose<T> pose;
  std::size_t first_dof = 0;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (auto ok = validate(joints[j], j, first_dof); !ok) return tl::unexpected(ok.error());
    const auto L = local_of<T>(joints[j], first_dof, rule, form);
    if (!L) return tl::unexpected(L.error());
    pose.locals.push_back(stored_entries(*L));
    first_dof += joints[j].dofs.size();
  }
  pose.world = down_the_chain(parents, pose.locals);
  return pose;
}

void add_dof_joints(ArraySet& question, const std::vector<int>& parents,
                    const std::vector<DofJoint>& joints) {
  Array::Integers types;
  std::vector<Affine<double>> offsets;
  std::vector<Dof> dofs;
  Array::Reals axes;
  for (const DofJoint& joint : joints) {
    types.push_back(static_cast<std::int32_t>(joint.type));
    offsets.push_back(joint.offset);
    dofs.insert(dofs.end(), joint.dofs.begin(), joint.dofs.end());
    for (const Vec3<double>& axis : joint.axes)
      axes.insert(axes.end(), axis.begin(), axis.end());
  }
  question.add("parents", {parents.size()}, Array::Integers(parents.begin(), parents.end()));
  question.add("joint_types", {joints.size()}, std::move(types));
  add_affines(question, "offsets", offsets);
  add_dofs(question, "dof", dofs);
  question.add("dof_axes", {dofs.size(), 3}, std::move(axes));
}

namespace {

/// Deals out the DOFs and axes of a question to its joints.
Expected<std::vector<DofJoint>> read_dof_joints(const ArraySet& question, std::size_t joint_count) {
  const auto types = question.require_integers("joint_types", {joint_count});
  if (!types) return tl::unexpected(types.error());
  const auto offsets = read_affines<double>(question, "offsets");
  if (!offsets) return tl::unexpected(offsets.error());
  if (offsets->size() != joint_count) return fail("ARRAY_SHAPE", "offsets", "expected a matrix a joint");
  const auto dofs = read_dofs(question, "dof");
  if (!dofs) return tl::unexpected(dofs.error());
  const auto axes = question.require_reals("dof_axes", {dofs->size(), 3});
  if (!axes) return tl::unexpected(axes.error());
  std::vector<DofJoint> joints(joint_count);
  std::size_t used = 0;
  for (std::size_t j = 0; j < joint_count; ++j) {
    const int type = (*types)->integers()[j];
    if (type < 0 || type > static_cast<int>(JointType::free))
      return fail("PARAMETER_RANGE", fmt::format("joint_types[{}]", j),
                  fmt::format("{}, expected 0 .. 5", type));
    joints[j].type = static_cast<JointType>(type);
    joints[j].offset = (*offsets)[j];
    const auto [slides, turns] = freedoms(joints[j].type);
    for (std::size_t k = 0; k < slides + turns && used < dofs->size(); ++k, ++used) {
      joints[j].dofs.push_back((*dofs)[used]);
      joints[j].axes.push_back(read_row<double, 3>(**axes, used));
    }
  }
  if (used != dofs->size())
    return fail("COUNT_MISMATCH", "dof_values", fmt::format("{} numbers, expected {}", dofs->size(), used));
  return joints;
}

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      {"limits",
       {"clamp", "reject"},  // as in LimitRule
       OptionSpec::Kind::policy,
       "what a value beyond its limits is: its nearest limit, or an error"},
      {"formulation",
       {"rodrigues", "quaternion"},  // as in TurnForm
       OptionSpec::Kind::formulation,
       "how the turns of a joint are multiplied",
       2}};
  return declared;
}

struct FkDof {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto rule = choice_index(options(), chosen, "limits");
    if (!rule) return tl::unexpected(rule.error());
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto joints = read_dof_joints(question, parents->size());
    if (!joints) return tl::unexpected(joints.error());
    const auto pose =
        fk_dof<T>(*parents, *joints, static_cast<LimitRule>(*rule), static_cast<TurnForm>(*form));
    if (!pose) return tl::unexpected(pose.error());
    return Result<T>{{to_result_array("locals", pose->locals), to_result_array("world", pose->world)}, {}};
  }
};

}  // namespace

Implementation fk_dof_implementation() {
  return implement<FkDof>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                          \
  template Expected<DofPose<T>> fk_dof(const std::vector<int>&, const std::vector<DofJoint>&, LimitRule, \
                                       TurnForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
