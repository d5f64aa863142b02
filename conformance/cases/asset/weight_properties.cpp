// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/weight_properties.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/asset/mirror_pairs.h"
#include "conformance/cases/asset/smoothing_reach.h"

namespace bindpose::conformance {
namespace {

constexpr double half_step = 0.5 / 255;
constexpr double whole = 7.0 / 8;        // a vertex belongs to a joint with at least this weight
constexpr double holds_some = 1.0 / 64;  // below this weight, the joint does not influence the vertex
constexpr double given_away = 1.0 / 16;
constexpr double mean_apart = 1.0 / 200, most_apart = 1.0 / 20;  // fractions of the posed mesh's diagonal

constexpr WeightProperty finite{"finite", "every weight is a number"};
constexpr WeightProperty not_negative{"not-negative", "no weight is below 0"};
constexpr WeightProperty sum_of_one{
    "sum-of-one", "the weights of every vertex sum to 1; sums of smoothed weights are the smoothed sums"};
constexpr WeightProperty every_joint{
    "every-joint", "a joint to which vertices belong has a weight of at least 1/2 at some vertex"};
constexpr WeightProperty own_side{
    "own-side", "a vertex that belongs to a joint has no larger weight for that joint's mirror image"};
constexpr WeightProperty own_joint{"own-joint",
                                   "a vertex that belongs to a joint has its largest weight for that joint"};
constexpr WeightProperty no_far_joint{
    "no-far-joint",
    "a joint that is more than a bone away from all right joints of a vertex has almost no weight there"};
constexpr WeightProperty within_reach{"within-reach",
                                      "each step of smoothing extends a joint's weights by at most one edge"};
constexpr WeightProperty mirror_alike{"mirror-alike", "a symmetric character has symmetric weights"};
constexpr WeightProperty same_surface{"same-surface", "in clips, the surface moves as with right weights"};
constexpr WeightProperty table[] = {finite,    not_negative, sum_of_one,   every_joint,  own_side,
                                    own_joint, no_far_joint, within_reach, mirror_alike, same_surface};

/// The property holds if measured <= allowed; never for NaN.
PropertyFinding finding(const WeightProperty& property, double measured, double allowed, std::string detail) {
  const bool holds = measured <= allowed;
  return {property.name, holds, measured, allowed, holds ? std::string() : std::move(detail)};
}

/// Counts vertices that violate a property, and describes the first.
struct Broken {
  std::size_t count = 0, of = 0;
  std::string first = {};

  void add(bool holds, auto describe) {
    ++of;
    if (holds) return;
    if (count++ == 0) first = describe();
  }
  PropertyFinding as(const WeightProperty& property, std::string_view what) const {
    return finding(property, static_cast<double>(count), 0,
                   fmt::format("{} of {} {}: {}", count, of, what, first));
  }
};

/// The character and the weights to compare.
struct Compared {
  const Character& character;
  const BoundWeights& right;
  const BoundWeights& answer;

