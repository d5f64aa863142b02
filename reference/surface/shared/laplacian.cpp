// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/shared/laplacian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "reference/numeric/conditioned.h"

namespace bindpose::surface {
namespace {

bool names_a_vertex_twice(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

template <class T>
Vec3<T> edge(const Vec3<double>& from, const Vec3<double>& to) {
  return difference<T>(to.cast<T>(), from.cast<T>());
}

/// max(0, x), which moves no further than x does.
template <class T>
T clamped(const T& x) {
  return x < T(0) ? T(0) : x;
}
template <>
Tracked clamped(const Tracked& x) {
  return Tracked::uncertain(x.value() < 0 ? 0 : x.value(), x.error());
}

// max(0, (a . b) / |a x b|)
template <class T>
T cotangent(const Vec3<T>& a, const Vec3<T>& b) {
  using std::sqrt;
  Vec3<T> area = a.cross(b);
  for (int i = 0; i < 3; ++i)
    area[i] = stored(area[i]);
  return clamped<T>(T(a.dot(b)) / T(sqrt(T(area.dot(area)))));
}

/// No area: decided on the given numbers, alike for every scalar.
bool has_no_area(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const Vec3<Quad> e = edge<Quad>(a, b), f = edge<Quad>(a, c);
  const Vec3<Quad> area = e.cross(f);
  return area[0] == 0 && area[1] == 0 && area[2] == 0;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> neighbours_of(const std::vector<Triangle>& triangles,
                                                      std::size_t vertex_count) {
  std::vector<std::vector<std::uint32_t>> neighbours(vertex_count);
  for (const Triangle& t : triangles) {
    if (names_a_vertex_twice(t)) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      neighbours[t[i]].push_back(t[(i + 1) % 3]);
      neighbours[t[i]].push_back(t[(i + 2) % 3]);
    }
  }
  for (auto& around : neighbours) {
    std::sort(around.begin(), around.end());
    around.erase(std::unique(around.begin(), around.end()), around.end());
  }
  return neighbours;
}

std::vector<std::vector<Triangle>> triangles_around(const std::vector<Triangle>& triangles,
                                                    std::size_t vertex_count) {
  std::vector<std::vector<Triangle>> around(vertex_count);
  for (const Triangle& t : triangles) {
    if (names_a_vertex_twice(t)) continue;
    for (std::size_t i = 0; i < 3; ++i)
      around[t[i]].push_back({t[i], t[(i + 1) % 3], t[(i + 2) % 3]});
  }
  return around;
}

template <class T>
Expected<Laplacian<T>> laplacian(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles,
                                 LaplacianWeights weights) {
  Laplacian<T> result;
  result.neighbours = neighbours_of(triangles, x.size());
  const bool uniform = weights == LaplacianWeights::uniform;
  for (const auto& around : result.neighbours)
    result.c.emplace_back(around.size(), T(uniform ? 1 : 0));
  if (uniform) return result;

  const auto weight = [&](std::uint32_t v, std::uint32_t u) -> T& {
    const auto& around = result.neighbours[v];
    return result
        .c[v][static_cast<std::size_t>(std::lower_bound(around.begin(), around.end(), u) - around.begin())];
  };
  for (std::size_t f = 0; f < triangles.size(); ++f) {
    const Triangle& t = triangles[f];
    if (names_a_vertex_twice(t)) continue;
    if (has_no_area(x[t[0]], x[t[1]], x[t[2]]))
      return fail("DEGENERATE_TRIANGLE", fmt::format("triangles[{}]", f),
                  "a triangle without area has no cotangents");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t p = t[i], v = t[(i + 1) % 3], u = t[(i + 2) % 3];
      const T cot = cotangent<T>(edge<T>(x[p], x[v]), edge<T>(x[p], x[u]));
      weight(v, u) += cot;
      weight(u, v) += cot;
    }
  }
  for (auto& row : result.c)
    for (T& c : row)
      c = stored(c);
  return result;
}

// (1 - l) x + l (sum c x_u) / (sum c)
template <class T>
T smoothed_number(double step, const T& x, std::span<const T> c, std::span<const T> x_u) {
  T sum(0), total(0);
  for (std::size_t i = 0; i < c.size(); ++i) {
    sum += c[i] * x_u[i];
    total += c[i];
  }
  const T l(step);
  return (T(1) - l) * x + l * (sum / total);
}

/// The same with the bound that the header derives.
template <>
Tracked smoothed_number(double step, const Tracked& x, std::span<const Tracked> c,
                        std::span<const Tracked> x_u) {
  const Precision& precision = Tracked::precision();
  double sum = 0, total = 0, uncertain_total = 0;
  for (std::size_t i = 0; i < c.size(); ++i) {
    sum += c[i].value() * x_u[i].value();
    total += c[i].value();
    uncertain_total += c[i].error();
  }
  const double mean = sum / total, least = total - uncertain_total;
  if (!(least > 0)) return Tracked::uncertain(x.value(), std::numeric_limits<double>::infinity());
  double carried = 0, size = 0;
  bool all_one = true;
  for (std::size_t i = 0; i < c.size(); ++i) {
    all_one = all_one && c[i].value() == 1 && c[i].error() == 0;
    const double most = c[i].value() + c[i].error();
    carried += (most * x_u[i].error() + c[i].error() * std::fabs(x_u[i].value() - mean)) / least;
    size += most * (std::fabs(x_u[i].value()) + x_u[i].error()) / least;
  }
  const auto n = static_cast<double>(c.size());
  const double own = std::fabs(x.value()) + x.error();
  const double roundings = precision.unit * (3 * own + ((all_one ? n : 2 * n) + 6) * step * size) +
                           (own + size > 0 ? (n + 4) * precision.smallest : 0);
  return Tracked::uncertain((1 - step) * x.value() + step * mean,
                            Tracked::slack * ((1 - step) * x.error() + step * carried + roundings));
}

Expected<Smoothing> read_smoothing(const ArraySet& question) {
  const auto iterations = question.require_integers("iterations", {1});
  if (!iterations) return tl::unexpected(iterations.error());
  const auto step = question.require_reals("step", {1});
  if (!step) return tl::unexpected(step.error());
  const std::int32_t count = (*iterations)->integers()[0];
  const double l = (*step)->reals()[0];
  if (count < 0 || count > Smoothing::most_iterations)
    return fail("PARAMETER_RANGE", "iterations",
                fmt::format("{}, expected 0 .. {}", count, Smoothing::most_iterations));
  if (!(l > 0 && l <= 1))
    return fail("PARAMETER_RANGE", "step", fmt::format("{:.9g}, expected more than 0 and at most 1", l));
  return Smoothing{static_cast<std::size_t>(count), l};
}

void add_smoothing(ArraySet& question, const Smoothing& smoothing) {
  question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(smoothing.iterations)});
  question.add("step", {1}, Array::Reals{smoothing.step});
}

const OptionSpec& laplacian_option() {
  static const OptionSpec option = {"laplacian",
                                    {"uniform", "cotangent"},  // as in LaplacianWeights
                                    OptionSpec::Kind::policy,
                                    "how much each neighbour of a vertex counts when it is smoothed"};
  return option;
}

#define BINDPOSE_INSTANTIATE(T)                                                                             \
  template Expected<Laplacian<T>> laplacian(const std::vector<Vec3<double>>&, const std::vector<Triangle>&, \
                                            LaplacianWeights);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE
template double smoothed_number(double, const double&, std::span<const double>, std::span<const double>);
template Quad smoothed_number(double, const Quad&, std::span<const Quad>, std::span<const Quad>);
template float smoothed_number(double, const float&, std::span<const float>, std::span<const float>);

}  // namespace bindpose::surface
