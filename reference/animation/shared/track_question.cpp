// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {

Expected<Track> read_track(const ArraySet& question, Interpolation interpolation) {
  const auto times = question.require_reals("times", {ArraySet::any});
  if (!times) return tl::unexpected(times.error());
  const std::size_t keys = (*times)->reals().size();
  const bool cubic = interpolation == Interpolation::cubicspline;
  const auto values =
      question.require_reals("values", cubic ? Shape{keys, 3, ArraySet::any} : Shape{keys, ArraySet::any});
  if (!values) return tl::unexpected(values.error());
  const auto rotation = question.require_integers("is_rotation", {1});
  if (!rotation) return tl::unexpected(rotation.error());
  Track track{interpolation, (*rotation)->integers()[0] != 0, (*values)->shape.back(), (*times)->reals(),
              (*values)->reals()};
  if (auto ok = validate(track); !ok) return tl::unexpected(ok.error());
  return track;
}

void add_track(ArraySet& question, const Track& track, const std::vector<double>& t) {
  const std::size_t keys = track.key_count();
  const bool cubic = track.interpolation == Interpolation::cubicspline;
  question.add("times", {keys}, track.times);
  question.add("values", cubic ? Shape{keys, 3, track.width} : Shape{keys, track.width}, track.values);
  question.add("is_rotation", {1}, Array::Integers{track.rotation ? 1 : 0});
  question.add("t", {t.size()}, t);
}

}  // namespace bindpose::animation