  std::size_t vertices() const { return right.vertices(); }
  std::size_t joints() const { return right.joints; }
  /// The joint that holds at least 7/8 of a vertex, if any.
  std::optional<std::size_t> owner_of(std::size_t v) const {
    for (std::size_t j = 0; j < joints(); ++j)
      if (right.of(v, j) >= whole) return j;
    return {};
  }
};

PropertyFinding judge_finite(const Compared& all) {
  Broken broken;
  for (std::size_t i = 0; i < all.answer.w.size(); ++i)
    broken.add(std::isfinite(all.answer.w[i]), [&] {
      return fmt::format("the weight of joint {} at vertex {} is {}", i % all.joints(), i / all.joints(),
                         all.answer.w[i]);
    });
  return broken.as(finite, "weights are not numbers");
}

PropertyFinding judge_not_negative(const Compared& all) {
  const auto least = std::ranges::min_element(all.answer.w);
  if (least == all.answer.w.end()) return finding(not_negative, 0, half_step, "");
  const auto i = static_cast<std::size_t>(least - all.answer.w.begin());
  return finding(
      not_negative, -*least, half_step,
      fmt::format("joint {} has the weight {:.3g} at vertex {}", i % all.joints(), *least, i / all.joints()));
}

/// Vertices without weight in the reference are not judged. keeps_sums: the method smooths the sums
/// of a character's own weights.
PropertyFinding judge_sum_of_one(const Compared& all, bool keeps_sums) {
  double worst = 0, sum_there = 1, right_there = 1;
  std::size_t at = 0;
  for (std::size_t v = 0; v < all.vertices(); ++v) {
    double sum = 0, right_sum = 0;
    for (std::size_t j = 0; j < all.joints(); ++j) {
      sum += all.answer.of(v, j);
      right_sum += all.right.of(v, j);
    }
    const double expected = keeps_sums ? right_sum : 1;
    if (right_sum == 0 || std::fabs(sum - expected) <= worst) continue;
    worst = std::fabs(sum - expected), sum_there = sum, right_there = expected, at = v;
  }
  return finding(
      sum_of_one, worst, half_step,
      fmt::format("the weights of vertex {} sum to {:.4g}, expected {:.4g}", at, sum_there, right_there));
}

PropertyFinding judge_every_joint(const Compared& all) {
  std::vector<bool> has_own(all.joints());
  std::vector<double> most(all.joints());
  for (std::size_t v = 0; v < all.vertices(); ++v)
    for (std::size_t j = 0; j < all.joints(); ++j) {
      has_own[j] = has_own[j] || all.right.of(v, j) >= whole;
      most[j] = std::max(most[j], all.answer.of(v, j));
    }
  Broken broken;
  for (std::size_t j = 0; j < all.joints(); ++j)
    if (has_own[j])
      broken.add(most[j] >= 0.5,
                 [&] { return fmt::format("the largest weight of joint {} is {:.3g}", j, most[j]); });
  return broken.as(every_joint, "joints have no vertex");
}

PropertyFinding judge_own_side(const Compared& all, const MirrorPairs& pairs) {
  Broken broken;
  for (std::size_t v = 0; v < all.vertices(); ++v) {
    const auto j = all.owner_of(v);
    if (!j || pairs.joints[*j] == *j) continue;
    const double own = all.answer.of(v, *j), other = all.answer.of(v, pairs.joints[*j]);
    broken.add(own >= other, [&] {
      return fmt::format(
          "vertex {} belongs to joint {}: its weight is {:.3g}, but {:.3g} for the mirror image, joint {}", v,
          *j, own, other, pairs.joints[*j]);
    });
  }
  return broken.as(own_side, "vertices follow the joint on the other side");
}

PropertyFinding judge_own_joint(const Compared& all) {
  Broken broken;
  for (std::size_t v = 0; v < all.vertices(); ++v) {
    const auto owner = all.owner_of(v);
    if (!owner) continue;
    std::size_t most = *owner;
    for (std::size_t j = 0; j < all.joints(); ++j)
      if (all.answer.of(v, j) > all.answer.of(v, most)) most = j;
    broken.add(most == *owner, [&] {
      return fmt::format("vertex {} belongs to joint {}: its weight is {:.3g}, but {:.3g} for joint {}", v,
                         *owner, all.answer.of(v, *owner), all.answer.of(v, most), most);
    });
  }
  return broken.as(own_joint, "vertices follow another joint");
}

/// True if one joint is the other's parent.
bool are_next(const std::vector<int>& parents, std::size_t a, std::size_t b) {
  return parents[a] == static_cast<int>(b) || parents[b] == static_cast<int>(a);
}

/// A vertex's weight on joints that neither influence it nor are adjacent to an influencing joint.
double far_share(const Compared& all, const BoundWeights& weights, std::size_t v) {
  double share = 0;
  for (std::size_t j = 0; j < all.joints(); ++j) {
    bool is_far = true;
    for (std::size_t k = 0; k < all.joints() && is_far; ++k)
      if (all.right.of(v, k) >= holds_some) is_far = j != k && !are_next(all.character.parents, j, k);
    if (is_far) share += std::fabs(weights.of(v, j));
  }
  return share;
}

PropertyFinding judge_no_far_joint(const Compared& all) {
  Broken broken;
  for (std::size_t v = 0; v < all.vertices(); ++v) {
    const double far = far_share(all, all.answer, v), allowed = far_share(all, all.right, v) + given_away;
    broken.add(far <= allowed, [&] {
      return fmt::format("vertex {} has the weight {:.3g} for distant joints, expected at most {:.3g}", v,
                         far, allowed);
    });
  }
  return broken.as(no_far_joint, "vertices follow distant joints");
}

PropertyFinding judge_within_reach(const Compared& all) {
  const BeyondReach beyond = beyond_reach(all.character, all.answer, smoothing_steps);
  return finding(within_reach, beyond.most, 0,
                 fmt::format("joint {} has the weight {:.3g} at vertex {}, more than {} edges away from all "
                             "vertices that it influenced",
                             beyond.j, beyond.most, beyond.v, smoothing_steps));
}

/// The largest difference between a weight and its mirror image, with its vertex and joint.
struct Asymmetry {
  double most = 0;
  std::size_t v = 0, j = 0;
};
Asymmetry asymmetry_of(const BoundWeights& weights, const MirrorPairs& pairs) {
  Asymmetry found;
  for (std::size_t v = 0; v < weights.vertices(); ++v)
    for (std::size_t j = 0; j < weights.joints; ++j) {
      const double apart = std::fabs(weights.of(v, j) - weights.of(pairs.vertices[v], pairs.joints[j]));
      if (apart > found.most) found = {apart, v, j};
    }
  return found;
}

PropertyFinding judge_mirror_alike(const Compared& all, const MirrorPairs& pairs) {
  const Asymmetry worst = asymmetry_of(all.answer, pairs);
  return finding(
      mirror_alike, worst.most, asymmetry_of(all.right, pairs).most + given_away,
      fmt::format("vertex {} has the weight {:.3g} for joint {}; its mirror image, vertex {}, has {:.3g} for "
                  "joint {}",
                  worst.v, all.answer.of(worst.v, worst.j), worst.j, pairs.vertices[worst.v],
                  all.answer.of(pairs.vertices[worst.v], pairs.joints[worst.j]), pairs.joints[worst.j]));
}

double apart(const BoundWeights& a, const BoundWeights& b, std::size_t v) {
  double sum = 0;
  for (std::size_t j = 0; j < a.joints; ++j)
    sum += std::fabs(a.of(v, j) - b.of(v, j));
  return sum;
}

/// For each vertex with ties, the right row that is closest to the output.
BoundWeights right_beside(const BoundWeights& answer, BoundWeights right, const Ties& ties) {
  const auto row = [&](std::size_t v) {
    return right.w.begin() + static_cast<std::ptrdiff_t>(v * right.joints);
  };
  for (std::size_t v = 0; v < ties.other.vertices(); ++v)
    if (apart(answer, ties.other, v) < apart(answer, right, v))
      for (std::size_t j = 0; j < right.joints; ++j)
        row(v)[static_cast<std::ptrdiff_t>(j)] = ties.other.of(v, j);
  for (const std::size_t v : ties.several) {
    const double* own = answer.w.data() + v * answer.joints;
    std::fill_n(row(v), right.joints, 0.0);
    row(v)[std::max_element(own, own + answer.joints) - own] = 1;
  }
  return right;
}

/// Measures the larger of both shares of the limits.
PropertyFinding judge_same_surface(const Compared& all) {
  const Departure apart = departure(all.character, all.right, all.answer);
  const double mean = apart.root_mean_square / apart.size, most = apart.most / apart.size;
  return finding(same_surface, std::max(mean / mean_apart, most / most_apart), 1,
                 fmt::format("vertices are displaced by {:.3g} m (root mean square; at most {:.3g} m) "
                             "compared with right weights; the mesh has a size of {:.3g} m",
                             apart.root_mean_square, apart.most, apart.size));
}

}  // namespace

std::span<const WeightProperty> weight_properties() {
  return table;
}

std::vector<PropertyFinding> judge_weights(const Character& character, std::string_view method,
                                           const BoundWeights& usual, const BoundWeights& answer,
                                           const Ties& ties) {
  std::vector<PropertyFinding> findings = {judge_finite({character, usual, answer})};
  if (!findings.front().holds) return findings;
  const BoundWeights right = right_beside(answer, usual, ties);
  const Compared all{character, right, answer};
  findings.push_back(judge_not_negative(all));
  findings.push_back(judge_sum_of_one(all, method == "weights.smooth"));
  if (method != "weights.direct") {
    const auto pairs = mirror_pairs(character);
    findings.push_back(judge_every_joint(all));
    if (pairs) findings.push_back(judge_own_side(all, *pairs));
    findings.push_back(judge_own_joint(all));
    findings.push_back(judge_no_far_joint(all));
    if (method == "weights.smooth") findings.push_back(judge_within_reach(all));
    if (pairs && !pairs->vertices.empty()) findings.push_back(judge_mirror_alike(all, *pairs));
  }
  if (!character.palettes.empty()) findings.push_back(judge_same_surface(all));
  return findings;
}

bool all_hold(const std::vector<PropertyFinding>& findings) {
  return std::ranges::all_of(findings, &PropertyFinding::holds);
}

}  // namespace bindpose::conformance
