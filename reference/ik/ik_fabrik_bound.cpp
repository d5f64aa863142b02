// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_fabrik_bound.h"

#include <optional>

#include "reference/ik/shared/staged_chain.h"

namespace bindpose::ik {
namespace {

/// d_i by its index.
struct Lengths {
  struct Length {
    std::size_t bone;
  };
  Length operator[](std::size_t i) const { return {i}; }
};

/// pull(p_held, d_bone, p); p: the goal, or the joint that moves.
struct Pulled {
  std::size_t held, bone;
  std::optional<Vec3<double>> goal;
};

class StagedFabrik {
 public:
  struct Joint {
    StagedFabrik& chain;
    std::size_t i;
    void operator=(const Vec3<double>& where) const { chain.put(i, where); }
    void operator=(const Pulled& pulled) const { chain.pull_joint(i, pulled); }
  };

  explicit StagedFabrik(const Chain<double>& rest)
      : rest_(rest), stages_(numbers_of(chain_on<Tracked>(rest))) {
    stages_.run([]<class S>(std::vector<S> x) {
      const std::vector<S> d = bone_lengths(chain_of(x));
      x.insert(x.end(), d.begin(), d.end());
      return x;
    });
  }

  Joint operator[](std::size_t i) { return {*this, i}; }
  Chain<Tracked> joints() const {
    Chain<Tracked> joints;
    for (std::size_t i = 0; i < rest_.size(); ++i)
      joints.push_back(point(stages_.numbers(), i));
    return joints;
  }

 private:
  template <class S>
  static Vec3<S> point(const std::vector<S>& x, std::size_t i) {
    return {x[3 * i], x[3 * i + 1], x[3 * i + 2]};
  }
  template <class S>
  static void set_point(std::vector<S>& x, std::size_t i, const Vec3<S>& p) {
    for (std::size_t c = 0; c < 3; ++c)
      x[3 * i + c] = p[static_cast<Eigen::Index>(c)];
  }

  void put(std::size_t joint, const Vec3<double>& where) {
    stages_.run([&]<class S>(std::vector<S> x) {
      set_point<S>(x, joint, where.cast<S>());
      return x;
    });
  }

  void pull_joint(std::size_t moved, const Pulled& pulled) {
    const auto towards = [&]<class S>(const std::vector<S>& x) {
      return pulled.goal ? Vec3<S>(pulled.goal->cast<S>()) : point(x, moved);
    };
    const auto& now = stages_.numbers();
    const Vec3<Tracked> apart = difference<Tracked>(towards(now), point(now, pulled.held));
    const bool has_direction = apart.dot(apart) > Tracked(0);
    stages_.run([&]<class S>(std::vector<S> x) {
      const Vec3<S> q = point(x, pulled.held);
      const Vec3<S> u = rest_[moved].cast<S>() - rest_[pulled.held].cast<S>();
      const S d = x[3 * rest_.size() + pulled.bone];
      set_point<S>(x, moved, pull<S>(q, d, has_direction ? towards(x) : Vec3<S>(q + u)));
      return x;
    });
  }

  Chain<double> rest_;
  Stages stages_;
};

// The kernel's pull on such a chain; the bone at rest is read only when the joint moves.
Pulled pull(const StagedFabrik::Joint& q, Lengths::Length d, const StagedFabrik::Joint&,
            const Vec3<double>&) {
  return {q.i, d.bone, {}};
}
Pulled pull(const StagedFabrik::Joint& q, Lengths::Length d, const Vec3<double>& goal, const Vec3<double>&) {
  return {q.i, d.bone, goal};
}

}  // namespace

template <>
Chain<Tracked> bounded_fabrik(const Chain<double>& rest, const Vec3<double>& goal, bool too_far,
                              int iterations) {
  StagedFabrik p(rest);
  ik_fabrik(p, Lengths{}, rest, goal, too_far, iterations);
  return p.joints();
}

}  // namespace bindpose::ik
