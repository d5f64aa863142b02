// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/swing_twist.h"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {
namespace {

using animation::AngleForm;

/// The bend at a vertex: child j against parent i.
template <class T>
struct Hinge {
  int i = -1;  ///< -1: no bend, the vertex is j's
  std::uint32_t j = 0;
  T w = T(1);  ///< share of the swing
  T e = T(1);  ///< share of the twist
};

/// Swing and twist of Q about d; K^e = (d sin(e half_angle), cos(e half_angle)).
template <class T>
struct SwingTwist {
  Quat<T> S;
  T half_angle = T(0);
};

// Q = S K, K = (d p, Q_w) / sqrt(p^2 + Q_w^2); none where both are 0
template <class T>
std::optional<SwingTwist<T>> split(Quat<T> Q, const Vec3<T>& d) {
  using std::atan2, std::sqrt;
  if (Q.w() < T(0)) Q.coeffs() = -Q.coeffs();
  const T p = stored(T(d.dot(Q.vec())));
  const T squared = p * p + Q.w() * Q.w();
  if (!(to_double(squared) > 0)) return std::nullopt;
  const T length = sqrt(squared);
  const T sine = p / length, cosine = Q.w() / length;
  const Quat<T> K = quaternion_xyzw<T>(d[0] * sine, d[1] * sine, d[2] * sine, cosine);
  const Quat<T> S = bindpose::quaternion_product<T>(Q, bindpose::conjugate<T>(K));
  return SwingTwist<T>{bindpose::stored_entries(S), atan2(p, Q.w())};
}

// S^w K^e
template <class T>
Quat<T> blended(const SwingTwist<T>& split, const Vec3<T>& d, const T& w, const T& e, AngleForm form) {
  using std::cos, std::sin;
  const Vec4<T> one{T(0), T(0), T(0), T(1)};
  const Quat<T> Sw(Vec4<T>(animation::slerp<T>(one, split.S.coeffs(), w, form)));
  const T half = stored(T(e * split.half_angle));
  const T s = sin(half);
  const Quat<T> Ke = quaternion_xyzw<T>(d[0] * s, d[1] * s, d[2] * s, cos(half));
  return bindpose::stored_entries(bindpose::quaternion_product<T>(bindpose::stored_entries(Sw), Ke));
}

// x' = q(x - c) + M_j c, q = q_i S^w K^e
template <class T>
TurnedVertex<T> turn(const Hinge<T>& hinge, const std::vector<Rigid<T>>& palette,
                     const std::vector<Bone<T>>& bones, const Vec3<T>& x, AngleForm form) {
  const Rigid<T>& M_j = palette[hinge.j];
  if (hinge.i < 0) return {bindpose::rotate<T>(M_j.rotation, x) + M_j.translation, M_j.rotation, {}};
  const Quat<T>& q_i = palette[static_cast<std::size_t>(hinge.i)].rotation;
  const Vec3<T>& c = bones[hinge.j].head;
  const Vec3<T> d = direction_of(bones[hinge.j]);
  const Quat<T> Q = bindpose::quaternion_product<T>(bindpose::conjugate<T>(q_i), M_j.rotation);
  const auto parts = split<T>(bindpose::stored_entries(Q), d);
  if (!parts) return {Vec3<T>::Zero(), Quat<T>::Identity(), "SWING_HALF_TURN"};
  const Quat<T> relative = blended<T>(*parts, d, hinge.w, hinge.e, form);
  const Quat<T> q = bindpose::stored_entries(bindpose::quaternion_product<T>(q_i, relative));
  const Vec3<T> c_posed = bindpose::rotate<T>(M_j.rotation, c) + M_j.translation;
  return {bindpose::rotate<T>(q, x - c) + c_posed, q, {}};
}

/// A joint that pulls, all of its slots together.
struct JointPull {
  std::uint32_t j = 0;
  double w = 0;
  std::size_t slot = 0;  ///< the first
};

/// The joints that pull on vertex v, each once.
std::vector<JointPull> joint_pulls(const Influences& influences, std::size_t v) {
  std::vector<JointPull> pulls;
  for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i) {
    if (influences.weights[i] == 0) continue;
    JointPull* same = nullptr;
    for (JointPull& pull : pulls)
      if (pull.j == influences.joints[i]) same = &pull;
    if (same != nullptr)
      same->w += influences.weights[i];
    else
      pulls.push_back({influences.joints[i], influences.weights[i], i});
  }
  return pulls;
}

/// The child's slot first, then the parent's. Error NOT_APPLICABLE with the vertex.
Expected<std::pair<JointPull, JointPull>> child_and_parent(const std::vector<JointPull>& pulls,
                                                           const std::vector<int>& parents, std::size_t v) {
  const auto is_parent = [&](const JointPull& i, const JointPull& j) {
    return parents[j.j] >= 0 && static_cast<std::uint32_t>(parents[j.j]) == i.j;
  };
  if (pulls.size() == 2 && is_parent(pulls[0], pulls[1])) return std::pair{pulls[1], pulls[0]};
  if (pulls.size() == 2 && is_parent(pulls[1], pulls[0])) return std::pair{pulls[0], pulls[1]};
  return fail("NOT_APPLICABLE", fmt::format("joints[{}]", v),
              fmt::format("{} joints pull, expected one, or a joint and its parent", pulls.size()));
}

