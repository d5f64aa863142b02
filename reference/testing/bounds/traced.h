// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds, a scalar that records a kernel's expression, which other code evaluates, prints or
// analyses.
//
// A Traced also has a value at one point. This value decides the kernel's comparisons, which are
// also recorded. The expression holds for every input with the same decisions. Additions of 0 and
// multiplications by 0 are omitted, because they round nothing. Sums have Eigen's order for
// Tracked.
#pragma once

#include <cstddef>
#include <vector>

#include <Eigen/Core>

#include "reference/numeric/tracked.h"

namespace bindpose::bounds {

enum class Operation { input, constant, negate, stored, root, add, subtract, multiply, divide };

/// Operands are indices of earlier nodes; -1: none.
struct Node {
  Operation operation = Operation::constant;
  int a = -1, b = -1;
  double value = 0;  ///< at the point
};

/// a < b, or b <= a, at the point.
struct Comparison {
  int a = -1, b = -1;
  bool less = false;
};

struct Trace {
  std::vector<Node> nodes;  ///< operands before results
  std::vector<int> inputs;  ///< nodes, in the order of their creation
  std::vector<int> outputs;
  std::vector<Comparison> comparisons;

  /// True for each node that the given nodes depend on, and for these nodes [#nodes].
  std::vector<bool> needed_by(const std::vector<int>& results) const;
};

class Traced {
 public:
  Traced() = default;
  Traced(double constant) : value_(constant) {}  // NOLINT(google-explicit-constructor): T(2), 2 * x
  Traced(int constant) : Traced(static_cast<double>(constant)) {}
  /// A new input of this thread's trace.
  static Traced input(double value);

  double value() const { return value_; }
  /// Node of the value in this thread's trace. Adds a node for a constant.
  int node() const;

  Traced operator-() const { return result(Operation::negate, -value_, *this); }
  Traced& operator+=(const Traced& b) { return *this = *this + b; }
  Traced& operator-=(const Traced& b) { return *this = *this - b; }
  Traced& operator*=(const Traced& b) { return *this = *this * b; }
  Traced& operator/=(const Traced& b) { return *this = *this / b; }

  friend Traced operator+(const Traced& a, const Traced& b);
  friend Traced operator-(const Traced& a, const Traced& b);
  friend Traced operator*(const Traced& a, const Traced& b);
  friend Traced operator/(const Traced& a, const Traced& b);
  friend Traced sqrt(const Traced& x);
  friend Traced stored(const Traced& x);

  friend bool operator<(const Traced& a, const Traced& b);
  friend bool operator>(const Traced& a, const Traced& b) { return b < a; }
  friend bool operator<=(const Traced& a, const Traced& b) { return !(b < a); }
  friend bool operator>=(const Traced& a, const Traced& b) { return !(a < b); }
  /// Recorded as less or greater, or as neither.
  friend bool operator==(const Traced& a, const Traced& b);
  friend bool operator!=(const Traced& a, const Traced& b) { return !(a == b); }

 private:
  bool is_zero() const { return node_ < 0 && value_ == 0; }
  static Traced result(Operation operation, double value, const Traced& a);
  static Traced result(Operation operation, double value, const Traced& a, const Traced& b);

  int node_ = -1;  ///< -1: a constant
  double value_ = 0;
};

inline double to_double(const Traced& x) {
  return x.value();
}

/// During its lifetime, this thread records into this trace.
class Recording {
 public:
  Recording();
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  Trace trace;

 private:
  Recording* outer_;
};

}  // namespace bindpose::bounds

template <>
struct Eigen::NumTraits<bindpose::bounds::Traced> : Eigen::GenericNumTraits<double> {
  using Real = bindpose::bounds::Traced;
  using NonInteger = bindpose::bounds::Traced;
  using Nested = bindpose::bounds::Traced;
  using Literal = double;
  // Eigen's order of sums depends on these.
  using Model = Eigen::NumTraits<bindpose::Tracked>;
  enum {
    RequireInitialization = 1,
    ReadCost = int(Model::ReadCost),
    AddCost = int(Model::AddCost),
    MulCost = int(Model::MulCost)
  };
};
