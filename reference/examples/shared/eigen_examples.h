// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the displacements that EigenSkin adds at rest, given or from examples of single joints: their supports,
// truncation and weights.
#pragma once

#include <fmt/format.h>

#include "reference/examples/eigenskin_bound.h"
#include "reference/examples/shared/rotation_weights.h"

namespace bindpose::examples {

/// Displacements of every vertex [#displacements][#vertices], and their factors.
template <class T>
struct Corrections {
  std::vector<T> a;                     ///< a_b; for examples a_k
  std::vector<std::vector<Vec3<T>>> u;  ///< u_b; for examples the kept part of d_k
  std::vector<T> c;                     ///< factors of the corrections of normals; empty without corrections
  std::vector<std::vector<Vec3<T>>> m;
  std::vector<T> s;    ///< singular values [#examples]
  std::vector<T> eta;  ///< [#joints]
  std::vector<bool>
      is_singular;  ///< vertices with an example that cannot be transformed back to rest; or empty

  RestVertex<T> at(RestVertex<T> rest) const {
    rest.x = corrected(rest.x, rest.v, a, u);
    rest.n = corrected(rest.n, rest.v, c, m);
    return rest;
  }
};

/// Level palette.
template <class T>
Corrections<T> given_corrections(const Inputs<T>& in) {
  Corrections<T> given{in.numbers("coefficients"), groups<3>(in, "eigendisplacements"), {}, {}, {}, {}, {}};
  if (!in.has("normals") || !in.has("eigennormals")) return given;
  given.c = in.numbers("normal_coefficients");
  given.m = groups<3>(in, "eigennormals");
  return given;
}

/// The examples of every joint, in the order listed. Errors PARAMETER_RANGE.
template <class T>
Expected<std::vector<ExampleList>> read_examples_of_joints(const Inputs<T>& in) {
  const Array::Integers &owners = in.integers("example_joints"), &parents = in.integers("parents"),
                        &ranks = in.integers("ranks");
  std::vector<ExampleList> examples(parents.size());
  for (std::size_t k = 0; k < owners.size(); ++k) {
    const auto j = static_cast<std::size_t>(owners[k]);
    if (parents[j] < 0)
      return fail("PARAMETER_RANGE", fmt::format("example_joints[{}]", k),
                  fmt::format("joint {} is a root", j));
    examples[j].push_back(k);
  }
  for (std::size_t j = 0; j < ranks.size(); ++j)
    if (ranks[j] < 0 || static_cast<std::size_t>(ranks[j]) > examples[j].size())
      return fail("PARAMETER_RANGE", fmt::format("ranks[{}]", j),
                  fmt::format("{}, expected 0 .. {}", ranks[j], examples[j].size()));
  return examples;
}

/// d_k or dn_k [#examples][#vertices].
template <class T>
using Displacements = std::vector<std::vector<Vec3<T>>>;

/// All examples of an input.
template <class T>
struct EigenExamples {
  std::vector<ExampleList> of_joint;
  Displacements<T> d, dn;                       ///< 0 without an inverse; no dn if normals are not corrected
  std::vector<std::vector<bool>> has_way_back;  ///< true if the inverse exists [#examples][#vertices]
  std::vector<std::vector<bool>> support;       ///< [#joints][#vertices]
  bool is_open = false;                         ///< float32 leaves more than one vertex of the supports open

  /// rest: every vertex. Errors PARAMETER_RANGE.
  static Expected<EigenExamples> of(const Inputs<T>& in, const std::vector<RestVertex<T>>& rest) {
    EigenExamples all;
    BINDPOSE_TRY(all.of_joint, read_examples_of_joints(in));
    all.take_back(in, rest);
    const std::uint64_t open = Branches::current().undecided;
    for (const ExampleList& examples : all.of_joint) {
      all.support.emplace_back();
      for (std::size_t v = 0; v < rest.size(); ++v)
        all.support.back().push_back(all.is_in_support(in, v, examples));
    }
    all.is_open = Branches::current().undecided > open + 1;
    return all;
  }

  /// Vertices with an example that cannot be transformed back to rest.
  std::vector<bool> singular_vertices() const {
    std::vector<bool> is_singular(has_way_back[0].size(), false);
    for (const std::vector<bool>& of_example : has_way_back)
      for (std::size_t v = 0; v < is_singular.size(); ++v)
        is_singular[v] = is_singular[v] || !of_example[v];
    return is_singular;
  }

 private:
  bool is_in_support(const Inputs<T>& in, std::size_t v, const ExampleList& examples) const {
    std::vector<Vec3<T>> own;
    for (const std::size_t k : examples) {
      if (!has_way_back[k][v]) return false;
      own.push_back(d[k][v]);
    }
    return !in.has("threshold") || is_displaced(own, in.number("threshold"));
  }

