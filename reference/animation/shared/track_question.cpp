// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {

Declaration track_declaration(Interpolation interpolation, std::vector<OptionSpec> options) {
  const Kind any = Kind::value("any, or unit quaternion (x, y, z, w)");
  const ArrayDeclaration values =
      interpolation == Interpolation::cubicspline
          ? real("values", "a_k, v_k, b_k", "K 3 w",
                 Kind::value("any, or unit quaternion (x, y, z, w); tangents per second"),
                 "in-tangent, value, out-tangent of each key; w numbers per value, 4 for rotations; "
                 "finite")
          : real("values", "v_k", "K w", any,
                 "value of each key; w numbers per value, 4 for rotations; finite");
  return {
      .inputs = {real("times", "t_k", "K", Kind::time(), "key times").not_empty().finite().increasing(),
                 values, integer("is_rotation", "", "1", "0: the values are numbers; otherwise rotations"),
                 real("t", "t", "M", Kind::time(), "requested times")},
      .outputs = {real("values", "x", "M w", any, "value at each requested time")},
      .options = std::move(options)};
}

Expected<Track> read_track(const ArraySet& question, Interpolation interpolation) {
  const Array& values = *question.find("values");
  Track track{interpolation,       question.find("is_rotation")->integers()[0] != 0,
              values.shape.back(), question.find("times")->reals(),
              values.reals(),      values.uncertainty};
  BINDPOSE_CHECK(validate(track));
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
