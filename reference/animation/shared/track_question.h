// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a track is asked: "times" [K], "values" [K, w] or, cubic, [K, 3, w], "is_rotation" [1], and the
// times "t" [M].
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/pose.h"
#include "reference/numeric/random.h"

namespace bindpose::animation {

/// The track of a question, checked. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE and those of
/// validate(Track).
Expected<Track> read_track(const ArraySet& question, Interpolation interpolation);

void add_track(ArraySet& question, const Track& track, const std::vector<double>& t);

/// Answers with value(track, t) for every time asked. A rotation of length 0 is noted as undefined.
template <class T, class Value>
Expected<Result<T>> answer_track(const ArraySet& question, Interpolation interpolation, Value value) {
  const auto track = read_track(question, interpolation);
  if (!track) return tl::unexpected(track.error());
  const auto t = question.require_reals("t", {ArraySet::any});
  if (!t) return tl::unexpected(t.error());
  Result<T> result;
  ResultArray<T> values{"values", {(*t)->reals().size(), track->width}, {}, track->rotation};
  for (std::size_t i = 0; i < (*t)->reals().size(); ++i) {
    const std::vector<T> row = value(*track, (*t)->reals()[i]);
    if (track->rotation && std::all_of(row.begin(), row.end(), [](const T& x) { return x == T(0); }))
      result.undefined.push_back({"values", i, "ZERO_ROTATION"});
    values.values.insert(values.values.end(), row.begin(), row.end());
  }
  result.arrays.push_back(std::move(values));
  return result;
}

}  // namespace bindpose::animation
