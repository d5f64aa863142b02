// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_fabrik.h"

#include <optional>

namespace bindpose::ik {
namespace {

/// q + (d / |p - q|) (p - q), without stored differences: (1 - lambda) q + lambda p is as good.
template <class S>
Vec3<S> pull(const Vec3<S>& q, const S& d, const Vec3<S>& p) {
  const S lambda = d / norm_of<S>(difference<S>(p, q));
  return q + lambda * (p - q);
}

/// A chain under way. The stages' numbers are the joints, then the bone lengths.
template <class T>
class Fabrik {
 public:
  Fabrik(const Chain<double>& rest, const Vec3<double>& goal)
      : rest_(rest), goal_(goal), stages_(numbers_of<T>(rest)) {
    const std::size_t bones = rest.size() - 1;
    stages_.run([bones]<class S>(std::vector<S> x) {
      for (std::size_t i = 0; i < bones; ++i)
        x.push_back(norm_of<S>(difference<S>(point(x, i + 1), point(x, i))));
      return x;
    });
  }

  void straighten() {
    for (std::size_t i = 0; i + 1 < rest_.size(); ++i)
      pull_joint(i, i + 1, i, goal_);
  }

  void iterate() {
    const std::size_t end = rest_.size() - 1;
    put(end, goal_);
    for (std::size_t i = end; i-- > 0;)
      pull_joint(i + 1, i, i, {});
    put(0, rest_[0]);
    for (std::size_t i = 0; i < end; ++i)
      pull_joint(i, i + 1, i, {});
  }

  Chain<T> joints() const { return chain_of(stages_.numbers(), rest_.size()); }

 private:
  using Target = std::optional<Vec3<double>>;

  void put(std::size_t joint, const Vec3<double>& where) {
    stages_.run([&]<class S>(std::vector<S> x) {
      set_point<S>(x, joint, where.cast<S>());
      return x;
    });
  }

  /// p_moved <- pull(p_held, d_bone, target), the target by default being p_moved itself.
  void pull_joint(std::size_t held, std::size_t moved, std::size_t bone, const Target& target) {
    const auto towards = [&]<class S>(const std::vector<S>& x) {
      return target ? Vec3<S>(target->cast<S>()) : point(x, moved);
    };
    const Vec3<T> apart = difference<T>(towards(stages_.numbers()), point(stages_.numbers(), held));
    const bool has_direction = apart.dot(apart) > T(0);
    const std::size_t d = 3 * rest_.size() + bone;
    stages_.run([&]<class S>(std::vector<S> x) {
      const Vec3<S> q = point(x, held);
      const Vec3<S> along = rest_[moved].cast<S>() - rest_[held].cast<S>();
      set_point<S>(x, moved, pull<S>(q, x[d], has_direction ? towards(x) : Vec3<S>(q + along)));
      return x;
    });
  }

  Chain<double> rest_;
  Vec3<double> goal_;
  Stages<T> stages_;
};

}  // namespace

template <class T>
Chain<T> ik_fabrik(const Chain<double>& rest, const Vec3<double>& goal, bool too_far, int iterations) {
  Fabrik<T> chain(rest, goal);
  if (too_far && iterations > 0) chain.straighten();
  for (int k = 0; k < iterations && !too_far; ++k)
    chain.iterate();
  return chain.joints();
}

namespace {

struct IkFabrik {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& arrays, const Options&) const {
    const auto question = IkQuestion::read(arrays);
    if (!question) return tl::unexpected(question.error());
    const auto iterations = read_iterations(arrays);
    if (!iterations) return tl::unexpected(iterations.error());
    return answer_ik<T>(*question,
                        [&](const auto& rest, const auto& goal, std::size_t, const Reach<T>& reach) {
                          return Solved<T>{ik_fabrik<T>(rest, goal, reach.too_far, *iterations)};
                        });
  }
};

}  // namespace

Implementation ik_fabrik_implementation() {
  return implement<IkFabrik>({});
}

#define BINDPOSE_INSTANTIATE(T) \
  template Chain<T> ik_fabrik<T>(const Chain<double>&, const Vec3<double>&, bool, int);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::ik
