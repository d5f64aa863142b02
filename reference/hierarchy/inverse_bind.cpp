// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/inverse_bind.h"

#include <cmath>

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/question.h"
#include "reference/model/surface.h"
#include "reference/numeric/stored.h"

namespace bindpose::hierarchy {
namespace {

/// The decision is made in double for every scalar, so that all of them answer or none.
template <class T>
Expected<void> require_invertible(const Affine<T>& B, std::size_t joint) {
  if (!all_finite(B)) return fail("NOT_FINITE", fmt::format("bind[{}]", joint), "expected finite numbers");
  const Mat3<double> C = B.linear.unaryExpr([](const T& x) { return to_double(x); });
  const double box = C.col(0).norm() * C.col(1).norm() * C.col(2).norm();
  const double det = determinant(C);
  if (!(std::fabs(det) > 0x1p-40 * box))
    return fail("SINGULAR_BIND", fmt::format("bind[{}]", joint), fmt::format("a determinant of {:.9g}", det));
  return {};
}

// (C^-1 | -C^-1 t)
template <class T>
Affine<T> inverse(const Affine<T>& B, InverseOrder order) {
  const Mat3<T> adjugate = cofactor(B.linear).transpose();
  const T det = determinant(B.linear);
  Affine<T> A;
  A.linear = adjugate.unaryExpr([&](const T& entry) -> T { return entry / det; });
  const Mat3<T>& left = order == InverseOrder::adjugate_then_divide ? adjugate : A.linear;
  A.translation = -(left * B.translation);
  if (order == InverseOrder::adjugate_then_divide)
    for (int i = 0; i < 3; ++i)
      A.translation[i] /= det;
  return A;
}

}  // namespace

template <class T>
Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>& bind, InverseOrder order) {
  std::vector<Affine<T>> A(bind.size());
  for (std::size_t j = 0; j < bind.size(); ++j) {
    if (auto ok = require_invertible(bind[j], j); !ok) return tl::unexpected(ok.error());
    A[j] = stored_entries(inverse(bind[j], order));
  }
  return A;
}

template <class T>
Rigid<T> inverse_bind(const Rigid<T>& bind) {
  const Quat<T> q = conjugate(bind.rotation);
  return {q, stored_entries(Vec3<T>(-rotate(q, bind.translation)))};
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared =
      inverse_orders("when the translation is divided by the determinant");
  return declared;
}

struct InverseBind {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto order = choice_index(options(), chosen, "formulation");
    if (!order) return tl::unexpected(order.error());
    const auto bind = read_affines<T>(question, "bind");
    if (!bind) return tl::unexpected(bind.error());
    const auto A = inverse_bind<T>(*bind, static_cast<InverseOrder>(*order));
    if (!A) return tl::unexpected(A.error());
    return Result<T>{{to_result_array("inverse_binds", *A)}, {}};
  }
};

}  // namespace

Implementation inverse_bind_implementation() {
  return implement<InverseBind>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                        \
  template Expected<std::vector<Affine<T>>> inverse_bind(const std::vector<Affine<T>>&, InverseOrder); \
  template Rigid<T> inverse_bind(const Rigid<T>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::hierarchy
