// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/bounds/traced.h"

#include <cassert>

namespace bindpose::bounds {
namespace {

thread_local Recording* recording = nullptr;

int recorded(const Node& node) {
  assert(recording != nullptr && "nothing records");
  recording->trace.nodes.push_back(node);
  return static_cast<int>(recording->trace.nodes.size()) - 1;
}

}  // namespace

Recording::Recording() : outer_(recording) {
  recording = this;
}
Recording::~Recording() {
  recording = outer_;
}

std::vector<bool> Trace::needed_by(const std::vector<int>& results) const {
  std::vector<bool> needed(nodes.size());
  for (const int node : results)
    needed[node] = true;
  for (std::size_t n = nodes.size(); n-- > 0;)
    for (const int operand : {nodes[n].a, nodes[n].b})
      if (needed[n] && operand >= 0) needed[operand] = true;
  return needed;
}

Traced Traced::input(double value) {
  Traced x = value;
  x.node_ = recorded({Operation::input, -1, -1, value});
  recording->trace.inputs.push_back(x.node_);
  return x;
}

int Traced::node() const {
  return node_ >= 0 ? node_ : recorded({Operation::constant, -1, -1, value_});
}

Traced Traced::result(Operation operation, double value, const Traced& a) {
  Traced x = value;
  const int operand = a.node();
  x.node_ = recorded({operation, operand, -1, value});
  return x;
}

Traced Traced::result(Operation operation, double value, const Traced& a, const Traced& b) {
  Traced x = value;
  const int first = a.node();
  const int second = b.node();
  x.node_ = recorded({operation, first, second, value});
  return x;
}

Traced operator+(const Traced& a, const Traced& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return Traced::result(Operation::add, a.value_ + b.value_, a, b);
}

Traced operator-(const Traced& a, const Traced& b) {
  if (a.is_zero()) return -b;
  if (b.is_zero()) return a;
  return Traced::result(Operation::subtract, a.value_ - b.value_, a, b);
}

Traced operator*(const Traced& a, const Traced& b) {
  if (a.is_zero() || b.is_zero()) return 0;
  return Traced::result(Operation::multiply, a.value_ * b.value_, a, b);
}

Traced operator/(const Traced& a, const Traced& b) {
  return Traced::result(Operation::divide, a.value_ / b.value_, a, b);
}

Traced sqrt(const Traced& x) {
  return Traced::result(Operation::root, std::sqrt(x.value_), x);
}

Traced stored(const Traced& x) {
  return Traced::result(Operation::stored, x.value_, x);
}

bool operator<(const Traced& a, const Traced& b) {
  const bool less = a.value_ < b.value_;
  const int first = a.node();
  const int second = b.node();
  recording->trace.comparisons.push_back({first, second, less});
  return less;
}

bool operator==(const Traced& a, const Traced& b) {
  if (a.node_ < 0 && b.node_ < 0) return a.value_ == b.value_;
  return a.value_ < b.value_ ? !(a < b) : a.value_ > b.value_ ? !(b < a) : a >= b && b >= a;
}

}  // namespace bindpose::bounds
