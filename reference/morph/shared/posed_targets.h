// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: morph targets with the weights of a pose's keyframes.
#pragma once

#include <optional>

#include <fmt/format.h>

#include "reference/animation/shared/track.h"
#include "reference/morph/shared/targets.h"

namespace bindpose::morph {

/// Checks that all displacements [T, V, 3] are finite. Error NOT_FINITE.
inline Expected<void> require_finite(const char* name, const Array::Reals& d, std::size_t V) {
  const auto bad = std::ranges::find_if(d, [](double x) { return !std::isfinite(x); });
  if (bad == d.end()) return {};
  const auto row = static_cast<std::size_t>(bad - d.begin()) / 3;
  return fail("NOT_FINITE", fmt::format("{}[{}][{}]", name, row / V, row % V),
              "expected finite numbers: the targets' weights are keyframed");
}

/// The weights that the last of these tracks gives at a time, in seconds; none if all tracks move joints.
template <class T>
std::optional<std::vector<T>> sampled_weights(const std::vector<TrackOfJoint>& tracks, double t) {
  std::optional<std::vector<T>> weights;
  for (const TrackOfJoint& each : tracks)
    if (each.path == TrackOfJoint::Path::weights) weights = animation::sample<T>(each.track, t);
  return weights;
}

/// The targets at the time of the pose: weights that keyframes move are sampled. Errors of read_tracks();
/// NOT_FINITE for a displacement: all displacements count.
template <class T>
Expected<Targets<T>> posed_targets(const Inputs<T>& in) {
  Targets<T> d = read_targets(in);
  if (!in.has("tracks")) return d;
  BINDPOSE_TRY(const auto tracks, read_tracks(in.arrays(), in.extent("J")));
  const auto weights = sampled_weights<T>(tracks, in.real("time"));
  if (!weights) return d;
  d.weights = *weights;
  for (const char* name : {"target_positions", "target_normals", "target_tangents"})
    if (in.has(name)) BINDPOSE_CHECK(require_finite(name, in.reals(name), in.extent("V")));
  return d;
}

}  // namespace bindpose::morph