/// The weights of all of joint j's slots.
template <class T>
T weight_of(std::uint32_t j, std::size_t v, const Influences& influences) {
  T w(0);
  for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i)
    if (influences.joints[i] == j && influences.weights[i] != 0) w += T(influences.weights[i]);
  return stored(w);
}

/// The bend at vertex v. Errors NOT_APPLICABLE, PARAMETER_RANGE.
template <class T>
Expected<Hinge<T>> hinge_at(std::size_t v, const Influences& influences, const std::vector<int>& parents,
                            const std::optional<std::vector<T>>& endpoint_weights) {
  const std::vector<JointPull> pulls = joint_pulls(influences, v);
  if (pulls.empty()) return Hinge<T>{};
  if (pulls.size() == 1) {
    if (!endpoint_weights) return Hinge<T>{-1, pulls[0].j, T(1), T(1)};
    return Hinge<T>{parents[pulls[0].j], pulls[0].j, T(1), (*endpoint_weights)[pulls[0].slot]};
  }
  const auto pair = child_and_parent(pulls, parents, v);
  if (!pair) return tl::unexpected(pair.error());
  const auto& [child, parent] = *pair;
  if (!(child.w <= 1))
    return fail("PARAMETER_RANGE", fmt::format("weights[{}, {}]", v, child.slot - v * influences.width),
                fmt::format("{:.9g}, expected at most 1", child.w));
  const T w = weight_of<T>(child.j, v, influences);
  return Hinge<T>{static_cast<int>(parent.j), child.j, w,
                  endpoint_weights ? (*endpoint_weights)[child.slot] : w};
}

}  // namespace

template <class T>
Expected<Surface<T>> swing_twist(const Mesh& mesh, const Influences& influences,
                                 const std::vector<Rigid<T>>& palette, const std::vector<int>& parents,
                                 const std::vector<Bone<T>>& bones,
                                 const std::optional<std::vector<T>>& endpoint_weights, AngleForm form) {
  if (endpoint_weights)
    if (auto ok = validate_endpoint_weights(influences, *endpoint_weights); !ok)
      return tl::unexpected(ok.error());
  std::vector<Hinge<T>> hinges;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const auto hinge = hinge_at<T>(v, influences, parents, endpoint_weights);
    if (!hinge) return tl::unexpected(hinge.error());
    hinges.push_back(*hinge);
    if (hinge->i < 0) continue;
    if (auto ok = validate(bones[hinge->j], hinge->j); !ok) return tl::unexpected(ok.error());
    if (auto ok = require_direction(bones[hinge->j], hinge->j); !ok) return tl::unexpected(ok.error());
  }
  return turn_vertices<T>(mesh, influences, [&](const RestVertex<T>& rest) {
    return turn<T>(hinges[rest.v], palette, bones, rest.x, form);
  });
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"half-angle", "arccosine"},  // as in AngleForm
                                                    OptionSpec::Kind::formulation,
                                                    "how the swing's angle is computed",
                                                    2}};
  return declared;
}

/// The influences, and the parent of a lone joint as one more that is needed.
Influences with_parents(const Influences& influences, const std::vector<int>& parents) {
  Influences all = influences;
  const std::size_t rows = influences.width == 0 ? 0 : influences.joints.size() / influences.width;
  for (std::size_t v = 0; v < rows; ++v) {
    const std::vector<JointPull> pulls = joint_pulls(influences, v);
    if (pulls.size() != 1 || pulls[0].j >= parents.size() || parents[pulls[0].j] < 0) continue;
    all.joints.push_back(static_cast<std::uint32_t>(parents[pulls[0].j]));
    all.weights.push_back(1);
  }
  return all;
}

struct AnswerSwingTwist {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    const auto parents = read_parents(question);
    if (!parents) return tl::unexpected(parents.error());
    const bool spread = question.has("endpoint_weights");
    return answer_rigid_blend<T>(
        question,
        [&](const Mesh& mesh, const Influences& influences,
            const std::vector<Rigid<T>>& palette) -> Expected<Surface<T>> {
          if (parents->size() != palette.size())
            return fail("COUNT_MISMATCH", "parents",
                        fmt::format("{} parents, expected {}", parents->size(), palette.size()));
          const auto bones = read_bones<T>(question, palette.size());
          if (!bones) return tl::unexpected(bones.error());
          std::optional<std::vector<T>> endpoint_weights;
          if (spread) {
            auto e = read_endpoint_weights<T>(question, influences);
            if (!e) return tl::unexpected(e.error());
            endpoint_weights = std::move(*e);
          }
          return swing_twist<T>(mesh, influences, palette, *parents, *bones, endpoint_weights,
                                static_cast<AngleForm>(*form));
        },
        [&](const Influences& influences) {
          return spread ? with_parents(influences, *parents) : influences;
        });
  }
};

}  // namespace

Implementation swing_twist_implementation() {
  return implement<AnswerSwingTwist>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                           \
  template Expected<Surface<T>> swing_twist(const Mesh&, const Influences&, const std::vector<Rigid<T>>&, \
                                            const std::vector<int>&, const std::vector<Bone<T>>&,         \
                                            const std::optional<std::vector<T>>&, AngleForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
