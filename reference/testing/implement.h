// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests - an algorithm made of one functor, without declared arrays.
#pragma once

#include <utility>
#include <vector>

#include "reference/model/algorithm.h"

namespace bindpose::test {

/// Builds an Implementation from a functor with `template <class T> Expected<Result<T>> operator()(...)
/// const`.
template <class Functor>
Implementation implement(std::vector<OptionSpec> options,
                         ArraySet (*sample)(std::size_t, Random&) = nullptr) {
  return {[](const ArraySet& i, const Options& o) { return Functor{}.template operator()<double>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<Quad>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<Tracked>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<float>(i, o); },
          {{}, {}, {}, std::move(options)},
          sample};
}

}  // namespace bindpose::test
