// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear muscles: their fall-offs, their zones, which way they pull, and how several muscles act together.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "conformance/defects/shared/muscles.h"

namespace bindpose::conformance {
namespace {

using std::numbers::pi;

/// A linear muscle as it sees a point.
struct Seen {
  Vec3<double> w, e, a;
  double D, mu, Omega, R_s, R_f, K;

  bool in_cone() const { return mu <= Omega; }
  double radial() const { return std::cos(pi / 2 * (D < R_s ? 1 - D / R_s : (D - R_s) / (R_f - R_s))); }
};

Seen seen(const Inputs<double>& in, std::size_t i, const Vec3<double>& x) {
  const Vec3<double> v_1 = in.rows<3>("muscle_attachments")[i], v_2 = in.rows<3>("muscle_insertions")[i];
  const Vec3<double> w = x - v_1, e = w.norm() > 0 ? Vec3<double>(w.normalized()) : Vec3<double>::Zero();
  const Vec3<double> a = (v_2 - v_1).normalized();
  return {w,
          e,
          a,
          w.norm(),
          std::acos(std::clamp(a.dot(e), -1.0, 1.0)),
          in.reals("zone_angles")[i],
          in.reals("falloff_starts")[i],
          in.reals("falloff_ends")[i],
          in.reals("contractions")[i]};
}

/// displacement(Seen) within the zone of a linear muscle.
template <class Displacement>
Computed by_linear_muscles(const Question& question, Displacement displacement) {
  return by_muscles(question, "zone_angles",
                    [&](const Inputs<double>& in, std::size_t i, const Vec3<double>& x) -> Vec3<double> {
                      const Seen s = seen(in, i, x);
                      if (s.D > s.R_f || s.D == 0 || !s.in_cone()) return Vec3<double>::Zero();
                      return displacement(s);
                    });
}

Computed without_quarter_turns(const Question& question) {
  return by_linear_muscles(question, [](const Seen& s) -> Vec3<double> {
    const double R = std::cos(s.D < s.R_s ? (1 - s.D) / s.R_s : (s.D - s.R_s) / (s.R_f - s.R_s));
    return -s.K * std::cos(s.mu / 2) * R * s.e;
  });
}

Computed without_angle(const Question& question) {
  return by_linear_muscles(question, [](const Seen& s) -> Vec3<double> { return -s.K * s.radial() * s.e; });
}

Computed whole_angle(const Question& question) {
  return by_linear_muscles(
      question, [](const Seen& s) -> Vec3<double> { return -s.K * std::cos(s.mu) * s.radial() * s.e; });
}

Computed full_within_start(const Question& question) {
  return by_linear_muscles(question, [](const Seen& s) -> Vec3<double> {
    return -s.K * std::cos(s.mu / 2) * (s.D < s.R_s ? 1 : s.radial()) * s.e;
  });
}

Computed along_the_muscle(const Question& question) {
  return by_linear_muscles(
      question, [](const Seen& s) -> Vec3<double> { return -s.K * std::cos(s.mu / 2) * s.radial() * s.a; });
}

Computed by_distance(const Question& question) {
  return by_linear_muscles(
      question, [](const Seen& s) -> Vec3<double> { return -s.K * std::cos(s.mu / 2) * s.radial() * s.w; });
}

Computed without_cone(const Question& question) {
  return by_muscles(question, "zone_angles",
                    [](const Inputs<double>& in, std::size_t i, const Vec3<double>& x) -> Vec3<double> {
                      const Seen s = seen(in, i, x);
                      if (s.D > s.R_f || s.D == 0) return Vec3<double>::Zero();
                      return -s.K * std::cos(s.mu / 2) * s.radial() * s.e;
                    });
}

Changed ends_exchanged(const Question& question) {
  Question changed = question;
  Array::Reals* v_1 = reals_of(changed.arrays, "muscle_attachments");
  Array::Reals* v_2 = reals_of(changed.arrays, "muscle_insertions");
  if (v_1 == nullptr || v_2 == nullptr) return std::nullopt;
  std::swap(*v_1, *v_2);
  return changed;
}

Changed with_zone_angles(const Question& question, double factor) {
  return with_array(question, "zone_angles", [factor](Array::Reals& angles) {
    for (double& angle : angles)
      angle *= factor;
  });
}

Changed pushed(const Question& question) {
  return with_array(question, "contractions", [](Array::Reals& K) {
    for (double& k : K)
      k = -k;
  });
}

Changed acting_otherwise(const Question& question, const char* from, const char* to) {
  const auto together = question.options.find("together");
  if (together == question.options.end() || together->second != from) return std::nullopt;
  Question changed = question;
  changed.options["together"] = to;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(face, linear_muscle) {
  return {
      {.id = "muscle-without-quarter-turns",
       .sentence = "your output equals what one gets when the fall-off by distance is printed as cos((1 - D) "
                   "/ R_s) and "
                   "cos((D - R_s) / (R_f - R_s)): a quarter turn is missing in both, and a division",
       .symptom = "the skin tears at the end of the muscle's zone",
       .source = "quotations of Waters 1987",
       .formula = &without_quarter_turns},
      {.id = "muscle-angle-ignored",
       .sentence = "your output equals what one gets when a muscle pulls as hard at the side of its zone as "
                   "on its line",
       .symptom = "too wide a pull",
       .source = "(derived)",
       .formula = &without_angle},
      {.id = "muscle-whole-angle",
       .sentence =
           "your output equals what one gets when the fall-off by angle is cos(mu); it is cos(mu / 2)",
       .symptom = "too narrow a pull",
       .source = "quotations of Waters 1987",
       .formula = &whole_angle},
      {.id = "muscle-full-near-bone",
       .sentence = "your output equals what one gets when a muscle pulls with all its strength up to where "
                   "the fall-off "
                   "starts: at the bone nothing moves",
       .symptom = "the skin is crushed at the muscle's attachment",
       .source = "geoface, K. Waters 1994",
       .formula = &full_within_start},
      {.id = "muscle-along-line",
       .sentence = "your output equals what one gets when a muscle pulls along its own line; it pulls each "
                   "vertex towards "
                   "its attachment",
       .symptom = "the skin does not gather",
       .source = "(derived)",
       .formula = &along_the_muscle},
      {.id = "muscle-pull-by-distance",
       .sentence =
           "your output equals what one gets when the way to the attachment is not brought to length 1",
       .symptom = "the pull depends on the size of the face",
       .source = "geoface, K. Waters 1994",
       .formula = &by_distance},
      {.id = "muscle-cone-ignored",
       .sentence = "your output equals what one gets when a muscle pulls all around its attachment",
       .symptom = "the other side of the face moves, too",
       .source = "(derived)",
       .formula = &without_cone},
      {.id = "muscle-ends-exchanged",
       .sentence = "your output equals what one gets when a muscle pulls towards the skin's end of it",
       .symptom = "corners of the mouth go down when they should go up",
       .source = "(derived)",
       .question = &ends_exchanged},
      {.id = "muscle-zone-degrees",
       .sentence =
           "your output equals what one gets when the zone's angle is taken for degrees; it is in radians",
       .symptom = "hardly anything moves",
       .source = "geoface, K. Waters 1994",
       .question = [](const Question& question) { return with_zone_angles(question, pi / 180); }},
      {.id = "muscle-zone-half",
       .sentence =
           "your output equals what one gets when the zone's angle is taken for the whole opening of the "
           "cone; it is measured from the muscle's line to its side",
       .symptom = "too narrow a part of the face moves",
       .source = "(derived)",
       .question = [](const Question& question) { return with_zone_angles(question, 0.5); }},
      {.id = "muscle-pushes",
       .sentence = "your output equals what one gets when a muscle pushes away",
       .symptom = "every expression is the opposite one",
       .source = "(derived)",
       .question = &pushed},
      {.id = "muscles-one-after-another",
       .sentence = "your output equals what one gets when muscles act one after another; their displacements "
                   "are to be "
                   "added",
       .symptom = "the order of muscles shows",
       .source = "geoface, K. Waters 1994",
       .question =
           [](const Question& question) { return acting_otherwise(question, "added", "one-after-another"); }},
      {.id = "muscles-added",
       .sentence = "your output equals what one gets when the muscles' displacements are added; they are to "
                   "act one after "
                   "another",
       .symptom = "two muscles pull further than either lets go",
       .source = "(derived)",
       .question =
           [](const Question& question) { return acting_otherwise(question, "one-after-another", "added"); }},
  };
}

}  // namespace bindpose::conformance
