// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shared/kept_bones.h"

#include "reference/examples/shared/animated_mesh.h"

namespace bindpose::examples {
namespace {

using Eigen::Index;

constexpr double small_weight = 0x1p-6;

/// True if float32 keeps bone j in every evaluation of the effects.
bool stays(const std::vector<Tracked>& effects, const std::vector<bool>& is_in, std::size_t j) {
  for (std::size_t l = 0; l < effects.size(); ++l) {
    const double least = effects[j].value() - effects[j].error();
    if (!is_in[l] && !(effects[l].value() + effects[l].error() < least)) return false;
  }
  return is_in[j];
}

/// With take_other, a bone can be replaced by one with an indistinguishable effect.
void compare_with_left_out(const std::vector<Tracked>& effects, std::vector<bool>& is_in) {
  const std::vector<bool> before = is_in;
  for (std::size_t j = 0; j < effects.size(); ++j)
    for (std::size_t l = 0; l < effects.size(); ++l) {
      if (!before[j] || before[l] || effects[l] <= effects[j]) continue;
      is_in[j] = false;
      is_in[l] = true;
    }
}

/// D of the header: the largest distance of two columns.
double farthest_apart(const DynamicMatrix<double>& A) {
  double farthest = 0;
  for (Index i = 0; i < A.cols(); ++i)
    for (Index j = 0; j < i; ++j)
      farthest = std::max(farthest, (A.col(i) - A.col(j)).norm());
  return farthest;
}

}  // namespace

Kept kept_of(const DynamicMatrix<Tracked>& A, const DynamicVector<Tracked>& b,
             const std::vector<Tracked>& effects, std::size_t K) {
  const DynamicVector<Tracked> w = simplex_least_squares<Tracked>(A, b);
  Kept kept{strongest(effects, K)};
  double m = 0;
  bool is_open = false;
  for (std::size_t j = 0; j < effects.size(); ++j) {
    if (stays(effects, kept.is_in, j)) continue;
    m += w[static_cast<Index>(j)].value();
    is_open = is_open || kept.is_in[j];
  }
  if (is_open && !(m <= small_weight)) compare_with_left_out(effects, kept.is_in);
  if (!is_open || !(m <= small_weight)) return kept;
  const DynamicMatrix<double> A_ = A.unaryExpr([](const Tracked& a) { return a.value(); });
  kept.more = w[0].error() + 2 * m * farthest_apart(A_) / least_response(A_);
  return kept;
}

}  // namespace bindpose::examples
