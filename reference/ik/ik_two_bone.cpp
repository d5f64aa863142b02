// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_two_bone.h"

#include "reference/model/algorithm.h"

namespace bindpose::ik {
namespace {

enum class Pole { position, direction };

/// sqrt(max(s, 0)).
template <class T>
T root_above_zero(const T& s) {
  using std::sqrt;
  return s > T(0) ? T(sqrt(s)) : T(0);
}

/// Where the error of s reaches 0 the root's is no more than that of s = 0: |sqrt(s + e) - sqrt(s)| <=
/// sqrt(e).
template <>
Tracked root_above_zero(const Tracked& s) {
  using std::sqrt;
  const Precision& precision = Tracked::precision();
  const double e = s.error(), value = std::sqrt(std::fmax(s.value(), 0));
  if (s.value() > 4 * e) return sqrt(s);
  const double least = std::sqrt(e);
  return Tracked::uncertain(
      value, least + Tracked::sqrt_ulp * precision.unit * (value + least) + std::sqrt(precision.smallest));
}

}  // namespace

template <class T>
Solved<T> ik_two_bone(const Chain<double>& rest, const Vec3<double>& goal, const Vec3<T>& pole) {
  const Vec3<T> a = rest[0].cast<T>(), b = rest[1].cast<T>(), c = rest[2].cast<T>();
  const T l1 = stored(norm_of<T>(difference<T>(b, a)));
  const T l2 = stored(norm_of<T>(difference<T>(c, b)));
  Vec3<T> n = difference<T>(goal.cast<T>(), a);
  const T distance = norm_of<T>(n);
  if (!normalize(n)) return {{}, "GOAL_AT_ROOT"};
  n = stored_entries(n);
  Vec3<T> m = pole - T(pole.dot(n)) * n;
  if (!normalize(m)) return {{}, "POLE_ON_LINE"};

  const T folded = greater_of<T>(stored(T(l1 - l2)), stored(T(l2 - l1)));
  const T straight = stored(T(l1 + l2));
  const T d = stored(T(-greater_of<T>(-greater_of<T>(distance, folded), -straight)));
  const T x = stored(T((l1 * l1 - l2 * l2 + d * d) / (T(2) * d)));
  const T h = root_above_zero<T>(stored(T((l1 - x) * (l1 + x))));
  const Vec3<T> elbow = a + x * n + h * m;
  const Vec3<T> end = a + d * n;
  return {{a, stored_entries(elbow), stored_entries(end)}};
}

namespace {

const std::vector<OptionSpec>& options() {
  static const std::vector<OptionSpec> declared = {{"pole",
                                                    {"position", "direction"},  // as in Pole
                                                    OptionSpec::Kind::policy,
                                                    "whether the pole is a point or a direction"}};
  return declared;
}

struct IkTwoBone {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& arrays, const Options& chosen) const {
    const auto kind = choice_index(options(), chosen, "pole");
    if (!kind) return tl::unexpected(kind.error());
    const auto question = IkQuestion::read(arrays);
    if (!question) return tl::unexpected(question.error());
    if (question->joint_count() != 3)
      return fail("ARRAY_SHAPE", "rest", "expected three joints a chain, shape [#rows, 3, 3]");
    const auto poles = arrays.require_reals("poles", {question->count(), 3});
    if (!poles) return tl::unexpected(poles.error());
    if (auto ok = require_finite(**poles); !ok) return tl::unexpected(ok.error());
    return answer_ik<T>(*question, [&](const auto& rest, const auto& goal, std::size_t row, const auto&) {
      Vec3<T> pole = read_row<T, 3>(**poles, row);
      if (static_cast<Pole>(*kind) == Pole::position) pole = difference<T>(pole, rest[0].template cast<T>());
      return ik_two_bone<T>(rest, goal, pole);
    });
  }
};

}  // namespace

Implementation ik_two_bone_implementation() {
  return implement<IkTwoBone>(options());
}

#define BINDPOSE_INSTANTIATE(T) \
  template Solved<T> ik_two_bone<T>(const Chain<double>&, const Vec3<double>&, const Vec3<T>&);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::ik
