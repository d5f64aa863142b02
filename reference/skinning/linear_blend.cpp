// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/linear_blend.h"

#include <span>
#include <type_traits>

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/inverse_transpose.h"

namespace bindpose::skinning {
namespace {

/// One vertex's influences: joints j_i and weights w_i, and the palette they choose from.
template <class T>
struct Blend {
  std::span<const std::uint32_t> j;
  std::span<const T> w;
  const std::vector<Affine<T>>& M;

  /// Calls f(w_i, M_i) for every influence that pulls.
  template <class F>
  void each(F f) const {
    for (std::size_t i = 0; i < w.size(); ++i)
      if (w[i] != T(0)) f(w[i], M[j[i]]);
  }
};

/// A vertex at rest, or the sums over its influences.
template <class T>
struct Vertex {
  Vec3<T> x = Vec3<T>::Zero();  ///< position
  Vec3<T> n = Vec3<T>::Zero();  ///< normal
  Vec3<T> t = Vec3<T>::Zero();  ///< tangent
};

// x' = sum_i w_i (M_i x), likewise n and t by C_i. For speed the sums are variables of their own, the question
// whether there are tangents is not asked in the loop, and products are lazy: all of it stays in registers.
template <bool has_tangents, class T>
Vertex<T> transform_then_blend(const Blend<T>& blend, const Vertex<T>& rest) {
  Vec3<T> x = Vec3<T>::Zero(), n = Vec3<T>::Zero(), t = Vec3<T>::Zero();
  blend.each([&](const T& w, const Affine<T>& M) {
    x += w * (M.linear.lazyProduct(rest.x) + M.translation);
    n += w * M.linear.lazyProduct(rest.n);
    if constexpr (has_tangents) t += w * M.linear.lazyProduct(rest.t);
  });
  return {x, n, t};
}

// sum_i w_i M_i
template <class T>
Affine<T> blend_matrices(const Blend<T>& blend) {
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};
  blend.each([&](const T& w, const Affine<T>& M) {
    B.linear += w * M.linear;
    B.translation += w * M.translation;
  });
  return B;
}

// x'_r = sum_i w_i (row r of M_i) . (x, 1)
template <class T>
Vec3<T> rows_times_point(const Blend<T>& blend, const Vec3<T>& x) {
  Vec3<T> y = Vec3<T>::Zero();
  blend.each([&](const T& w, const Affine<T>& M) {
    for (int r = 0; r < 3; ++r)
      y[r] += w * (M.linear(r, 0) * x[0] + M.linear(r, 1) * x[1] + M.linear(r, 2) * x[2] + M.translation[r]);
  });
  return y;
}

// sum_i w_i (cof(C_i) n) / det(C_i); false where a C_i is singular
template <class T>
bool blend_inverse_transposes(const Blend<T>& blend, const Vec3<T>& n, Vec3<T>& y) {
  bool regular = true;
  y = Vec3<T>::Zero();
  blend.each([&](const T& w, const Affine<T>& M) {
    const T det = determinant(M.linear);
    if (det == T(0))
      regular = false;
    else
      y += (w / det) * (cofactor(M.linear) * n);
  });
  return regular;
}

template <bool has_tangents, class T>
Vertex<T> blend_vertex(const Blend<T>& blend, BlendOrder order, const Vertex<T>& rest) {
  if (order == BlendOrder::blend_then_transform) {
    const Affine<T> B = blend_matrices(blend);
    return {B * rest.x, B.linear * rest.n, B.linear * rest.t};
  }
  Vertex<T> sum = transform_then_blend<has_tangents>(blend, rest);
  if (order == BlendOrder::rows_3x4) sum.x = rows_times_point(blend, rest.x);
  return sum;
}

/// The normal by a rule other than `direction`; false, and a zero direction, where the rule has no answer.
template <class T>
bool blend_normal(const Blend<T>& blend, NormalRule rule, const Vec3<T>& n, Vec3<T>& y) {
  const bool regular = rule == NormalRule::inverse_transpose_of_blend
                           ? inverse_transpose_of<T>(blend_matrices(blend).linear, n, y)
                           : blend_inverse_transposes(blend, n, y);
  if (!regular) y = Vec3<T>::Zero();
  return regular;
}

/// The weights on scalar T, row by row; the last of each row 1 - (sum of the others) if asked.
template <class T>
std::vector<T> weights_on_scalar(const Influences& influences, bool implicit_last_weight) {
  std::vector<T> weights(influences.weights.begin(), influences.weights.end());
  if (!implicit_last_weight) return weights;
  const std::size_t last = influences.width - 1;
  for (std::size_t row = 0; row < weights.size(); row += influences.width) {
    T sum(0);
    for (std::size_t i = 0; i < last; ++i)
      sum += weights[row + i];
    weights[row + last] = T(1) - sum;
  }
  return weights;
}

Expected<void> require_unit_sums(const Influences& influences) {
  for (std::size_t row = 0; row < influences.weights.size(); row += influences.width) {
    double sum = 0;
    for (std::size_t i = 0; i < influences.width; ++i)
      sum += influences.weights[row + i];
    if (sum != 1)
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", row / influences.width),
                  fmt::format("weights sum to {:.9g}, implicit-last-weight needs exactly 1", sum));
  }
  return {};
}

