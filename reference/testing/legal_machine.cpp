// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/legal_machine.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bindpose {

LegalMachine::LegalMachine(std::uint64_t seed, Format format)
    : state_(seed),
      smallest_normal_(std::ldexp(1.0, format.least_exponent)),
      smallest_unit_(std::ldexp(1.0, format.least_exponent + 1 - format.bits)),
      significand_(std::ldexp(1.0, 1 - format.bits)) {}

std::size_t LegalMachine::pick(std::size_t count) {
  // splitmix64 (G. L. Steele, D. Lea, C. H. Flood 2014), cheaper than the operation that it chooses for.
  state_ += 0x9e3779b97f4a7c15;
  std::uint64_t z = state_;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<std::size_t>((z >> 32) * count >> 32);
}

void LegalMachine::change_habits() {
  habits_.rounding = static_cast<Rounding>(pick(6));
  habits_.fuses = static_cast<Often>(pick(3));
  habits_.flushes = static_cast<Often>(pick(3));
  habits_.strays = static_cast<Often>(pick(3));
  habits_.order = static_cast<Order>(pick(3));
}

double LegalMachine::unit_at(double x, double rest) const {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(std::fabs(x));
  if (x * rest < 0) --bits;  // x + rest is closer to zero, perhaps below a power of two
  const double power = std::bit_cast<double>(bits & 0x7ff0000000000000);
  return std::max(power * significand_, smallest_unit_);
}

double LegalMachine::flush(double x) {
  if (std::fabs(x) < smallest_normal_ && x != 0 && does(habits_.flushes)) return 0;
  return x;
}

double LegalMachine::round(double x, double rest) {
  if (x == 0) return 0;
  const double unit = unit_at(x, rest);
  const double magic = unit * 0x1.8p52;  // the last place of this double is one unit
  const double nearest = (x + magic) - magic;
  const double above = (x - nearest) + rest;  // exact result minus nearest
  double result = nearest;
  if (above != 0) {
    bool up = false;
    switch (habits_.rounding) {
      case Rounding::nearest:
        return flush(nearest);
      case Rounding::up:
        up = true;
        break;
      case Rounding::down:
        break;
      case Rounding::toward_zero:
        up = x < 0;
        break;
      case Rounding::away_from_zero:
        up = x > 0;
        break;
      case Rounding::either:
        up = flip();
        break;
    }
    if (up && above > 0) result = nearest + unit;
    if (!up && above < 0) result = nearest - unit;
  }
  return flush(result);
}

double LegalMachine::stray(double x, double ulps) {
  if (!does(habits_.strays)) return round(x, 0);
  const double share = flip() ? 1 : static_cast<double>(pick(256)) / 255;
  const double off = (flip() ? ulps : -ulps) * share * unit_at(x, 0);
  // The last number of the format within this distance.
  const double unit = unit_at(x + off, 0);
  const double units = (x + off) / unit;
  return flush((off > 0 ? std::floor(units) : std::ceil(units)) * unit);
}

double LegalMachine::input(double x) {
  return round(x, 0);
}

double LegalMachine::add(double a, double b) {
  a = flush(a);
  b = flush(b);
  const double s = a + b;
  const double b_in_s = s - a;
  return round(s, (a - (s - b_in_s)) + (b - b_in_s));
}

double LegalMachine::multiply(double a, double b) {
  return round(flush(a) * flush(b), 0);  // 48 bits at most: exact
}

double LegalMachine::fma(double a, double b, double c) {
  const double p = flush(a) * flush(b);
  c = flush(c);
  const double s = p + c;
  const double c_in_s = s - p;
  return round(s, (p - (s - c_in_s)) + (c - c_in_s));
}

double LegalMachine::divide(double a, double b) {
  return stray(flush(a) / flush(b), 2.5);
}

double LegalMachine::inverse_sqrt(double x) {
  return stray(1 / std::sqrt(flush(x)), 2);
}

double LegalMachine::sqrt(double x) {
  if (does(habits_.strays)) return divide(1, inverse_sqrt(x));
  return round(std::sqrt(flush(x)), 0);
}

LegalMachine::Term LegalMachine::combine(const Term& x, const Term& y) {
  if ((x.b != 1 || y.b != 1) && does(habits_.fuses)) {
    const bool first = x.b != 1 && (y.b == 1 || flip());
    return first ? Term{fma(x.a, x.b, value(y))} : Term{fma(y.a, y.b, value(x))};
  }
  return {add(value(x), value(y))};
}

double LegalMachine::sum(std::vector<Term>& terms) {
  if (terms.empty()) return 0;
  if (habits_.order == Order::backward) std::reverse(terms.begin(), terms.end());
  if (habits_.order == Order::tree) {
    while (terms.size() > 1) {
      std::swap(terms[pick(terms.size())], terms.back());
      const Term x = terms.back();
      terms.pop_back();
      Term& y = terms[pick(terms.size())];
      y = combine(x, y);
    }
    return value(terms.front());
  }
  Term total = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i)
    total = combine(total, terms[i]);
  return value(total);
}

}  // namespace bindpose