  void take_back(const Inputs<T>& in, const std::vector<RestVertex<T>>& rest) {
    const auto x = groups<3>(in, "example_positions"), n = groups<3>(in, "example_normals");
    const Palettes<T> M = read_example_palettes(in);
    const bool has_normals = in.has("normals") && !n.empty();
    d.assign(x.size(), std::vector<Vec3<T>>(rest.size(), Vec3<T>::Zero()));
    if (has_normals) dn = d;
    has_way_back.assign(x.size(), std::vector<bool>(rest.size(), false));
    for (std::size_t k = 0; k < x.size(); ++k)
      for (const RestVertex<T>& vertex : rest) {
        const std::size_t v = vertex.v;
        const RestVertex<T> posed{v, x[k][v], has_normals ? n[k][v] : vertex.n};
        const auto off = displacement_at_rest(vertex, posed, M[k], in.chosen(hierarchy::inverse_orders));
        if (!off) continue;
        has_way_back[k][v] = true;
        d[k][v] = off->x;
        if (has_normals) dn[k][v] = off->n;
      }
  }
};

/// Marks the result as undecided by float32.
template <class T>
void leave_open(Truncated<T>&) {}
inline void leave_open(Truncated<Tracked>& left) {
  const auto open = [](const Tracked& x) {
    return Tracked::uncertain(x.value(), std::numeric_limits<double>::infinity());
  };
  std::transform(left.s.begin(), left.s.end(), left.s.begin(), open);
  left.eta = open(left.eta);
  left.D_r = left.D_r.unaryExpr(open).eval();
}

/// The displacements of one joint's examples.
template <class T>
class JointDisplacements {
 public:
  JointDisplacements(std::size_t j, const ExampleList& examples, const std::vector<bool>& support,
                     std::size_t r)
      : j_(j), examples_(examples), support_(support), r_(r) {}

  /// The displacements in the support, by columns.
  DynamicMatrix<T> columns(const Displacements<T>& d) const {
    DynamicMatrix<T> D = DynamicMatrix<T>::Zero(static_cast<Eigen::Index>(3 * support_.size()),
                                                static_cast<Eigen::Index>(examples_.size()));
    for (std::size_t k = 0; k < examples_.size(); ++k)
      for (std::size_t i = 0; i < 3 * support_.size(); ++i)
        if (support_[i / 3])
          D(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
              d[examples_[k]][i / 3][static_cast<Eigen::Index>(i % 3)];
    return D;
  }

  /// Replaces d by its truncation. Error TIED_RANK: s_r - s_(r+1) <= 2^-40 s_1 < s_(r+1).
  Expected<Truncated<T>> truncate(Displacements<T>& d, bool is_open) const {
    Truncated<T> left = truncated(columns(d), r_);
    if (r_ > 0 && r_ < left.s.size()) {
      const double least = 0x1p-40 * to_double(left.s[0]), next = to_double(left.s[r_]);
      if (next > least && to_double(left.s[r_ - 1]) - next <= least)
        return fail(
            "TIED_RANK", fmt::format("ranks[{}]", j_),
            fmt::format("singular values {} and {} are the same, so this rank is ambiguous", r_, r_ + 1));
    }
    if (is_open) leave_open(left);
    for (std::size_t k = 0; k < examples_.size(); ++k)
      for (std::size_t i = 0; i < 3 * support_.size(); ++i)
        d[examples_[k]][i / 3][static_cast<Eigen::Index>(i % 3)] =
            left.D_r(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k));
    return left;
  }

 private:
  std::size_t j_;
  const ExampleList& examples_;
  const std::vector<bool>& support_;
  std::size_t r_;
};

/// Level pose. rest: every vertex. Errors PARAMETER_RANGE, TIED_RANK, and those of rotation_weights().
template <class T>
Expected<Corrections<T>> corrections_from_examples(const Inputs<T>& in,
                                                   const std::vector<RestVertex<T>>& rest) {
  BINDPOSE_TRY(EigenExamples<T> all, EigenExamples<T>::of(in, rest));
  Corrections<T> found;
  found.s.assign(all.d.size(), T(0));
  found.eta.assign(all.of_joint.size(), T(1));
  for (std::size_t j = 0; j < all.of_joint.size(); ++j) {
    const JointDisplacements<T> own(j, all.of_joint[j], all.support[j],
                                    static_cast<std::size_t>(in.integers("ranks")[j]));
    BINDPOSE_TRY(const Truncated<T> left, own.truncate(all.d, all.is_open));
    if (!all.dn.empty()) BINDPOSE_CHECK(own.truncate(all.dn, all.is_open));
    found.eta[j] = left.eta;
    for (std::size_t k = 0; k < left.s.size(); ++k)
      found.s[all.of_joint[j][k]] = left.s[k];
  }
  BINDPOSE_TRY(found.a, weights_of_examples(in, all.of_joint));
  if (!all.dn.empty()) found.c = found.a;
  found.u = std::move(all.d);
  found.m = std::move(all.dn);
  found.is_singular = all.singular_vertices();
  return found;
}

}  // namespace bindpose::examples
