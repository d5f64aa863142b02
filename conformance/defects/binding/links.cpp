// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Links that turn otherwise, stand in another order or get other weights.
#include "reference/binding/links.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "conformance/defects/shared/change.h"
#include "reference/binding/shared/joint_weights.h"
#include "reference/model/surface.h"

namespace bindpose::conformance {
namespace {

bool has_links(const Question& question) {
  return question.algorithm->id == "links";
}

/// What is done otherwise.
struct LinksWay {
  bool nlerp = false;         ///< swings by normalised linear interpolation
  bool unsplit = false;       ///< twist joints turn by parts of the whole rotation
  bool long_way = false;      ///< the sign of a quaternion is not looked at
  bool at_the_joint = false;  ///< twists where the joint is, all along the bone
  bool reversed_along = false;
  bool about_origin = false;
  bool pairs_alone = false;  ///< a joint between two gives all of its weight to both pairs
};

/// From 1 to the quaternion itself, which may be the long way.
Vec4<double> as_given(const Vec4<double>& one, const Vec4<double>& q, double share) {
  const double theta = 2 * std::atan2((q - one).norm(), (q + one).norm());
  return (std::sin((1 - share) * theta) * one + std::sin(share * theta) * q) / std::sin(theta);
}

Quat<double> part_of_turn(const Quat<double>& q, double share, bool nlerp) {
  const Vec4<double> one{0, 0, 0, 1};
  if (q.w() < 0 && !nlerp) return Quat<double>(as_given(one, q.coeffs(), share));
  Vec4<double> part = nlerp ? Vec4<double>((1 - share) * one + share * q.coeffs())
                            : animation::slerp<double>(one, q.coeffs(), share);
  if (nlerp) part.normalize();
  return Quat<double>(part);
}

std::vector<Affine<double>> links_by(const LinksWay& way, const Affine<double>& M_p,
                                     const skinning::Bone<double>& bone, Quat<double> q,
                                     const LinkCount& count) {
  if (!way.nlerp && !way.unsplit && !way.long_way && !way.about_origin)
    return binding::links_of<double>(M_p, bone, binding::half_turn_at_most(q), count);
  if (q.w() < 0 && !way.long_way) q.coeffs() = -q.coeffs();
  std::vector<Affine<double>> links;
  const Vec3<double> centre = way.about_origin ? Vec3<double>(Vec3<double>::Zero()) : bone.tail;
  const auto add = [&](const Quat<double>& turn) { links.push_back(M_p * turn_about(turn, centre)); };
  const Vec3<double> d = (bone.tail - bone.head).normalized();
  const double half = std::atan2(d.dot(q.vec()), q.w());
  Quat<double> K = Quat<double>::Identity();
  for (int i = 1; i <= count.twists; ++i) {
    const double share = static_cast<double>(i) / count.twists;
    K = way.unsplit ? part_of_turn(q, share, false)
                    : skinning::about(d, std::sin(share * half), std::cos(share * half));
    add(K);
  }
  const Quat<double> S = quaternion_product(q, conjugate(K));
  for (int l = 1; l < count.swings; ++l)
    add(quaternion_product(part_of_turn(S, static_cast<double>(l) / count.swings, way.nlerp), K));
  add(q);
  return links;
}

std::vector<Affine<double>> palette_by(const LinksWay& way, const Inputs<double>& in, const LinkRows& rows) {
  const auto c = in.rows<3>("pivots");
  const auto q = in.quaternions("rotations");
  std::vector<Affine<double>> M(rows.size());
  for (const std::size_t j :
       topological_order({in.integers("parents").begin(), in.integers("parents").end()})) {
    if (rows.is_root(j)) {
      M[j] = turn_about(q[j], way.about_origin ? Vec3<double>(Vec3<double>::Zero()) : c[j]);
      continue;
    }
    const std::size_t p = rows.parent(j);
    const auto links = links_by(way, M[p], {c[p], c[j]}, q[j], rows.count(j));
    for (int i = 0; i < static_cast<int>(links.size()); ++i) {
      const int k = rows.count(j).twists;
      M[i < k ? rows.twist(j, i + 1) : rows.swing(j, i - k + 1)] = links[static_cast<std::size_t>(i)];
    }
  }
  return M;
}

/// As long as the sum of a vertex's weights is kept.
std::vector<double> pairs_alone(const LinkRows& rows, const std::vector<double>& w) {
  std::vector<double> spread(rows.size(), 0.0);
  std::copy(w.begin(), w.end(), spread.begin());
  for (const std::size_t j : rows.pairs(w)) {
    const std::size_t p = rows.parent(j);
    const int n = rows.count(j).swings;
    if (n == 1) continue;
    const double both = spread[p] + spread[j], s = n * w[j] / (w[p] + w[j]);
    spread[p] = spread[j] = 0;
    for (int l = 0; l <= n; ++l)
      spread[rows.swing(j, l)] += both * binding::hat(s, l);
  }
  return spread;
}

std::vector<double> weights_by(const LinksWay& way, const LinkRows& rows, const std::vector<double>& w,
                               std::vector<double> tau) {
  if (way.pairs_alone) return pairs_alone(rows, w);
  for (double& t : tau)
    t = way.at_the_joint ? 1 : way.reversed_along ? 1 - t : t;
  return binding::link_weights<double>(rows, w, tau);
}

template <class Choose>
Computed linked_by(const Question& question, Choose choose) {
  if (!has_links(question)) return cannot_be_made();
  LinksWay way;
  choose(way);
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    std::vector<LinkCount> counts;
    for (std::size_t j = 0; j < in.integers("parents").size(); ++j)
      counts.push_back({in.integers("twist_joints")[j], swings_within(in.reals("ranges")[j])});
    const LinkRows rows({in.integers("parents").begin(), in.integers("parents").end()}, counts);
    const auto c = in.rows<3>("pivots");
    const auto M = palette_by(way, in, rows);
    const auto W = binding::read_joint_weights(in);
    std::vector<Vec3<double>> x = in.rows<3>("positions");
    ResultArray<double> weights{"link_weights", {x.size(), rows.size()}, {}};
    for (std::size_t v = 0; v < x.size(); ++v) {
      std::vector<double> tau(rows.joints(), 0.0);
      for (std::size_t j = 0; j < rows.joints(); ++j)
        if (rows.count(j).twists > 0) tau[j] = binding::share_along<double>(c[rows.parent(j)], c[j], x[v]);
      const auto w = weights_by(way, rows, {W.row(v).begin(), W.row(v).end()}, tau);
      weights.values.insert(weights.values.end(), w.begin(), w.end());
      Vec3<double> y = Vec3<double>::Zero();
      for (std::size_t l = 0; l < w.size(); ++l)
        y += w[l] * (M[l] * x[v]);
      x[v] = y;
    }
    return Result<double>{
        {to_result_array<double>("link_palette", M), weights, to_result_array<double, 3>("positions", x)},
        {}};
  });
}

