// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/multi_weight.h"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "reference/model/question.h"
#include "reference/skinning/shared/entry.h"
#include "reference/skinning/shared/inverse_transpose.h"

namespace bindpose::skinning {
namespace {

/// (M)_rc, column 3 the translation.
template <class T>
const T& entry(const Affine<T>& M, int r, int c) {
  return c < 3 ? M.linear(r, c) : M.translation[r];
}

/// One vertex's slots: joints j_i and weights w_i [12 each], and the palette they choose from.
template <class T>
struct EntryBlend {
  std::span<const std::uint32_t> j;
  std::span<const double> w;
  const std::vector<Affine<T>>& M;

  /// Calls f(r, c, w_irc, (M_i)_rc) for every weight of slot i that is not 0.
  template <class F>
  void each_entry(std::size_t i, F f) const {
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) {
        const double w_irc = w[i * entry_count + static_cast<std::size_t>(4 * r + c)];
        if (w_irc != 0) f(r, c, T(w_irc), entry(M[j[i]], r, c));
      }
  }

  /// sum_i w_irc (M_i)_rc
  Affine<T> matrix() const {
    Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};
    for (std::size_t i = 0; i < j.size(); ++i)
      each_entry(i, [&](int r, int c, const T& w_irc, const T& M_rc) {
        (c < 3 ? B.linear(r, c) : B.translation[r]) += w_irc * M_rc;
      });
    return B;
  }

  /// sum_i sum_c w_irc (M_i)_rc x_c; x_3 is 1 for a point and 0 for a direction.
  Vec3<T> apply(const Vec3<T>& x, bool is_point, EntryOrder order) const {
    if (order == EntryOrder::blend_then_transform) {
      const Affine<T> B = matrix();
      return is_point ? B * x : Vec3<T>(B.linear * x);
    }
    Vec3<T> y = Vec3<T>::Zero();
    for (std::size_t i = 0; i < j.size(); ++i) {
      Vec3<T> y_i = Vec3<T>::Zero();
      each_entry(i, [&](int r, int c, const T& w_irc, const T& M_rc) {
        if (c < 3)
          y_i[r] += w_irc * M_rc * x[c];
        else if (is_point)
          y_i[r] += w_irc * M_rc;
      });
      y += y_i;
    }
    return y;
  }
};

Expected<void> validate_weights(const std::vector<double>& entry_weights, std::size_t width) {
  for (std::size_t i = 0; i < entry_weights.size(); ++i)
    if (!std::isfinite(entry_weights[i])) {
      const std::size_t slot = i / entry_count;
      return fail("NOT_FINITE",
                  fmt::format("entry_weights[{}, {}, {}]", slot / width, slot % width, i % entry_count),
                  "expected a finite weight");
    }
  return {};
}

/// What a weight that is not 0 multiplies has to be a number.
template <class T>
Expected<void> validate_numbers(const EntryBlend<T>& blend) {
  Expected<void> found;
  for (std::size_t i = 0; i < blend.j.size(); ++i)
    blend.each_entry(i, [&](int r, int c, const T&, const T& M_rc) {
      if (found && !std::isfinite(to_double(M_rc)))
        found = fail("NOT_FINITE", fmt::format("palette[{}, {}, {}]", blend.j[i], r, c),
                     "expected a finite number, its weight is not 0");
    });
  return found;
}

template <class T>
bool carry_normal(const EntryBlend<T>& blend, EntryNormalRule rule, EntryOrder order, const Vec3<T>& n,
                  Vec3<T>& y) {
  if (rule == EntryNormalRule::inverse_transpose) return inverse_transpose_of<T>(blend.matrix().linear, n, y);
  y = blend.apply(n, false, order);
  return true;
}

}  // namespace

template <class T>
Expected<Surface<T>> multi_weight(const Mesh& mesh, const Influences& slots,
                                  const std::vector<double>& entry_weights,
                                  const std::vector<Affine<T>>& palette, EntryNormalRule rule,
                                  EntryOrder order) {
  if (auto ok = validate(mesh, slots, palette.size()); !ok) return tl::unexpected(ok.error());
  if (auto ok = validate_weights(entry_weights, slots.width); !ok) return tl::unexpected(ok.error());

  const std::size_t k = slots.width;
  Surface<T> surface;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const EntryBlend<T> blend{
        {&slots.joints[v * k], k}, {&entry_weights[v * k * entry_count], k * entry_count}, palette};
    if (auto ok = validate_numbers(blend); !ok) return tl::unexpected(ok.error());
    surface.positions.push_back(blend.apply(mesh.positions[v].template cast<T>(), true, order));
    if (!mesh.normals.empty()) {
      Vec3<T>& n = surface.normals.emplace_back();
      if (!carry_normal<T>(blend, rule, order, mesh.normals[v].template cast<T>(), n))
        surface.undefined.push_back({"normals", v, "SINGULAR_BLEND"});
      else
        normalize_row(n, "normals", v, "ZERO_NORMAL", surface.undefined);
    }
    if (!mesh.tangents.empty()) {
      Vec3<T> t = blend.apply(mesh.tangents[v].template head<3>().template cast<T>(), false, order);
      normalize_row(t, "tangents", v, "ZERO_TANGENT", surface.undefined);
      surface.tangents.push_back({t[0], t[1], t[2], T(mesh.tangents[v][3])});
    }
  }
  return surface;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {
      {"normal_rule",
       {"direction", "inverse-transpose"},  // as in EntryNormalRule
       OptionSpec::Kind::policy,
       "which matrix carries the normal"},
      {"formulation",
       {"transform-then-blend", "blend-then-transform"},  // as in EntryOrder
       OptionSpec::Kind::formulation,
       "the order of the same computation",
       2}};
  return declared;
}

struct MultiWeight {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto rule = choice_index(options(), chosen, "normal_rule");
    if (!rule) return tl::unexpected(rule.error());
    const auto order = choice_index(options(), chosen, "formulation");
    if (!order) return tl::unexpected(order.error());
    return answer_skinning<T>(
        question, PaletteKind::skinning_matrices,
        [&](const Mesh& mesh, Influences slots,
            const std::vector<Affine<T>>& palette) -> Expected<Surface<T>> {
          const auto weights =
              question.require_reals("entry_weights", {slots.vertex_count(), slots.width, entry_count});
          if (!weights) return tl::unexpected(weights.error());
          slots.weights.assign(slots.joints.size(), 1);  // an array "weights" is not for this method
          return multi_weight<T>(mesh, slots, (*weights)->reals(), palette,
                                 static_cast<EntryNormalRule>(*rule), static_cast<EntryOrder>(*order));
        });
  }
};

}  // namespace

Implementation multi_weight_implementation() {
  return implement<MultiWeight>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                          \
  template Expected<Surface<T>> multi_weight(const Mesh&, const Influences&, const std::vector<double>&, \
                                             const std::vector<Affine<T>>&, EntryNormalRule, EntryOrder);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
