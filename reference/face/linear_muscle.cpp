// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/linear_muscle.h"

#include <fmt/format.h>

namespace bindpose::face {
namespace linear_muscle_question {

constexpr double widest_zone = 1.5;          // radians
constexpr double shortest_muscle = 0x1p-60;  // metres

const Choice<HalfAngle> half_angles{"formulation",
                                    OptionSpec::Kind::formulation,
                                    {{"root", HalfAngle::root}, {"angle", HalfAngle::angle}},
                                    "how the cosine of half the angle is computed",
                                    2};

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() +
          ArrayList{
              real("muscle_attachments", "v_1", "M 3", Kind::point(Space::mesh),
                   "where the muscle is attached to the bone, towards which it pulls")
                  .finite(),
              real("muscle_insertions", "v_2", "M 3", Kind::point(Space::mesh), "its insertion into the skin")
                  .finite(),
              real("zone_angles", "Omega", "M", Kind::opening(),
                   "largest angle from the muscle's line at which it pulls")
                  .finite()
                  .within(0, widest_zone),
              real("falloff_starts", "R_s", "M", Kind::length(),
                   "distance from the attachment at which it pulls most")
                  .finite()
                  .above(0),
              real("falloff_ends", "R_f", "M", Kind::length(),
                   "distance at which it no longer pulls; beyond the start of the fall-off")
                  .finite(),
              real("contractions", "K", "M", Kind::length(), "how far the muscle pulls at most; of any sign")
                  .finite()},
      .outputs = surface_arrays(),
      .options = {togethers.spec(), half_angles.spec()}};
}

/// Errors PARAMETER_RANGE, ZERO_MUSCLE.
template <class T>
Expected<std::vector<LinearMuscle<T>>> read_muscles(const Inputs<T>& in) {
  using std::cos;
  const auto v_1 = in.template rows<3>("muscle_attachments"), v_2 = in.template rows<3>("muscle_insertions");
  const std::vector<T> Omega = in.numbers("zone_angles"), R_s = in.numbers("falloff_starts"),
                       R_f = in.numbers("falloff_ends"), K = in.numbers("contractions");
  std::vector<LinearMuscle<T>> muscles;
  for (std::size_t i = 0; i < K.size(); ++i) {
    if (!(to_double(R_f[i]) > to_double(R_s[i])))
      return fail("PARAMETER_RANGE", fmt::format("falloff_ends[{}]", i),
                  fmt::format("{:.9g}, expected more than falloff_starts", to_double(R_f[i])));
    Vec3<T> a = difference<T>(v_2[i], v_1[i]);
    const Vec3<double> length(to_double(a[0]), to_double(a[1]), to_double(a[2]));
    if (!(length.norm() > shortest_muscle) || !normalize(a))
      return fail("ZERO_MUSCLE", fmt::format("muscle_insertions[{}]", i), "the muscle has no length");
    muscles.push_back({v_1[i], stored_entries(a), stored(T(cos(Omega[i]))), R_s[i], R_f[i], K[i]});
  }
  return muscles;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto muscles, read_muscles(in));
  const Together together = in.chosen(togethers);
  const HalfAngle form = in.chosen(half_angles);
  return deform::deformed_mesh(in, [&](const Vertex<T>& rest) {
    return pulled<T>(rest, muscles.size(), together,
                     [&](std::size_t i, const Vec3<T>& p) { return linear_muscle(muscles[i], p, form); });
  });
}

}  // namespace linear_muscle_question

BINDPOSE_IMPLEMENT(linear_muscle)

}  // namespace bindpose::face