/// A vertex of the mesh; what it lacks is zero.
template <class T>
Vertex<T> rest_vertex(const Mesh& mesh, std::size_t v) {
  Vertex<T> rest;
  rest.x = mesh.positions[v].cast<T>();
  if (!mesh.normals.empty()) rest.n = mesh.normals[v].cast<T>();
  if (!mesh.tangents.empty()) rest.t = mesh.tangents[v].template head<3>().cast<T>();
  return rest;
}

template <bool has_tangents, class T>
void blend_all(const Mesh& mesh, const WeightsOnScalar<T>& influences, const std::vector<Affine<T>>& palette,
               NormalRule normal_rule, BlendOrder order, Surface<T>& surface) {
  const auto& [k, joints, weights] = influences;
  const bool by_direction = normal_rule == NormalRule::direction;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Blend<T> blend{{&joints[v * k], k}, {&weights[v * k], k}, palette};
    const Vertex<T> rest = rest_vertex<T>(mesh, v);
    Vertex<T> posed = blend_vertex<has_tangents>(blend, order, rest);
    surface.positions[v] = posed.x;
    if (!mesh.normals.empty()) {
      if (!by_direction && !blend_normal(blend, normal_rule, rest.n, posed.n))
        surface.undefined.push_back({"normals", v, "SINGULAR_BLEND"});
      else
        normalize_row(posed.n, "normals", v, "ZERO_NORMAL", surface.undefined);
      surface.normals[v] = posed.n;
    }
    if constexpr (has_tangents) {
      normalize_row(posed.t, "tangents", v, "ZERO_TANGENT", surface.undefined);
      surface.tangents[v] << posed.t, T(mesh.tangents[v][3]);
    }
  }
}

}  // namespace

template <class T>
Surface<T> linear_blend(const Mesh& mesh, const WeightsOnScalar<T>& influences,
                        const std::vector<Affine<T>>& palette, NormalRule normal_rule, BlendOrder order) {
  Surface<T> surface;
  surface.positions.resize(mesh.positions.size());
  surface.normals.resize(mesh.normals.size());
  surface.tangents.resize(mesh.tangents.size());
  if (mesh.tangents.empty())
    blend_all<false>(mesh, influences, palette, normal_rule, order, surface);
  else
    blend_all<true>(mesh, influences, palette, normal_rule, order, surface);
  return surface;
}

template <class T>
Expected<Surface<T>> linear_blend(const Mesh& mesh, const Influences& influences,
                                  const std::vector<Affine<T>>& palette, NormalRule normal_rule,
                                  BlendOrder order, bool implicit_last_weight) {
  if (auto ok = validate(mesh, influences, palette.size()); !ok) return tl::unexpected(ok.error());
  if (implicit_last_weight)
    if (auto ok = require_unit_sums(influences); !ok) return tl::unexpected(ok.error());

  if constexpr (std::is_same_v<T, double>)
    if (!implicit_last_weight)  // they are on the scalar already
      return linear_blend<T>(mesh, {influences.width, influences.joints, influences.weights}, palette,
                             normal_rule, order);
  const std::vector<T> weights = weights_on_scalar<T>(influences, implicit_last_weight);
  return linear_blend<T>(mesh, {influences.width, influences.joints, weights}, palette, normal_rule, order);
}

OptionSpec normal_rule_option() {
  return {"normal_rule",
          {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"},  // as in NormalRule
          OptionSpec::Kind::policy,
          "which matrix carries the normal"};
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      normal_rule_option(),
      {"formulation",
       {"transform-then-blend", "blend-then-transform", "rows-3x4", "implicit-last-weight", "unrolled",
        "software"},
       OptionSpec::Kind::formulation,
       "the order of the same computation",
       4}};
  return declared;
}

struct LinearBlend {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto rule = choice_index(options(), chosen, "normal_rule");
    if (!rule) return tl::unexpected(rule.error());
    const auto formulation = choice(options(), chosen, "formulation");
    if (!formulation) return tl::unexpected(formulation.error());
    const BlendOrder order = *formulation == "blend-then-transform" ? BlendOrder::blend_then_transform
                             : *formulation == "rows-3x4"           ? BlendOrder::rows_3x4
                                                                    : BlendOrder::transform_then_blend;
    return answer_skinning<T>(
        question, PaletteKind::skinning_matrices,
        [&](const Mesh& mesh, const Influences& influences, const std::vector<Affine<T>>& palette) {
          return linear_blend<T>(mesh, influences, palette, static_cast<NormalRule>(*rule), order,
                                 *formulation == "implicit-last-weight");
        });
  }
};

}  // namespace

Implementation linear_blend_implementation() {
  return implement<LinearBlend>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                             \
  template Expected<Surface<T>> linear_blend(const Mesh&, const Influences&, const std::vector<Affine<T>>&, \
                                             NormalRule, BlendOrder, bool);                                 \
  template Surface<T> linear_blend(const Mesh&, const WeightsOnScalar<T>&, const std::vector<Affine<T>>&,   \
                                   NormalRule, BlendOrder);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
