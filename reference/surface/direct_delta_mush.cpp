// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/direct_delta_mush.h"

#include <fmt/format.h>

#include "reference/model/common_arrays.h"

namespace bindpose::surface {
namespace direct_delta_mush_question {

Declaration declaration() {
  return {.inputs =
              mesh_arrays() +
              ArrayList{integer("joints", "j", "V K", "joint of each slot").at_least_one("K").index_into("J"),
                        real("weights", "", "V K", "not used").optional().finite().non_negative(),
                        real("omegas", "Omega_j", "V K 10", Kind::moments(Space::mesh),
                             "moments of each slot, the upper triangle row by row: xx xy xz x yy yz y zz z "
                             "1; the last number at least 0; used as given")
                            .finite()} +
              unchecked_palette_or_pose_arrays(),
          .stages = palette_stages(),
          .outputs = surface_arrays(),
          .options = skinning::pose_policies()};
}

/// Error NOT_FINITE if a slot with moments has a matrix that is not finite.
template <class T>
Expected<void> require_finite(const skinning::SkinnedMesh<T, Affine>& q,
                              const std::vector<Moments<T>>& Omega) {
  for (std::size_t i = 0; i < Omega.size(); ++i) {
    const Affine<T>& M = q.M[q.slots.joints[i]];
    if (Omega[i][9] != T(0) && !all_finite(M))
      return fail("NOT_FINITE", fmt::format("palette[{}]", q.slots.joints[i]),
                  "expected finite numbers: a slot of this joint has moments");
  }
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Moments<T>> Omega = in.template rows<moment_count>("omegas");
  for (std::size_t i = 0, K = in.extent("K"); i < Omega.size(); ++i)
    if (to_double(Omega[i][9]) < 0)
      return fail("NEGATIVE_WEIGHT", fmt::format("omegas[{}][{}]", i / K, i % K),
                  fmt::format("last moment {}, expected at least 0", to_double(Omega[i][9])));
  BINDPOSE_TRY(const auto q, skinning::read_skinned_mesh<Affine>(in));
  BINDPOSE_CHECK(require_finite(q, Omega));
  return deform(q, [&](const RestVertex<T>& rest) { return direct_delta_mush(rest, q.slots, Omega, q.M); });
}

}  // namespace direct_delta_mush_question

BINDPOSE_IMPLEMENT(direct_delta_mush)

}  // namespace bindpose::surface
