// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/bones_blending.h"

#include <fmt/format.h>

#include "reference/animation/slerp.h"
#include "reference/numeric/rigid_log.h"

namespace bindpose::skinning {
namespace {

/// w, the child's weight.
template <class T>
T weight_of(std::uint32_t child, const std::vector<Pull<T>>& pulls) {
  T w(0);
  for (const Pull<T>& pull : pulls)
    if (pull.j == child) w += pull.w;
  return w;
}

// R(w) = C_i exp(w log(C_i^T C_j))
template <class T>
Quat<T> part_of_arc(const Quat<T>& q_i, const Quat<T>& q_j, const T& w, ArcForm form) {
  if (form == ArcForm::slerp) return Quat<T>(animation::slerp<T>(q_i.coeffs(), q_j.coeffs(), w));
  const Quat<T> between = bindpose::quaternion_product(bindpose::conjugate(q_i), q_j);
  const Vec3<T> h = w * bindpose::half_log(bindpose::stored_entries(between));
  return bindpose::quaternion_product(q_i, bindpose::half_exp(h));
}

// x' = R(w)(x - c) + c'
template <class T>
TurnedVertex<T> turn_between(const RestVertex<T>& rest, const std::vector<Rigid<T>>& palette,
                             const JointPlaces& places, ArcForm form) {
  const JointList joints = joints_of(rest.pulls);
  if (joints.size() == 1) {
    const Rigid<T>& M = palette[joints.front()];
    return {carried(M, rest.x), M.rotation, {}};
  }
  const auto [i, j] = *bones_of(joints, places.parents);
  const Vec3<T> c = places.bind_positions[j].template cast<T>();
  const Quat<T> R = part_of_arc(palette[i].rotation, palette[j].rotation, weight_of(j, rest.pulls), form);
  return {bindpose::rotate<T>(R, rest.x - c) + carried(palette[j], c), R, {}};
}

Expected<void> require_bones(const Influences& influences, const JointPlaces& places, ArcForm form) {
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    const auto pulls = pulls_of<double>(influences, v);
    const JointList joints = joints_of(pulls);
    if (joints.size() < 2) continue;
    const auto bones = bones_of(joints, places.parents);
    if (!bones)
      return fail("NOT_PARENT_AND_CHILD", fmt::format("joints[{}]", v),
                  fmt::format("the {} joints of vertex {} are not a joint and its child", joints.size(), v));
    if (form == ArcForm::slerp && weight_of(bones->child, pulls) > 1)
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", v), "slerp asks for weights of at most 1");
  }
  return {};
}

}  // namespace

template <class T>
Expected<Surface<T>> bones_blending(const Mesh& mesh, const Influences& influences,
                                    const std::vector<Rigid<T>>& palette, const JointPlaces& places,
                                    ArcForm form) {
  if (auto ok = require_bones(influences, places, form); !ok) return tl::unexpected(ok.error());
  return turn_vertices<T>(
      mesh, influences, [&](const RestVertex<T>& rest) { return turn_between(rest, palette, places, form); });
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"formulation",
                                                    {"axis-angle", "slerp"},  // as in ArcForm
                                                    OptionSpec::Kind::formulation,
                                                    "how a part of the rotation is computed",
                                                    2}};
  return declared;
}

struct BonesBlending {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options& chosen) const {
    const auto form = choice_index(options(), chosen, "formulation");
    if (!form) return tl::unexpected(form.error());
    return answer_with_places<T>(question, [&](const auto&... inputs) {
      return bones_blending<T>(inputs..., static_cast<ArcForm>(*form));
    });
  }
};

}  // namespace

Implementation bones_blending_implementation() {
  return implement<BonesBlending>(options());
}

#define BINDPOSE_INSTANTIATE(T)                                                                              \
  template Expected<Surface<T>> bones_blending(const Mesh&, const Influences&, const std::vector<Rigid<T>>&, \
                                               const JointPlaces&, ArcForm);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::skinning
