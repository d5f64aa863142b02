// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the input of a track: its keys "times" and "values", whether it "is_rotation", and the times "t" to sample.
#pragma once

#include <algorithm>

#include "reference/animation/shared/unit.h"
#include "reference/model/algorithm.h"

namespace bindpose::animation {

/// Source. ozz-animation 0.16, track_builder.cc (kept-unit).
inline const Choice<bool> unit_keys{.name = "rotations",
                                    .values = {{"as-given", false}, {"kept-unit", true}},
                                    .meaning = "whether the quaternions of keys are normalised before use",
                                    .only_declared = true};

Declaration track_declaration(Interpolation interpolation, std::vector<OptionSpec> options = {});

/// The track of an input that fits its declaration. Errors: those of validate(Track) on the values, COUNT_MISMATCH,
/// NOT_FINITE, NOT_UNIT.
Expected<Track> read_track(const ArraySet& question, Interpolation interpolation);

void add_track(ArraySet& question, const Track& track, const std::vector<double>& t);

/// Computes value(track, t) for every requested time. A rotation of length 0 is undefined.
template <class T, class Value>
Expected<Result<T>> answer_track(const Inputs<T>& in, Interpolation interpolation, Value value) {
  BINDPOSE_TRY(const Track track, read_track(in.arrays(), interpolation));
  const Array::Reals& t = in.reals("t");
  Result<T> result;
  ResultArray<T> values{"values", {t.size(), track.width}, {}, track.rotation};
  for (std::size_t i = 0; i < t.size(); ++i) {
    const std::vector<T> row = value(track, t[i]);
    if (track.rotation && std::all_of(row.begin(), row.end(), [](const T& x) { return x == T(0); }))
      result.undefined.push_back({"values", i, "ZERO_ROTATION"});
    values.values.insert(values.values.end(), row.begin(), row.end());
  }
  result.arrays.push_back(std::move(values));
  return result;
}

}  // namespace bindpose::animation
