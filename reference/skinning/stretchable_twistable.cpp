// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stretchable_twistable.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {
namespace {

// R K y, K y = y cos(theta) + (d x y) sin(theta) + d (d . y)(1 - cos(theta))
template <class T>
Vec3<T> by_rodrigues(const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  using std::cos, std::sin;
  const T c = cos(theta), s = sin(theta), one(1);
  const T along = stored(T(d.dot(y)));
  const Vec3<T> across = bindpose::stored_entries(Vec3<T>(d.cross(y)));
  Vec3<T> Ky;
  for (int r = 0; r < 3; ++r)
    Ky[r] = y[r] * c + across[r] * s + d[r] * along * (one - c);
  return bindpose::rotate<T>(R, bindpose::stored_entries(Ky));
}

// q y q*, q = R (d sin(theta / 2), cos(theta / 2))
template <class T>
Vec3<T> by_quaternion(const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  using std::cos, std::sin;
  const T half = theta / T(2);
  const T s = sin(half);
  const Quat<T> k = quaternion_xyzw<T>(d[0] * s, d[1] * s, d[2] * s, cos(half));
  return bindpose::rotate<T>(bindpose::stored_entries(bindpose::quaternion_product<T>(R, k)), y);
}

template <class T>
Vec3<T> turned(TwistForm form, const Quat<T>& R, const Vec3<T>& d, const T& theta, const Vec3<T>& y) {
  return form == TwistForm::rodrigues ? by_rodrigues<T>(R, d, theta, y) : by_quaternion<T>(R, d, theta, y);
}

/// One bound for both forms. They differ by as much as a quaternion's length differs from 1.
template <>
Vec3<Tracked> turned(TwistForm, const Quat<Tracked>& R, const Vec3<Tracked>& d, const Tracked& theta,
                     const Vec3<Tracked>& y) {
  const Vec3<Tracked> u = by_rodrigues<Tracked>(R, d, theta, y), v = by_quaternion<Tracked>(R, d, theta, y);
  Vec3<Tracked> either;
  for (int r = 0; r < 3; ++r) {
    const double apart = std::fabs(u[r].value() - v[r].value());
    either[r] = Tracked::uncertain(u[r].value(), std::max(u[r].error(), v[r].error() + apart));
  }
  return either;
}

/// An influence that pulls, with its bone.
template <class T>
struct BonePull {
  T w;
  const Rigid<T>& M;
  const Bone<T>& bone;
  const BoneMotion<T>& motion;
  T e;
  Vec3<T> d;  ///< the bone's direction
};

template <class T>
struct BoneRig {
  const Influences& influences;
  const std::vector<Rigid<T>>& palette;
  const std::vector<Bone<T>>& bones;
  const std::vector<Vec3<T>>& directions;
  const std::vector<BoneMotion<T>>& motions;
  const std::vector<T>& endpoint_weights;
  TwistForm form;

  /// Calls f(pull) for every influence of vertex v that pulls.
  template <class F>
  void each(std::size_t v, F f) const {
    for (std::size_t i = v * influences.width; i < (v + 1) * influences.width; ++i) {
      const std::uint32_t j = influences.joints[i];
      if (influences.weights[i] != 0)
        f(BonePull<T>{T(influences.weights[i]), palette[j], bones[j], motions[j], endpoint_weights[i],
                      directions[j]});
    }
  }
};

// x' = sum_i w_i (a'_i + R_i (e_i s_i + K_i(x - a_i)))
template <class T>
Vec3<T> blend_point(const BoneRig<T>& rig, std::size_t v, const Vec3<T>& x) {
  Vec3<T> y = Vec3<T>::Zero();
  rig.each(v, [&](const BonePull<T>& i) {
    const Quat<T>& R = i.M.rotation;
    const Vec3<T> head = bindpose::rotate<T>(R, i.bone.head) + i.M.translation;
    const Vec3<T> stretch = bindpose::rotate<T>(R, i.e * i.motion.stretch);
    const T theta = i.e * i.motion.twist;
    y += i.w * (head + stretch + turned<T>(rig.form, R, i.d, theta, x - i.bone.head));
  });
  return y;
}

// sum_i w_i R_i K_i y
template <class T>
Vec3<T> blend_direction(const BoneRig<T>& rig, std::size_t v, const Vec3<T>& y) {
  Vec3<T> sum = Vec3<T>::Zero();
  rig.each(v, [&](const BonePull<T>& i) {
    sum += i.w * turned<T>(rig.form, i.M.rotation, i.d, T(i.e * i.motion.twist), y);
  });
  return sum;
}

template <class T>
Expected<void> validate(const Bone<T>& bone, const BoneMotion<T>& motion, std::size_t joint) {
  if (auto ok = validate(bone, joint); !ok) return ok;
  if (!bindpose::all_finite(motion.stretch))
    return fail("NOT_FINITE", fmt::format("stretches[{}]", joint), "expected finite numbers");
  if (!std::isfinite(to_double(motion.twist)))
    return fail("NOT_FINITE", fmt::format("twists[{}]", joint), "expected a finite number");
  if (to_double(motion.twist) != 0) return require_direction(bone, joint);
  return {};
}

}  // namespace

