// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Sphincter muscles: their ellipse, how far they pull, and what they do to directions.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/muscles.h"

namespace bindpose::conformance {
namespace {

/// A sphincter as it sees a point: w, and y of its own axes.
struct SeenByRing {
  Vec3<double> w, y;
  double l_x, l_y, K;

  double strength() const { return 1 - std::hypot(y[0] / l_x, y[1] / l_y); }
};

/// displacement(SeenByRing), wherever a vertex is.
template <class Displacement>
Computed by_sphincters(const Question& question, Displacement displacement) {
  return by_muscles(question, "muscle_radii",
                    [&](const Inputs<double>& in, std::size_t i, const Vec3<double>& x) -> Vec3<double> {
                      const Vec3<double> w = x - in.rows<3>("muscle_centres")[i];
                      const Array::Reals& l = in.reals("muscle_radii");
                      return displacement(SeenByRing{w, in.quaternions("muscle_rotations")[i].conjugate() * w,
                                                     l[2 * i], l[2 * i + 1], in.reals("contractions")[i]});
                    });
}

Computed within_ellipsoid(const Question& question) {
  return by_sphincters(question, [](const SeenByRing& s) -> Vec3<double> {
    const double f = 1 - std::hypot(s.y[0] / s.l_x, s.y[1] / s.l_y, s.y[2] / std::min(s.l_x, s.l_y));
    return -s.K * std::max(f, 0.0) * s.w;
  });
}

Computed outside_too(const Question& question) {
  return by_sphincters(question,
                       [](const SeenByRing& s) -> Vec3<double> { return -s.K * s.strength() * s.w; });
}

Computed by_fixed_length(const Question& question) {
  return by_sphincters(question, [](const SeenByRing& s) -> Vec3<double> {
    if (s.w.norm() == 0) return Vec3<double>::Zero();
    return -s.K * std::max(s.strength(), 0.0) * s.w.normalized();
  });
}

/// Directions shrink with the skin, as if its strength were the same all around.
Computed strength_held(const Question& question) {
  if (!question.arrays.has("muscle_radii")) return cannot_be_made();
  const Together together = together_of(question);
  return read_and(question, [&](const Inputs<double>& in) {
    const Array::Reals& l = in.reals("muscle_radii");
    return bindpose::deform::deformed_mesh(in, [&](const DeformedVertex& rest) {
      return bindpose::face::pulled<double>(
          rest, in.extent("M"), together, [&](std::size_t i, const Vec3<double>& p) {
            const Vec3<double> w = p - in.rows<3>("muscle_centres")[i];
            const Vec3<double> y = in.quaternions("muscle_rotations")[i].conjugate() * w;
            const double f = std::max(1 - std::hypot(y[0] / l[2 * i], y[1] / l[2 * i + 1]), 0.0);
            const double share = in.reals("contractions")[i] * f;
            return Pull<double>{-share * w, -share * Mat3<double>::Identity()};
          });
    });
  });
}

Changed with_radii(const Question& question, bool one_for_both, double factor) {
  return with_rows(question, {"muscle_radii"}, 2, [=](double* l, std::size_t) {
    if (one_for_both) l[1] = l[0];
    l[0] *= factor;
    l[1] *= factor;
  });
}

Changed ring_turned_back(const Question& question) {
  return with_rows(question, {"muscle_rotations"}, 4, conjugate_row);
}

}  // namespace

BINDPOSE_DEFECTS(face, sphincter_muscle) {
  return {
      {.id = "sphincter-ellipsoid",
       .sentence = "your output equals what one gets when a sphincter draws what lies within an ellipsoid; "
                   "how far a vertex "
                   "lies before or behind the ellipse does not count",
       .symptom = "lips that stand out are drawn less",
       .source = "(derived)",
       .formula = &within_ellipsoid},
      {.id = "sphincter-outside-too",
       .sentence = "your output equals what one gets when the sphincter's strength goes on below 0 outside "
                   "the ellipse",
       .symptom = "the cheeks are blown away from the mouth",
       .source = "(derived)",
       .formula = &outside_too},
      {.id = "sphincter-fixed-length",
       .sentence = "your output equals what one gets when a sphincter pulls by a length; it pulls by a share "
                   "of the way to "
                   "its centre",
       .symptom = "the middle of the lips turns inside out",
       .source = "(derived)",
       .formula = &by_fixed_length},
      {.id = "sphincter-strength-held",
       .sentence = "your positions are right, but directions are those of a scale: the gradient of the "
                   "sphincter's strength "
                   "is missing",
       .symptom = "the lips' rim is lit as if it were flat",
       .source = "(derived)",
       .formula = &strength_held},
      {.id = "sphincter-circle",
       .sentence = "your output equals what one gets when the ellipse is a circle of its first semi-axis",
       .symptom = "the mouth draws in the chin",
       .source = "(derived)",
       .question = [](const Question& question) { return with_radii(question, true, 1); }},
      {.id = "sphincter-diameters",
       .sentence = "your output equals what one gets when semi-axes are taken for whole axes",
       .symptom = "only the middle of the lips moves",
       .source = "(derived)",
       .question = [](const Question& question) { return with_radii(question, false, 0.5); }},
      {.id = "sphincter-turned-back",
       .sentence = "your output equals what one gets when the ellipse is turned the other way",
       .symptom = "slanted eyes close crosswise",
       .source = "(derived)",
       .question = &ring_turned_back},
  };
}

}  // namespace bindpose::conformance
