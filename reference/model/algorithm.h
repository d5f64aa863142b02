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

#include "reference/model/arrays.h"
#include "reference/model/declaration.h"
#include "reference/model/error.h"
#include "reference/model/inputs.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"

namespace bindpose {

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
  Declaration declaration;
  /// A valid random question about `size` vertices (or keys, joints ...), reproducible from `random`.
  ArraySet (*sample)(std::size_t size, Random& random) = nullptr;
};

/// Checks a question against the declaration, then answers it.
template <class T>
Expected<Result<T>> evaluate(const Declaration& declaration, Expected<Result<T>> (*answer)(const Inputs<T>&),
                             const ArraySet& question, const Options& options) {
  BINDPOSE_CHECK(check(declaration.options, options));
  BINDPOSE_TRY(Extents extents, check(declaration, question, options));
  return answer(Inputs<T>(declaration, question, options, std::move(extents)));
}

/// Defines `Implementation <stem>_implementation()` from `const Declaration& declaration()` and
/// `template <class T> Expected<Result<T>> answer(const Inputs<T>& in)` in the namespace <stem>_question.
#define BINDPOSE_IMPLEMENT(stem)                                                                             \
  Implementation stem##_implementation() {                                                                   \
    using namespace stem##_question;                                                                         \
    return {                                                                                                 \
        [](const ArraySet& q, const Options& o) { return evaluate(declaration(), &answer<double>, q, o); },  \
        [](const ArraySet& q, const Options& o) { return evaluate(declaration(), &answer<Quad>, q, o); },    \
        [](const ArraySet& q, const Options& o) { return evaluate(declaration(), &answer<Tracked>, q, o); }, \
        [](const ArraySet& q, const Options& o) { return evaluate(declaration(), &answer<float>, q, o); },   \
        declaration()};                                                                                      \
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
  std::string_view page;                  ///< Markdown: formula, source, symbols, edge cases
  Implementation implementation;

  std::string path() const;  ///< "skinning/linear_blend"
};

}  // namespace bindpose
