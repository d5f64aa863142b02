// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_quaternion.h"

#include <fmt/format.h>

#include "reference/hierarchy/shared/chain.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace {

template <class T>
Expected<void> require_rigid(const std::vector<LocalTransform<T>>& locals) {
  for (std::size_t j = 0; j < locals.size(); ++j) {
    if (locals[j].is_matrix)
      return fail("MATRIX_LOCAL", fmt::format("local_matrices[{}]", j),
                  "expected a rotation and a translation");
    const Vec3<T>& s = locals[j].trs.scale;
    for (int i = 0; i < 3; ++i)
      if (s[i] != T(1))
        return fail("SCALE_NOT_ONE", fmt::format("local_scales[{}]", j),
                    fmt::format("a scale of {:.9g}", to_double(s[i])));
  }
  return {};
}

// q(x)
template <class T>
Vec3<T> rotate_point(const Quat<T>& q, const Vec3<T>& x, RotationForm form) {
  if (form == RotationForm::rotation_matrix) return rotation_matrix(q) * x;
  return rotate(q, x);
}

}  // namespace

template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const std::vector<int>& parents,
                                              const std::vector<LocalTransform<T>>& locals,
                                              RotationForm form) {
  if (auto ok = validate(parents, locals); !ok) return tl::unexpected(ok.error());
  if (auto ok = require_rigid(locals); !ok) return tl::unexpected(ok.error());
  const auto product = [form](const Rigid<T>& parent, const Rigid<T>& local) -> Rigid<T> {
    return {quaternion_product(parent.rotation, local.rotation),
            rotate_point(parent.rotation, local.translation, form) + parent.translation};
  };
  std::vector<Rigid<T>> world(parents.size());
  std::vector<RigidErrorOf<T>> e(parents.size());
  for (const std::size_t j : topological_order(parents)) {
    const Rigid<T> L{locals[j].trs.rotation, locals[j].trs.translation};
    const auto p = static_cast<std::size_t>(parents[j]);
    world[j] = parents[j] < 0 ? L : next_joint(world[p], e[p], L, e[j], product);
  }
  return world;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      {"formulation",
       {"cross-products", "rotation-matrix"},  // as in RotationForm
       OptionSpec::Kind::formulation,
       "how a quaternion rotates a point",
       2}};
  return declared;
}

struct FkQuaternion {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto locals = read_locals<T>(question, parents->size());
    if (!locals) return tl::unexpected(locals.error());
    const auto world = fk_quaternion<T>(*parents, *locals, static_cast<RotationForm>(*form));
    if (!world) return tl::unexpected(world.error());
    std::vector<Vec4<T>> rotations;
    std::vector<Vec3<T>> translations;
    for (const Rigid<T>& joint : *world) {
      rotations.push_back(joint.rotation.coeffs());
      translations.push_back(joint.translation);
    }
    return Result<T>{{rotation_array<T>("world_rotations", rotations),
                      to_result_array<T, 3>("world_translations", translations)},
                     {}};
  }
};

}  // namespace

Implementation fk_quaternion_implementation() {
  return implement<FkQuaternion>(options());
}

#define BINDPOSE_INSTANTIATE(T)                           \
  template Expected<std::vector<Rigid<T>>> fk_quaternion( \
      const std::vector<int>&, const std::vector<LocalTransform<T>>&, RotationForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
