// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: places in a kernel at which a mutant can be switched on at run time. Only the kernel copies
// that mutate.py writes include this header.
#pragma once

#include <optional>

#include "conformance/defects/patched/plain.h"

namespace bindpose::mutants {

constexpr int most = 1 << 16;

/// Mutants are numbered from 1; 0: the unchanged kernel.
struct State {
  int active = 0;
  bool was_meaningless = false;  ///< the active mutant has no meaning for these types
  bool was_reached = false;      ///< the active mutant was computed
  bool reached[most] = {};       ///< computed places, indexed by their first mutant
};
inline State state;

/// True if a scalar, or a list's element, is float or double. Mutants are active only with these
/// types.
template <class X>
constexpr bool is_plain() {
  if constexpr (requires { typename X::Scalar; })
    return is_plain<typename X::Scalar>();
  else if constexpr (requires { typename X::value_type; })
    return is_plain<typename X::value_type>();
  else
    return std::is_same_v<X, float> || std::is_same_v<X, double>;
}

/// Replaces an expression that has no meaning for its types.
struct Meaningless {};

using patched::plain;

/// Swaps the factors: b a instead of a b, if the result differs.
template <class A, class B>
auto times(const A& a, const B& b) {
  constexpr bool matrices = requires {
    A::ColsAtCompileTime;
    B::RowsAtCompileTime;
  };
  if constexpr (matrices) {
    if constexpr (int(A::ColsAtCompileTime) == int(B::RowsAtCompileTime) && int(A::ColsAtCompileTime) != 1)
      return plain(a * b);
    else
      return Meaningless{};
  } else if constexpr (
      requires { A::ColsAtCompileTime; } || requires { B::ColsAtCompileTime; } ||
      (std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)) {
    return Meaningless{};
  } else {
    return a * b;
  }
}

/// True if a value of one type can replace a value of the other.
template <class Other, class Value>
constexpr bool stands_for() {
  if constexpr (std::is_same_v<Other, Meaningless>)
    return false;
  else if constexpr (requires {
                       Other::SizeAtCompileTime;
                       Value::SizeAtCompileTime;
                     })
    return int(Other::RowsAtCompileTime) == int(Value::RowsAtCompileTime) &&
           int(Other::ColsAtCompileTime) == int(Value::ColsAtCompileTime);
  else
    return std::is_convertible_v<Other, Value>;
}

/// The alternative of the active mutant: alternatives[i] for mutant First + i.
template <int First, class Original, class... Alternatives>
auto pick(const Original& original, const Alternatives&... alternatives) {
  using Value = decltype(original());
  state.reached[First] = true;
  const int which = state.active - First;
  if (which < 0 || which >= static_cast<int>(sizeof...(Alternatives))) return original();
  std::optional<Value> value;
  const auto take = [&value](const auto& alternative) {
    if constexpr (stands_for<decltype(alternative()), Value>())
      value.emplace(static_cast<Value>(alternative()));
    else
      state.was_meaningless = true;
  };
  int i = 0;
  ((i++ == which ? take(alternatives) : void()), ...);
  if (!value) return original();
  state.was_reached = true;
  return *value;
}

/// Chooses among statements. An alternative returns true if it has an effect.
template <int First, class Original, class... Alternatives>
void does(const Original& original, const Alternatives&... alternatives) {
  state.reached[First] = true;
  const int which = state.active - First;
  if (which < 0 || which >= static_cast<int>(sizeof...(Alternatives))) {
    original();
    return;
  }
  int i = 0;
  bool meant = true;
  ((i++ == which ? void(meant = alternatives()) : void()), ...);
  if (meant)
    state.was_reached = true;
  else
    state.was_meaningless = true;
  if (!meant) original();
}

}  // namespace bindpose::mutants
