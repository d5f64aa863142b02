// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: everything about one algorithm: its row, its documentation, its four evaluations.
#pragma once

#include "reference/model/asked_arrays.h"
#include "reference/model/inputs.h"
#include "reference/numeric/random.h"

namespace bindpose {

/// One array of an output.
template <class T>
struct ResultArray {
  std::string name;
  Shape shape;
  std::vector<T> values;
  bool rotations = false;   ///< rows are unit quaternions: a row and its negative are the same output
  bool directions = false;  ///< the first three numbers of each row end with normalize()
};

/// A row without a mathematical result: it holds zeros and is not judged.
struct Undefined {
  std::string array;
  std::size_t row = 0;
  std::string code;  ///< "ZERO_NORMAL", "SINGULAR_BLEND"
};

/// An algorithm's output: stages (world transforms, palette) first, then the requested arrays.
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

/// A formula on one scalar.
template <class T>
struct Evaluate {
  Expected<Result<T>> (*answer)(const Inputs<T>&) = nullptr;  ///< computes the output for a checked input
  const Declaration& (*declaration)() = nullptr;

  /// Checks an input against the declaration, then computes the output from the checked arrays.
  /// computed: see Inputs.
  Expected<Result<T>> operator()(const ArraySet& question, const Options& options,
                                 Computed<T> computed = {}) const {
    if (!are_asked(declaration(), question))
      return (*this)(asked_arrays(declaration(), question), options, std::move(computed));
    BINDPOSE_CHECK(check(declaration().options, options));
    BINDPOSE_TRY(Extents extents, check(declaration(), question, options));
    return answer(Inputs<T>(declaration(), question, options, std::move(extents), std::move(computed)));
  }
};

/// The four evaluations of one formula, with its declaration and sample inputs.
struct Implementation {
  Evaluate<double> in_double = {};
  Evaluate<Quad> in_quad = {};
  Evaluate<Tracked> in_tracked = {};
  Evaluate<float> in_float = {};
  Declaration declaration = {};
  /// A valid random input about `size` vertices (or keys, joints ...), reproducible from `random`.
  ArraySet (*sample)(std::size_t size, Random& random) = nullptr;

  /// The evaluation on scalar T.
  template <class T>
  const Evaluate<T>& on() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else if constexpr (std::is_same_v<T, Quad>)
      return in_quad;
    else if constexpr (std::is_same_v<T, Tracked>)
      return in_tracked;
    else
      return in_float;
  }
};

/// The declaration that a function returns, computed once.
template <Declaration (*make)()>
const Declaration& made_once() {
  static const Declaration declared = make();
  return declared;
}

/// Defines `Implementation <stem>_implementation()` from `Declaration declaration()` and
/// `template <class T> Expected<Result<T>> answer(const Inputs<T>& in)` in the namespace <stem>_question.
#define BINDPOSE_IMPLEMENT(stem)                        \
  Implementation stem##_implementation() {              \
    using namespace stem##_question;                    \
    constexpr auto declared = &made_once<&declaration>; \
    return {{&answer<double>, declared},                \
            {&answer<Quad>, declared},                  \
            {&answer<Tracked>, declared},               \
            {&answer<float>, declared},                 \
            declared()};                                \
  }

/// A row of algorithms.def with its implementation and its documentation.
struct Algorithm {
  std::string_view family;  ///< "skinning"
  std::string_view stem;    ///< "linear_blend": the file name in every tree
  std::string_view id;      ///< "lbs": the short name
  std::string_view title;   ///< "Linear blend skinning"
  std::vector<Level> levels;
  std::vector<std::string_view> outputs;  ///< arrays of the output that are judged, e.g. "positions"
  bool has_glsl = false;                  ///< a per-vertex computation, also in gpu/
  std::string_view page;                  ///< Markdown: formula, source, symbols, edge cases
  Implementation implementation;

  std::string path() const;  ///< "skinning/linear_blend"
};

}  // namespace bindpose