template <class T>
Expected<Surface<T>> stretchable_twistable(const Mesh& mesh, const Influences& influences,
                                           const std::vector<Rigid<T>>& palette,
                                           const std::vector<Bone<T>>& bones,
                                           const std::vector<BoneMotion<T>>& motions,
                                           const std::vector<T>& endpoint_weights, TwistForm form) {
  for (std::size_t i = 0; i < influences.joints.size(); ++i) {
    const std::uint32_t j = influences.joints[i];
    if (influences.weights[i] == 0) continue;
    if (auto ok = validate(bones[j], motions[j], j); !ok) return tl::unexpected(ok.error());
  }
  if (auto ok = validate_endpoint_weights(influences, endpoint_weights); !ok)
    return tl::unexpected(ok.error());
  std::vector<Vec3<T>> directions;
  for (const Bone<T>& bone : bones)
    directions.push_back(direction_of(bone));
  const BoneRig<T> rig{influences, palette, bones, directions, motions, endpoint_weights, form};

  Surface<T> surface;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    surface.positions.push_back(blend_point<T>(rig, v, mesh.positions[v].template cast<T>()));
    if (!mesh.normals.empty()) {
      Vec3<T> n = blend_direction<T>(rig, v, mesh.normals[v].template cast<T>());
      normalize_row(n, "normals", v, "ZERO_NORMAL", surface.undefined);
      surface.normals.push_back(n);
    }
    if (!mesh.tangents.empty()) {
      Vec3<T> t = blend_direction<T>(rig, v, mesh.tangents[v].template head<3>().template cast<T>());
      normalize_row(t, "tangents", v, "ZERO_TANGENT", surface.undefined);
      surface.tangents.push_back({t[0], t[1], t[2], T(mesh.tangents[v][3])});
    }
  }
  return surface;
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"rodrigues", "combined-quaternion"},  // as in TwistForm
                                                    OptionSpec::Kind::formulation,
                                                    "how a direction is twisted and turned",
                                                    2}};
  return declared;
}

template <class T>
Expected<std::vector<BoneMotion<T>>> read_bone_motions(const ArraySet& question, std::size_t joint_count) {
  const auto stretches = question.require_reals("stretches", {joint_count, 3});
  if (!stretches) return tl::unexpected(stretches.error());
  const auto twists = question.require_reals("twists", {joint_count});
  if (!twists) return tl::unexpected(twists.error());
  std::vector<BoneMotion<T>> motions;
  for (std::size_t j = 0; j < joint_count; ++j)
    motions.push_back({read_row<T, 3>(**stretches, j), read_scalar<T>(**twists, j)});
  return motions;
}

struct StretchableTwistable {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    return answer_rigid_blend<T>(question,
                                 [&](const Mesh& mesh, const Influences& influences,
                                     const std::vector<Rigid<T>>& palette) -> Expected<Surface<T>> {
                                   const auto bones = read_bones<T>(question, palette.size());
                                   if (!bones) return tl::unexpected(bones.error());
                                   const auto motions = read_bone_motions<T>(question, palette.size());
                                   if (!motions) return tl::unexpected(motions.error());
                                   const auto e = read_endpoint_weights<T>(question, influences);
                                   if (!e) return tl::unexpected(e.error());
                                   return stretchable_twistable<T>(mesh, influences, palette, *bones,
                                                                   *motions, *e,
                                                                   static_cast<TwistForm>(*form));
                                 });
  }
};

}  // namespace

Implementation stretchable_twistable_implementation() {
  return implement<StretchableTwistable>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                  \
  template Expected<Surface<T>> stretchable_twistable(                                           \
      const Mesh&, const Influences&, const std::vector<Rigid<T>>&, const std::vector<Bone<T>>&, \
      const std::vector<BoneMotion<T>>&, const std::vector<T>&, TwistForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
