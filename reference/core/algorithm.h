// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the project knows about one algorithm: its row, its documentation, its four evaluations.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "reference/core/arrays.h"
#include "reference/core/error.h"
#include "reference/core/random.h"
#include "reference/core/scalar.h"

namespace bindpose {

/// Where a subject enters: `palette` gets skinning matrices, `pose` local transforms or keyframes, `asset` a
/// file and a time.
enum class Level { palette, pose, asset };
std::string_view to_string(Level level);

/// Chosen variant of an algorithm, e.g. {"normal_rule": "direction"}; absent keys mean the first value
/// declared.
using Options = std::map<std::string, std::string>;

/// A choice that an algorithm offers.
struct OptionSpec {
  enum class Kind {
    policy,       ///< the values give different results; a case says which it asks for
    formulation,  ///< the values are the same result computed in another legal way; the bound covers all
  };
  std::string_view name;
  std::vector<std::string_view> values;  ///< the first is the default
  Kind kind = Kind::policy;
  std::string_view meaning;
  /// Formulations: how many of the first values round differently; the rest are the first in another code
  /// shape.
  std::size_t distinct = 1;
};

/// One array of an answer, on any scalar.
template <class T>
struct ResultArray {
  std::string name;
  Shape shape;
  std::vector<T> values;
  bool rotations = false;  ///< rows are unit quaternions: a row and its negative are the same answer
};

/// A place where the maths has no answer: that row holds zeros and is not judged.
struct Undefined {
  std::string array;
  std::size_t row = 0;
  std::string code;  ///< "ZERO_NORMAL", "SINGULAR_BLEND"
};

/// What an algorithm answers: the arrays asked for last, stage taps (world transforms, palette) before them.
template <class T>
struct Result {
  std::vector<ResultArray<T>> arrays;
  std::vector<Undefined> undefined;

  const ResultArray<T>* find(std::string_view name) const {
    for (const auto& array : arrays)
      if (array.name == name) return &array;
    return nullptr;
  }
};

template <class T>
using Evaluate = Expected<Result<T>> (*)(const ArraySet& inputs, const Options& options);

/// The four evaluations of one formula, and what goes with them.
struct Implementation {
  Evaluate<double> in_double = nullptr;
  Evaluate<Quad> in_quad = nullptr;
  Evaluate<Tracked> in_tracked = nullptr;
  Evaluate<float> in_float = nullptr;
  std::vector<OptionSpec> options;
  /// A valid random question about `size` vertices (or keys, joints ...), reproducible from `random`.
  ArraySet (*sample)(std::size_t size, Random& random) = nullptr;
};

/// Builds an Implementation from a functor with `template <class T> Expected<Result<T>> operator()(...)
/// const`.
template <class Functor>
Implementation implement(std::vector<OptionSpec> options, ArraySet (*sample)(std::size_t, Random&)) {
  return {[](const ArraySet& i, const Options& o) { return Functor{}.template operator()<double>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<Quad>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<Tracked>(i, o); },
          [](const ArraySet& i, const Options& o) { return Functor{}.template operator()<float>(i, o); },
          std::move(options),
          sample};
}

/// A row of algorithms.def with its implementation and its documentation.
struct Algorithm {
  std::string_view family;  ///< "skinning"
  std::string_view stem;    ///< "linear_blend": the file name in every tree
  std::string_view id;      ///< "lbs": the short name
  std::string_view title;   ///< "Linear blend skinning"
  std::vector<Level> levels;
  std::vector<std::string_view> outputs;  ///< arrays of the answer that are judged, e.g. "positions"
  bool has_glsl = false;                  ///< a per-vertex computation, also in gpu/
  std::string_view page;  ///< formula, source, symbols, edge cases: the header's opening comment
  Implementation implementation;

  std::string path() const;  ///< "skinning/linear_blend"
};

/// The value chosen for the option `name`: the one in `options`, else the first declared. Errors
/// OPTION_UNKNOWN (a key that is not declared), OPTION_VALUE (a value that is not).
Expected<std::string_view> choice(const std::vector<OptionSpec>& declared, const Options& options,
                                  std::string_view name);

/// The same as the value's place among the declared ones, for use as an enumerator.
Expected<std::size_t> choice_index(const std::vector<OptionSpec>& declared, const Options& options,
                                   std::string_view name);

}  // namespace bindpose