Computed links_nlerp(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.nlerp = true; });
}
Computed links_unsplit(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.unsplit = true; });
}
Computed links_long_way(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.long_way = true; });
}
Computed links_at_the_joint(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.at_the_joint = true; });
}
Computed links_reversed_along(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.reversed_along = true; });
}
Computed links_pairs_alone(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.pairs_alone = true; });
}

Changed links_inverse(const Question& question) {
  if (!has_links(question)) return std::nullopt;
  return with_rows(question, {"rotations"}, 4, &conjugate_row);
}
Computed links_at_origin(const Question& question) {
  return linked_by(question, [](LinksWay& way) { way.about_origin = true; });
}

/// The right palette and weights, and positions that linear blending gives without links.
Computed links_unused(const Question& question) {
  if (!has_links(question)) return cannot_be_made();
  Changed other = question;
  for (double& range : *reals_of(other->arrays, "ranges"))
    range = 0;
  for (std::int32_t& k : *integers_of(other->arrays, "twist_joints"))
    k = 0;
  return with_array_of(other, "positions", question);
}

/// Links of the last joint with some in the other order.
Damaged links_reversed(const Question& question, const ArraySet& right) {
  if (!has_links(question)) return std::nullopt;
  const std::size_t J = question.arrays.find("parents")->shape[0], L = right.find("link_palette")->shape[0];
  if (L < J + 2) return std::nullopt;
  ArraySet damaged = right;
  double* rows = reals_of(damaged, "link_palette")->data();
  for (std::size_t a = J, b = L - 1; a < b; ++a, --b)
    std::swap_ranges(rows + 12 * a, rows + 12 * (a + 1), rows + 12 * b);
  return damaged;
}

}  // namespace

BINDPOSE_DEFECTS(binding, links) {
  return {
      {.id = "links-unused",
       .sentence = "your positions are what linear blending gives without links",
       .symptom = "elbows collapse, wrists twist like candy wrappers",
       .source = "(derived)",
       .formula = &links_unused},
      {.id = "links-by-nlerp",
       .sentence =
           "your output equals what one gets when rotations are spread by normalised linear interpolation",
       .symptom = "links crowd in the middle of a bend",
       .source = "(derived)",
       .formula = &links_nlerp},
      {.id = "links-long-way",
       .sentence = "your output equals what one gets when of q and -q the one that is given is spread",
       .symptom = "a joint's links turn the long way round",
       .source = "(derived)",
       .formula = &links_long_way},
      {.id = "links-twist-unsplit",
       .sentence = "your output equals what one gets when twist joints turn by parts of the whole rotation",
       .symptom = "a forearm bends before its wrist",
       .source = "(derived)",
       .formula = &links_unsplit},
      {.id = "links-twist-at-the-joint",
       .sentence =
           "your output equals what one gets when a bone's vertices twist alike, wherever along it they are",
       .symptom = "the whole forearm turns with the hand, the elbow is wrung",
       .source = "(derived)",
       .formula = &links_at_the_joint},
      {.id = "links-twist-reversed",
       .sentence =
           "your output equals what one gets when twists are counted from the joint back to its parent",
       .symptom = "the elbow twists, the wrist does not",
       .source = "(derived)",
       .formula = &links_reversed_along},
      {.id = "links-pairs-alone",
       .sentence =
           "your output equals what one gets when each pair of joints takes all of both joints' weights",
       .symptom = "vertices of three joints hang on the order of joints",
       .source = "(derived)",
       .formula = &links_pairs_alone},
      {.id = "links-inverse",
       .sentence = "your output equals what one gets when joints turn the other way",
       .symptom = "limbs bend backwards",
       .source = "(derived)",
       .question = &links_inverse},
      {.id = "links-pivot-at-origin",
       .sentence = "your output equals what one gets when joints turn about the origin",
       .symptom = "limbs come off",
       .source = "(derived)",
       .formula = &links_at_origin},
      {.id = "links-reversed",
       .sentence = "your palette has its links in the other order",
       .symptom = "bends fold back and forth",
       .source = "(derived)",
       .answer = &links_reversed},
  };
}

}  // namespace bindpose::conformance
