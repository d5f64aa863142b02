// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - an algorithm made of one functor, without declared arrays.
#pragma once

#include "reference/model/algorithm.h"

namespace bindpose::test {

template <class Functor, class T>
Expected<Result<T>> answer_by(const Inputs<T>& in) {
  return Functor{}.template operator()<T>(in.arrays(), in.options());
}

template <class Functor>
const Declaration& declaration_of() {
  static const Declaration declared{{}, {}, {}, Functor::options()};
  return declared;
}

/// Builds an Implementation from a functor with `template <class T> Expected<Result<T>> operator()(...)
/// const` and `static OptionList options()`.
template <class Functor>
Implementation implement(ArraySet (*sample)(std::size_t, Random&) = nullptr) {
  const auto& declared = declaration_of<Functor>;
  return {{&answer_by<Functor, double>, &declared},
          {&answer_by<Functor, Quad>, &declared},
          {&answer_by<Functor, Tracked>, &declared},
          {&answer_by<Functor, float>, &declared},
          declared(),
          sample};
}

}  // namespace bindpose::test
