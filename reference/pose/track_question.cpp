// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/track_question.h"

#include "reference/pose/sample.h"

namespace bindpose::pose {

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

namespace {

/// A time on a key, between the keys, or up to a second outside.
double sample_time(const std::vector<double>& times, Random& random) {
  if (random.below(4) == 0) return times[random.below(times.size())];
  return random.uniform(times.front() - 1, times.back() + 1);
}

void append_tangent(std::vector<double>& values, std::size_t width, Random& random) {
  for (std::size_t i = 0; i < width; ++i)
    values.push_back(random.uniform(-0.5, 0.5));
}

}  // namespace

ArraySet sample_track(Interpolation interpolation, std::size_t size, Random& random) {
  Track track;
  track.interpolation = interpolation;
  track.rotation = random.below(2) == 0;
  track.width = track.rotation ? 4 : 1 + random.below(5);
  track.times = sample_times(std::max<std::size_t>(size, 1), random);
  const bool cubic = interpolation == Interpolation::cubicspline;
  Vec4<double> q = random.rotation().coeffs();
  for (std::size_t k = 0; k < track.key_count(); ++k) {
    if (cubic) append_tangent(track.values, track.width, random);
    // Adjacent rotations of a cubic track lie in one half of the sphere, so that no sum of them comes near 0.
    const Vec4<double> neighbour = sample_neighbour(q, random);
    q = cubic && neighbour.dot(q) < 0 ? Vec4<double>(-neighbour) : neighbour;
    if (track.rotation)
      track.values.insert(track.values.end(), q.begin(), q.end());
    else
      for (std::size_t i = 0; i < track.width; ++i)
        track.values.push_back(random.uniform(-2, 2));
    if (cubic) append_tangent(track.values, track.width, random);
  }
  std::vector<double> t;
  for (std::size_t i = 0; i < track.key_count(); ++i)
    t.push_back(sample_time(track.times, random));
  ArraySet question;
  add_track(question, track, t);
  return question;
}

}  // namespace bindpose::pose
