// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/dual_quaternion.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {
namespace {

// d = (t, 0) q / 2
template <class T>
Vec4<T> dual_part(const Rigid<T>& M) {
  const T half = T(1) / T(2);
  const Vec3<T> t = half * M.translation;
  return bindpose::quaternion_product(quaternion_xyzw<T>(t[0], t[1], t[2], T(0)), M.rotation).coeffs();
}

// 2 vec(d r*)
template <class T>
Vec3<T> translation_of(const Quat<T>& r, const Quat<T>& d) {
  return T(2) * bindpose::quaternion_product(d, bindpose::conjugate(r)).vec();
}

// B = sum_i w_i S_i
template <class T>
Mat3<T> blend_stretches(const std::vector<Pull<T>>& pulls, const std::vector<Mat3<T>>& S) {
  Mat3<T> B = Mat3<T>::Zero();
  for (const auto& [j, w] : pulls)
    B += w * S[j];
  return B;
}

/// w_i with signs: s_i w_i, in the order of the pulls.
template <class T>
TurnedVertex<T> blend_motions(const std::vector<Pull<T>>& pulls, const std::vector<T>& w,
                              const std::vector<Rigid<T>>& palette, const Vec3<T>& x, Turning turning) {
  using std::sqrt;
  Vec4<T> b_q = Vec4<T>::Zero(), b_d = Vec4<T>::Zero();
  for (std::size_t i = 0; i < pulls.size(); ++i) {
    b_q += w[i] * palette[pulls[i].j].rotation.coeffs();
    b_d += w[i] * dual_part(palette[pulls[i].j]);
  }
  b_q = bindpose::stored_entries(b_q);
  const Quat<T> b(b_q);
  TurnedVertex<T> turned;
  const T squared = quaternion_dot(b, b);
  if (!(to_double(squared) > 0)) {
    turned.undefined = "ZERO_BLEND";
    return turned;
  }
  const T length = sqrt(squared);
  const Quat<T> r(Vec4<T>(b_q / length)), d(Vec4<T>(b_d / length));
  turned.q = r;
  if (turning == Turning::by_matrix) turned.matrix = rotation_matrix(r);
  turned.x = turned.turn(x) + translation_of(r, d);
  return turned;
}

}  // namespace

template <class T>
Surface<T> dual_quaternion(const Mesh& mesh, const Influences& influences,
                           const std::vector<Rigid<T>>& palette, const std::vector<Mat3<T>>& stretches,
                           SignPivot pivot, Turning turning) {
  return turn_vertices<T>(mesh, influences, [&](const RestVertex<T>& rest) {
    const std::vector<T> w =
        signed_weights(rest.pulls, palette, slot_0_rotation(influences, palette, rest.v), pivot);
    if (stretches.empty()) return blend_motions(rest.pulls, w, palette, rest.x, turning);
    const Mat3<T> B = blend_stretches(rest.pulls, stretches);
    TurnedVertex<T> turned = blend_motions<T>(rest.pulls, w, palette, B * rest.x, turning);
    turned.stretch = B;
    return turned;
  });
}

namespace {

/// S_j; none without the array. Joints that no vertex pulls on may hold anything.
template <class T>
Expected<std::vector<Mat3<T>>> read_stretches(const ArraySet& question, const Influences& influences,
                                              std::size_t joint_count) {
  if (!question.has("palette_stretches")) return std::vector<Mat3<T>>{};
  const auto array = question.require_reals("palette_stretches", {joint_count, 3, 3});
  if (!array) return tl::unexpected(array.error());
  for (std::size_t i = 0; i < influences.joints.size(); ++i)
    for (std::size_t e = 0; e < 9 && influences.weights[i] != 0; ++e)
      if (const std::uint32_t j = influences.joints[i]; !std::isfinite((*array)->reals()[9 * j + e]))
        return fail("NOT_FINITE", fmt::format("palette_stretches[{}]", j), "expected finite numbers");
  std::vector<Mat3<T>> S(joint_count);
  for (std::size_t j = 0; j < joint_count; ++j)
    for (int r = 0; r < 3; ++r)
      S[j].row(r) = read_row<T, 3>(**array, 3 * j + static_cast<std::size_t>(r)).transpose();
  return S;
}

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {pivot_option(),
                                                   {"formulation",
                                                    {"quaternion", "matrix"},  // as in Turning
                                                    OptionSpec::Kind::formulation,
                                                    "how the blended rotation is applied",
                                                    2}};
  return declared;
}

struct DualQuaternion {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto pivot = choice_index(options(), chosen, "pivot");
    if (!pivot) return tl::unexpected(pivot.error());
    const auto turning = choice_index(options(), chosen, "formulation");
    if (!turning) return tl::unexpected(turning.error());
    return answer_rigid_blend<T>(
        question,
        [&](const Mesh& mesh, const Influences& influences,
            const std::vector<Rigid<T>>& palette) -> Expected<Surface<T>> {
          const auto stretches = read_stretches<T>(question, influences, palette.size());
          if (!stretches) return tl::unexpected(stretches.error());
          return dual_quaternion<T>(mesh, influences, palette, *stretches, static_cast<SignPivot>(*pivot),
                                    static_cast<Turning>(*turning));
        });
  }
};

}  // namespace

Implementation dual_quaternion_implementation() {
  return implement<DualQuaternion>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                     \
  template Surface<T> dual_quaternion(const Mesh&, const Influences&, const std::vector<Rigid<T>>&, \
                                      const std::vector<Mat3<T>>&, SignPivot, Turning);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
