// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/search.h"

#include <algorithm>
#include <optional>

namespace bindpose::bounds {
namespace {

constexpr std::size_t restarts = 4;
constexpr std::size_t evaluations_a_point = 16;

bool is_sum(Operation operation) {
  return operation == Operation::add || operation == Operation::subtract;
}

/// One evaluation: each computed number has one value.
class LegalEvaluation {
 public:
  LegalEvaluation(const Trace& trace, const Point& point, LegalMachine& machine)
      : trace_(trace), machine_(machine), values_(trace.nodes.size()), reciprocals_(trace.nodes.size()) {
    for (std::size_t i = 0; i < trace.inputs.size(); ++i)
      values_[trace.inputs[i]] = point.rounded[i];
    multiplies_out_ = machine.flip();
    by_reciprocal_ = machine.flip();
  }

  double value(int node) {
    std::optional<double>& known = values_[node];
    if (!known) known = computed(node);
    return *known;
  }

 private:
  using Terms = std::vector<LegalMachine::Term>;

  double computed(int node) {
    const auto& [operation, a, b, value_at_point] = trace_.nodes[node];
    switch (operation) {
      case Operation::constant:
        return value_at_point;
      case Operation::negate:
        return -value(a);
      case Operation::stored:
        return value(a);
      case Operation::root:
        return machine_.sqrt(value(a));
      case Operation::divide:
        return quotient(a, b);
      default:
        break;
    }
    Terms terms;
    collect(node, 1, std::nullopt, true, terms);
    return machine_.sum(terms);
  }

  double quotient(int a, int b) {
    if (!by_reciprocal_ || trace_.nodes[b].operation != Operation::root)
      return machine_.divide(value(a), value(b));
    std::optional<double>& reciprocal = reciprocals_[b];
    if (!reciprocal) reciprocal = machine_.inverse_sqrt(value(trace_.nodes[b].a));
    return machine_.multiply(value(a), *reciprocal);
  }

  /// Appends sign * factor * node as terms of a sum; opened: true if the node is expanded.
  void collect(int node, double sign, std::optional<double> factor, bool opened, Terms& terms) {
    const auto& [operation, a, b, value_at_point] = trace_.nodes[node];
    const bool opens = opened || machine_.flip();
    if (operation == Operation::negate) {
      collect(a, -sign, factor, false, terms);
    } else if (is_sum(operation) && opens) {
      collect(a, sign, factor, false, terms);
      collect(b, operation == Operation::add ? sign : -sign, factor, false, terms);
    } else if (operation == Operation::multiply && opens) {
      collect_product(a, b, sign, factor, terms);
    } else if (factor) {
      terms.push_back({*factor, sign * value(node)});
    } else {
      terms.push_back({sign * value(node)});
    }
  }

  void collect_product(int a, int b, double sign, std::optional<double> factor, Terms& terms) {
    if (machine_.flip()) std::swap(a, b);
    if (multiplies_out_ && is_sum(trace_.nodes[b].operation))
      collect(b, sign, factor ? machine_.multiply(*factor, value(a)) : value(a), true, terms);
    else
      terms.push_back({sign * (factor ? machine_.multiply(*factor, value(a)) : value(a)), value(b)});
  }

  const Trace& trace_;
  LegalMachine& machine_;
  std::vector<std::optional<double>> values_, reciprocals_;
  bool multiplies_out_, by_reciprocal_;
};

/// A number of the range, float32 if it is not a cut.
double drawn(const Range& range, Random& random) {
  const double x = range.low + (range.high - range.low) * (static_cast<double>(random.below(1025)) / 1024);
  return range.error > 0 ? x : std::clamp(to_float32(x), range.low, range.high);
}

/// The possible float32 values of an exact input.
double near(double exact, const Range& range, Random& random) {
  if (range.error == 0) return exact;
  for (;;) {
    const double off = random.unit();
    const double x = to_float32(exact + (2 * off - 1) * range.error);
    if (std::fabs(x - exact) <= range.error) return x;
  }
}

class Climber {
 public:
  Climber(const Trace& trace, const Box& box, Random& random)
      : trace_(trace), box_(box), random_(random), machine_(random.bits()), observed_(trace.outputs.size()) {}

  /// score(point): the quantity to maximise.
  template <class Score>
  void climb(std::size_t points, Score score) {
    for (std::size_t start = 0; start < restarts; ++start) {
      Point best = start == 0 ? corner() : anywhere();
      double height = score(best);
      for (std::size_t n = 1; n < points / restarts; ++n) {
        Point next = n % 4 == 0 && n < points / restarts / 4 ? anywhere() : moved(best);
        const double reached = score(next);
        if (reached < height) continue;
        height = reached;
        best = std::move(next);
      }
    }
  }

