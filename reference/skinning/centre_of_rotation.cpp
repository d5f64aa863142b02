// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/centre_of_rotation.h"

#include <utility>

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {
namespace {

// sum_i w_i (q_i(y) + t_i)
template <class T>
Vec3<T> blend_points(const std::vector<Pull<T>>& pulls, const std::vector<Rigid<T>>& palette,
                     const Vec3<T>& y) {
  Vec3<T> sum = Vec3<T>::Zero();
  for (const auto& [j, w] : pulls)
    sum += w * Vec3<T>(bindpose::rotate<T>(palette[j].rotation, y) + palette[j].translation);
  return sum;
}

// x' = sum_i w_i M_i x; directions by sum_i w_i R_i
template <class T>
TurnedVertex<T> blend_linearly(const std::vector<Pull<T>>& pulls, const std::vector<Rigid<T>>& palette,
                               const Vec3<T>& x) {
  TurnedVertex<T> turned;
  turned.x = blend_points(pulls, palette, x);
  turned.matrix = Mat3<T>::Zero();
  for (const auto& [j, w] : pulls)
    *turned.matrix += w * rotation_matrix(palette[j].rotation);
  return turned;
}

// x' = q(x - p) + sum_i w_i M_i p; w: s_i w_i, in the order of the pulls
template <class T>
TurnedVertex<T> turn_about(const std::vector<Pull<T>>& pulls, const std::vector<T>& w,
                           const std::vector<Rigid<T>>& palette, const Vec3<T>& x, const Vec3<T>& p,
                           TurnOrder order) {
  TurnedVertex<T> turned;
  Vec4<T> b = Vec4<T>::Zero();
  for (std::size_t i = 0; i < pulls.size(); ++i)
    b += w[i] * palette[pulls[i].j].rotation.coeffs();
  turned.q = Quat<T>(b);
  if (!normalize_quaternion(turned.q)) {
    turned.undefined = "ZERO_BLEND";
    return turned;
  }
  const Vec3<T> moved_p = blend_points(pulls, palette, p);
  if (order == TurnOrder::matrix) {
    const Mat3<T> R = rotation_matrix(turned.q);
    turned.matrix = R;
    turned.x = R * x + Vec3<T>(moved_p - R * p);
  } else {
    turned.x = bindpose::rotate<T>(turned.q, x - p) + moved_p;
  }
  return turned;
}

}  // namespace

template <class T>
Surface<T> centre_of_rotation(const Mesh& mesh, const Influences& influences,
                              const std::vector<Rigid<T>>& palette, const Centres<T>& centres,
                              SignPivot pivot, TurnOrder order) {
  return turn_vertices<T>(mesh, influences, [&](const RestVertex<T>& rest) {
    if (centres.has[rest.v] == 0) return blend_linearly(rest.pulls, palette, rest.x);
    const std::vector<T> w =
        signed_weights(rest.pulls, palette, slot_0_rotation(influences, palette, rest.v), pivot);
    return turn_about(rest.pulls, w, palette, rest.x, centres.p[rest.v], order);
  });
}

namespace {

/// The arrays "centres" and "has_centre".
template <class T>
Expected<Centres<T>> read_centres(const ArraySet& question, std::size_t vertex_count) {
  const auto p = question.require_reals("centres", {vertex_count, 3});
  if (!p) return tl::unexpected(p.error());
  const auto has = question.require_integers("has_centre", {vertex_count});
  if (!has) return tl::unexpected(has.error());
  Centres<T> centres;
  for (std::size_t v = 0; v < vertex_count; ++v) {
    centres.has.push_back((*has)->integers()[v] != 0 ? 1 : 0);
    centres.p.push_back(centres.has[v] != 0 ? read_row<T, 3>(**p, v) : Vec3<T>(Vec3<T>::Zero()));
    if (centres.has[v] != 0 && !read_row<double, 3>(**p, v).allFinite())
      return fail("NOT_FINITE", fmt::format("centres[{}]", v), "expected finite numbers");
  }
  return centres;
}

template <class T>
Expected<Centres<T>> centres_of(const ArraySet& question, const Mesh& mesh, const Influences& influences) {
  if (question.has("centres")) return read_centres<T>(question, mesh.vertex_count());
  const auto triangles = require_triangles(question, mesh.vertex_count());
  if (!triangles) return tl::unexpected(triangles.error());
  return optimised_centres<T>(mesh, influences, *triangles);
}

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {pivot_option(),
                                                   {"formulation",
                                                    {"about-the-centre", "matrix"},  // as in TurnOrder
                                                    OptionSpec::Kind::formulation,
                                                    "how the rotation about the centre is applied",
                                                    2}};
  return declared;
}

struct CentreOfRotation {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto pivot = choice_index(options(), chosen, "pivot");
    if (!pivot) return tl::unexpected(pivot.error());
    const auto order = choice_index(options(), chosen, "formulation");
    if (!order) return tl::unexpected(order.error());
    return answer_rigid_blend<T>(question,
                                 [&](const Mesh& mesh, const Influences& influences,
                                     const std::vector<Rigid<T>>& palette) -> Expected<Surface<T>> {
                                   const auto centres = centres_of<T>(question, mesh, influences);
                                   if (!centres) return tl::unexpected(centres.error());
                                   return centre_of_rotation<T>(mesh, influences, palette, *centres,
                                                                static_cast<SignPivot>(*pivot),
                                                                static_cast<TurnOrder>(*order));
                                 });
  }
};

}  // namespace

Implementation centre_of_rotation_implementation() {
  return implement<CentreOfRotation>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                        \
  template Surface<T> centre_of_rotation(const Mesh&, const Influences&, const std::vector<Rigid<T>>&, \
                                         const Centres<T>&, SignPivot, TurnOrder);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
