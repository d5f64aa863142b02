// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/stages.h"

#include <algorithm>

namespace bindpose {
namespace {

constexpr double neglected = 1 + 0x1p-6;
constexpr double second_order_factor = 2;
constexpr double smallest_step = 0x1p-26;  // relative to the state's largest number: half of double's digits

double largest_of(const std::vector<double>& x) {
  double largest = 0;
  for (const double value : x)
    largest = std::max(largest, std::fabs(value));
  return largest;
}

std::vector<double> moved(std::vector<double> x, std::size_t j, double by) {
  x[j] += by;
  return x;
}

}  // namespace

/// Derivative of g's m results by its n inputs.
struct Stages::Response {
  std::vector<std::size_t> computed;  ///< results that g computes from its inputs
  Eigen::MatrixXd slope;              ///< J [#computed, n]
  std::vector<double> second;         ///< second-order part of each result's error [m]
  std::vector<bool> carried;          ///< results that are inputs passed on [m]
  std::vector<bool> lost;             ///< results that depend on a lost input, or are not numbers [m]

  /// The product J cause, summed in the order of the inputs.
  std::vector<double> times(const std::vector<double>& cause) const {
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(slope.rows());
    for (std::size_t j = 0; j < cause.size(); ++j)
      if (cause[j] != 0) sums += slope.col(j) * cause[j];
    std::vector<double> all(second.size(), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (carried[i] && !lost[i]) all[i] = cause[i];
    for (std::size_t c = 0; c < computed.size(); ++c)
      if (!lost[computed[c]]) all[computed[c]] = sums[c];
    return all;
  }
};

Stages::Stages(const std::vector<Tracked>& start)
    : x_(start.size()), lost_(start.size(), false), numbers_(start) {
  for (std::size_t i = 0; i < start.size(); ++i) {
    x_[i] = start[i].value();
    const double error = start[i].error();
    lost_[i] = !std::isfinite(error);
    if (lost_[i] || error == 0) continue;
    causes_.emplace_back(start.size(), 0.0);
    causes_.back()[i] = error;
  }
  close();
}

void Stages::close() {
  radius_.assign(x_.size(), 0.0);
  for (const std::vector<double>& cause : causes_)
    for (std::size_t i = 0; i < x_.size(); ++i)
      radius_[i] += std::fabs(cause[i]);
  numbers_.clear();
  for (std::size_t i = 0; i < x_.size(); ++i) {
    lost_[i] = lost_[i] || !std::isfinite(radius_[i]);
    numbers_.push_back(Tracked::uncertain(x_[i], lost_[i] ? infinity : radius_[i]));
  }
}

Stages::Response Stages::respond(const Map& g, const std::vector<double>& y) const {
  const std::size_t n = x_.size(), m = y.size();
  Response response{{}, {}, std::vector<double>(m, 0.0), std::vector<bool>(m), std::vector<bool>(m, false)};
  Eigen::MatrixXd slopes(m, n);
  for (std::size_t i = 0; i < m; ++i)
    response.carried[i] = i < n && y[i] == x_[i];
  const double least = smallest_step * largest_of(x_);
  for (std::size_t j = 0; j < n; ++j) {
    const double r = lost_[j] ? 0 : radius_[j];
    const double h = std::max({r, least, std::numeric_limits<double>::min()});
    const std::vector<double> right = moved(x_, j, h), left = moved(x_, j, -h);
    const std::vector<double> above = g.value(right), below = g.value(left);
    for (std::size_t i = 0; i < m; ++i) {
      slopes(i, j) = (above[i] - below[i]) / (2 * h);
      response.second[i] += std::fabs(above[i] + below[i] - 2 * y[i]) / 2 * (r / h) * (r / h);
      response.carried[i] = response.carried[i] && above[i] == right[i] && below[i] == left[i];
      const bool depends = above[i] != y[i] || below[i] != y[i];
      response.lost[i] = response.lost[i] || (depends && lost_[j]) || !std::isfinite(response.second[i]);
    }
  }
  for (std::size_t i = 0; i < m; ++i) {
    if (!response.carried[i]) {
      response.computed.push_back(i);
      continue;
    }
    response.second[i] = 0;
    response.lost[i] = lost_[i];
  }
  response.slope = slopes(response.computed, Eigen::all);
  return response;
}

void Stages::add_corner_terms(const Map& g, const std::vector<double>& y, Response& response) const {
  for (std::size_t c = 0; c < response.computed.size(); ++c) {
    const std::size_t i = response.computed[c];
    if (response.lost[i]) continue;
    std::vector<double> corner = x_, opposite = x_;
    for (std::size_t j = 0; j < x_.size(); ++j) {
      const double by = lost_[j] ? 0 : std::copysign(radius_[j], response.slope(c, j));
      corner[j] += by;
      opposite[j] -= by;
    }
    const double second = std::fabs(g.value(corner)[i] + g.value(opposite)[i] - 2 * y[i]) / 2;
    response.second[i] += second;
    response.lost[i] = !std::isfinite(second);
  }
}

std::vector<double> Stages::moved_by_radius(double sign) const {
  std::vector<double> x = x_;
  for (std::size_t j = 0; j < x.size(); ++j)
    if (!lost_[j]) x[j] += sign * radius_[j];
  return x;
}

std::vector<double> Stages::roundings(const Map& g, const std::vector<double>& y) const {
  std::vector<double> largest(y.size(), 0.0);
  const std::vector<Tracked> here = g.tracked({x_.begin(), x_.end()});
  for (std::size_t i = 0; i < y.size(); ++i)
    largest[i] = here[i].error() + std::fabs(here[i].value() - y[i]);
  for (const double sign : {1.0, -1.0}) {
    const std::vector<double> x = moved_by_radius(sign);
    const std::vector<Tracked> there = g.tracked({x.begin(), x.end()});
    for (std::size_t i = 0; i < y.size(); ++i)
      largest[i] = std::max(largest[i], there[i].error());
  }
  return largest;
}

Stages Stages::after(const Map& g) const {
  const std::vector<double> y = g.value(x_);
  const std::size_t m = y.size();
  const std::vector<double> fresh = roundings(g, y);
  Response response = respond(g, y);
  add_corner_terms(g, y, response);

  Stages next;
  next.x_ = y;
  next.lost_ = response.lost;
  for (const std::vector<double>& cause : causes_)
    next.causes_.push_back(response.times(cause));
  for (std::size_t i = 0; i < m; ++i) {
    if (response.carried[i]) continue;
    const double local = neglected * fresh[i] + second_order_factor * response.second[i];
    next.lost_[i] = next.lost_[i] || !std::isfinite(local);
    if (!std::isfinite(y[i])) next.x_[i] = 0;  // any number, because no result depends on it
    if (next.lost_[i] || local == 0) continue;
    next.causes_.emplace_back(m, 0.0);
    next.causes_.back()[i] = local;
  }
  next.close();
  return next;
}

}  // namespace bindpose
