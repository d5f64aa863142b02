// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_product.h"

#include <utility>

#include <fmt/format.h>

#include "reference/hierarchy/palette.h"
#include "reference/hierarchy/shared/chain.h"
#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace {

template <class T>
Expected<void> validate_chain(const std::vector<int>& parents, const std::vector<Affine<T>>& rest,
                              const std::vector<Quat<T>>& rotations) {
  Skeleton skeleton;
  skeleton.parents = parents;
  if (auto ok = bindpose::validate(skeleton); !ok) return ok;
  if (rest.size() != parents.size())
    return fail("COUNT_MISMATCH", "rest",
                fmt::format("{} matrices, expected {}", rest.size(), parents.size()));
  if (rotations.size() != parents.size())
    return fail("COUNT_MISMATCH", "rotations",
                fmt::format("{} rotations, expected {}", rotations.size(), parents.size()));
  for (std::size_t j = 0; j < rotations.size(); ++j)
    if (auto ok = require_unit<T>(rotations[j].coeffs(), fmt::format("rotations[{}]", j)); !ok) return ok;
  return {};
}

/// M_rest,j^-1, with errors that name this question's array.
template <class T>
Expected<std::vector<Affine<T>>> inverses(const std::vector<Affine<T>>& rest, InverseOrder order) {
  auto inverse = inverse_bind<T>(rest, order);
  if (inverse) return inverse;
  Error error = inverse.error();
  error.where = "rest" + error.where.substr(error.where.find('['));
  return tl::unexpected(std::move(error));
}

}  // namespace

template <class T>
Expected<ProductChain<T>> fk_product(const std::vector<int>& parents, const std::vector<Affine<T>>& rest,
                                     const std::vector<Quat<T>>& rotations, InverseOrder order) {
  if (auto ok = validate_chain(parents, rest, rotations); !ok) return tl::unexpected(ok.error());
  const auto rest_inverses = inverses(rest, order);
  if (!rest_inverses) return tl::unexpected(rest_inverses.error());
  std::vector<Affine<T>> L;
  for (std::size_t j = 0; j < rest.size(); ++j)
    L.push_back(rest[j] * Affine<T>{rotation_matrix(rotations[j]), Vec3<T>::Zero()});
  ProductChain<T> chain;
  chain.model_from_bone = down_the_chain(parents, L);
  chain.bone_from_model = down_the_inverse_chain(parents, *rest_inverses);
  chain.palette = *palette(chain.model_from_bone, chain.bone_from_model);
  return chain;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared =
      inverse_orders("when a joint's translation is divided by its determinant");
  return declared;
}

struct FkProduct {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto order = choice_index(options(), chosen, "formulation");
    if (!order) return tl::unexpected(order.error());
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const auto rest = read_affines<T>(question, "rest");
    if (!rest) return tl::unexpected(rest.error());
    const auto numbers = question.require_reals("rotations", {parents->size(), 4});
    if (!numbers) return tl::unexpected(numbers.error());
    std::vector<Quat<T>> rotations;
    for (std::size_t j = 0; j < parents->size(); ++j)
      rotations.emplace_back(read_row<T, 4>(**numbers, j));
    const auto chain = fk_product<T>(*parents, *rest, rotations, static_cast<InverseOrder>(*order));
    if (!chain) return tl::unexpected(chain.error());
    return Result<T>{{to_result_array("model_from_bone", chain->model_from_bone),
                      to_result_array("bone_from_model", chain->bone_from_model),
                      to_result_array("palette", chain->palette)},
                     {}};
  }
};

}  // namespace

Implementation fk_product_implementation() {
  return implement<FkProduct>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                         \
  template Expected<ProductChain<T>> fk_product(const std::vector<int>&, const std::vector<Affine<T>>&, \
                                                const std::vector<Quat<T>>&, InverseOrder);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