  double bounds_at(const Point& point) {
    double sum = 0;
    for (const double bound : bounds(point))
      sum += bound;
    return sum;
  }

  double nearest_at(const Point& point) {
    const std::vector<float> inputs(point.rounded.begin(), point.rounded.end());
    const std::vector<float> x = evaluate<float>(trace_, inputs);
    std::vector<double> outputs;
    for (const int node : trace_.outputs)
      outputs.push_back(static_cast<double>(x[node]));
    return compared(outputs, exact(point), bounds(point), &Observed::nearest);
  }

  double legal_at(const Point& point) {
    const std::vector<Quad> expected = exact(point);
    const std::vector<double> allowed = bounds(point);
    double largest = 0;
    for (std::size_t n = 0; n < evaluations_a_point; ++n) {
      const double fraction =
          compared(legal_outputs(trace_, point, machine_), expected, allowed, &Observed::legal);
      if (!(fraction <= largest)) largest = fraction;
    }
    return largest;
  }

  const std::vector<Observed>& observed() const { return observed_; }

 private:
  std::vector<double> bounds(const Point& point) {
    std::vector<Tracked> inputs;
    for (std::size_t i = 0; i < box_.size(); ++i)
      inputs.push_back(box_[i].error > 0 ? Tracked::uncertain(point.exact[i], box_[i].error)
                                         : point.exact[i]);
    const std::vector<Tracked> x = evaluate<Tracked>(trace_, inputs);
    std::vector<double> bounds;
    for (std::size_t k = 0; k < observed_.size(); ++k) {
      bounds.push_back(x[trace_.outputs[k]].error());
      observed_[k].bound = std::max(observed_[k].bound, bounds.back());
    }
    return bounds;
  }

  std::vector<Quad> exact(const Point& point) const {
    const std::vector<Quad> x = evaluate<Quad>(trace_, {point.exact.begin(), point.exact.end()});
    std::vector<Quad> outputs;
    for (const int node : trace_.outputs)
      outputs.push_back(x[node]);
    return outputs;
  }

  /// Records the errors; returns the largest fraction of a bound.
  double compared(const std::vector<double>& outputs, const std::vector<Quad>& expected,
                  const std::vector<double>& allowed, double Observed::*largest_error) {
    double largest = 0;
    for (std::size_t k = 0; k < outputs.size(); ++k) {
      const double error = std::fabs(to_double(Quad(outputs[k]) - expected[k]));
      double fraction = error == 0 ? 0 : error / allowed[k];
      if (std::isnan(fraction)) fraction = infinity;
      observed_[k].*largest_error = std::max(observed_[k].*largest_error, error);
      observed_[k].fraction = std::max(observed_[k].fraction, fraction);
      largest = std::max(largest, fraction);
    }
    return largest;
  }

  /// Every input as far from zero as possible, where the bounds of sums and products are largest.
  Point corner() {
    Point point;
    for (const Range& range : box_) {
      point.exact.push_back(std::fabs(range.low) > std::fabs(range.high) ? range.low : range.high);
      point.rounded.push_back(near(point.exact.back(), range, random_));
    }
    return point;
  }

  Point anywhere() {
    Point point;
    for (const Range& range : box_) {
      point.exact.push_back(drawn(range, random_));
      point.rounded.push_back(near(point.exact.back(), range, random_));
    }
    return point;
  }

  /// The point with one input changed: to any number of its range, or by a few units in the last place.
  Point moved(Point point) {
    const std::size_t i = random_.below(box_.size());
    const Range& range = box_[i];
    double x = drawn(range, random_);
    if (random_.below(2) == 0) {
      const double units = static_cast<double>(random_.below(17)) - 8;
      x = std::clamp(to_float32(point.exact[i] * (1 + units * 0x1p-23)), range.low, range.high);
    }
    point.exact[i] = x;
    point.rounded[i] = near(x, range, random_);
    return point;
  }

  const Trace& trace_;
  const Box& box_;
  Random& random_;
  LegalMachine machine_;
  std::vector<Observed> observed_;
};

}  // namespace

std::vector<double> legal_outputs(const Trace& trace, const Point& point, LegalMachine& machine) {
  machine.change_habits();
  LegalEvaluation evaluation(trace, point, machine);
  std::vector<double> outputs;
  for (const int node : trace.outputs)
    outputs.push_back(evaluation.value(node));
  return outputs;
}

std::vector<Observed> search(const Trace& trace, const Box& box, std::size_t points, Random& random) {
  Climber climber(trace, box, random);
  climber.climb(points, [&](const Point& point) { return climber.bounds_at(point); });
  climber.climb(points, [&](const Point& point) { return climber.nearest_at(point); });
  climber.climb(points, [&](const Point& point) { return climber.legal_at(point); });
  return climber.observed();
}

}  // namespace bindpose::bounds
