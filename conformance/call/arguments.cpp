// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/call/arguments.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/feature.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"
#include "reference/model/asked_arrays.h"
#include "reference/model/mapped.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {
namespace {

constexpr std::uint32_t largest_rank = 8;

/// The texts of a list that ends with NULL.
std::vector<std::string> texts_of(const char* const* texts) {
  std::vector<std::string> found;
  for (; texts != nullptr && *texts != nullptr; ++texts)
    found.emplace_back(*texts);
  return found;
}

/// Error OPTION_SYNTAX.
Expected<Options> options_of(const char* const* texts) {
  Options options;
  for (const std::string& text : texts_of(texts)) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
      return fail("OPTION_SYNTAX", printable(text), "expected NAME=VALUE");
    options[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return options;
}

/// Errors ARRAY_SHAPE, ARRAY_DATA.
Expected<Shape> shape_of(const bindpose_tensor& tensor, const std::string& name) {
  if (tensor.rank > largest_rank)
    return fail("ARRAY_SHAPE", name,
                fmt::format("{} extents, expected at most {}", tensor.rank, largest_rank));
  if (tensor.rank > 0 && tensor.shape == nullptr) return fail("ARRAY_DATA", name, "the shape is NULL");
  const Shape shape(tensor.shape, tensor.shape + tensor.rank);
  std::size_t count = 1;
  for (const std::size_t extent : shape)
    if (extent != 0 && count > std::numeric_limits<std::size_t>::max() / sizeof(double) / extent)
      return fail("ARRAY_SHAPE", name,
                  fmt::format("{} has more elements than fit in memory", bindpose::to_string(shape)));
    else
      count *= extent;
  if (count > 0 && tensor.data == nullptr)
    return fail("ARRAY_DATA", name, fmt::format("the data are NULL, expected {} elements", count));
  return shape;
}

template <class T>
std::span<const T> elements(const bindpose_tensor& tensor, const Shape& shape) {
  return {static_cast<const T*>(tensor.data), element_count(shape)};
}

/// "positions[3][1]"
std::string element_place(const std::string& name, const Shape& shape, std::size_t i) {
  std::string indices;
  for (std::size_t d = shape.size(); d-- > 0; i /= shape[d])
    indices.insert(0, fmt::format("[{}]", i % shape[d]));
  return name + indices;
}

/// Error NOT_FLOAT32. NaN and infinities are float32 numbers.
Expected<void> check_float32(const std::string& name, const Shape& shape, std::span<const double> numbers) {
  const auto bad =
      std::ranges::find_if(numbers, [](double x) { return !std::isnan(x) && to_float32(x) != x; });
  if (bad == numbers.end()) return {};
  return fail("NOT_FLOAT32", element_place(name, shape, static_cast<std::size_t>(bad - numbers.begin())),
              fmt::format("{} is not a float32 number; pass the float32 numbers that your code gets", *bad));
}

/// Errors ARRAY_DATA, ARRAY_TYPE, ARRAY_SHAPE.
Expected<Array> array_of(const bindpose_tensor& tensor) {
  if (tensor.name == nullptr || *tensor.name == 0) return fail("ARRAY_DATA", "", "an array has no name");
  Array array = {printable(tensor.name), {}, {}};
  BINDPOSE_TRY(array.shape, shape_of(tensor, array.name));
  const auto copied = [&]<class From, class To>(From, To numbers) {
    const auto from = elements<From>(tensor, array.shape);
    numbers.assign(from.begin(), from.end());
    array.data = std::move(numbers);
  };
  switch (tensor.type) {
    case BINDPOSE_FLOAT32:
      copied(float(), Array::Reals());
      break;
    case BINDPOSE_FLOAT64:
      copied(double(), Array::Reals());
      break;
    case BINDPOSE_INT32:
      copied(std::int32_t(), Array::Integers());
      break;
    default:
      return fail(
          "ARRAY_TYPE", array.name,
          fmt::format("type {}, expected BINDPOSE_FLOAT32, BINDPOSE_INT32 or BINDPOSE_FLOAT64", tensor.type));
  }
  return array;
}

tl::unexpected<Error> unknown_array(const std::string& name, const std::vector<std::string>& known) {
  return fail("ARRAY_UNKNOWN", name,
              fmt::format("not an array of this algorithm{}; expected {}", did_you_mean(name, known),
                          fmt::join(known, ", ")));
}

/// Error DUPLICATE_NAME.
Expected<void> add(ArraySet& arrays, Array array) {
  if (arrays.has(array.name)) return fail("DUPLICATE_NAME", array.name, "the array is passed twice");
  arrays.put(std::move(array));
  return {};
}

/// Error ARRAY_DATA.
Expected<std::span<const bindpose_tensor>> tensors_of(const bindpose_tensor* tensors, std::size_t count,
                                                      const char* what) {
  if (tensors == nullptr && count > 0)
    return fail("ARRAY_DATA", "", fmt::format("the {} are NULL, expected {} arrays", what, count));
  return std::span(tensors, count);
}

Array with_reals(Array array) {
  if (!array.is_real()) array.data = Array::Reals(array.integers().begin(), array.integers().end());
  return array;
}

/// Refuses inputs without a level: without a palette and without any array of a pose.
Expected<void> check_level(const Declaration& declaration, const ArraySet& given) {
  std::vector<std::string> of_palette, of_pose;
  for (const ArrayDeclaration& declared : declaration.inputs) {
    if (!declared.only_palette && !declared.only_pose) continue;
    if (given.has(declared.name)) return {};
    if (!declared.is_optional && declared.beside.empty() && declared.instead_of.empty())
      (declared.only_palette ? of_palette : of_pose).emplace_back(declared.name);
  }
  if (of_palette.empty() || of_pose.empty()) return {};
  return fail(
      "ARRAY_MISSING", of_palette.front(),
      fmt::format("pass {}, or for a pose {}", fmt::join(of_palette, ", "), fmt::join(of_pose, ", ")));
}

}  // namespace

Expected<const Algorithm*> require_algorithm(const char* name) {
  const std::string given = name == nullptr ? "" : name;
  if (const Algorithm* found = find_algorithm(given)) return found;
  const auto ids = mapped<std::string>(algorithms(), &Algorithm::id);
  return fail(
      "ALGORITHM_UNKNOWN", printable(given),
      fmt::format("no such algorithm{}; the list of algorithms has all names", did_you_mean(given, ids)));
}

Expected<Question> question_of(const bindpose_inputs* inputs) {
  if (inputs == nullptr) return fail("ARRAY_DATA", "", "the inputs are NULL");
  Question question;
  BINDPOSE_TRY(question.algorithm, require_algorithm(inputs->algorithm));
  const Declaration& declaration = question.algorithm->implementation.declaration;
  BINDPOSE_TRY(question.options, options_of(inputs->options));
  BINDPOSE_CHECK(check(declaration.options, question.options));
  const auto known = mapped<std::string>(declaration.inputs, &ArrayDeclaration::name);
  BINDPOSE_TRY(const auto tensors, tensors_of(inputs->inputs, inputs->input_count, "inputs"));
  for (const bindpose_tensor& tensor : tensors) {
    BINDPOSE_TRY(Array array, array_of(tensor));
    if (declaration.find_input(array.name) == nullptr) return unknown_array(array.name, known);
    if (tensor.type == BINDPOSE_FLOAT64)
      BINDPOSE_CHECK(check_float32(array.name, array.shape, array.reals()));
    BINDPOSE_CHECK(add(question.arrays, std::move(array)));
  }
  BINDPOSE_CHECK(check_level(declaration, question.arrays));
  question.arrays = asked_arrays(declaration, question.arrays);
  question.level = level_of(declaration, question.arrays);
  return question;
}

Expected<ArraySet> outputs_of(const bindpose_tensor* outputs, std::size_t count) {
  ArraySet passed;
  BINDPOSE_TRY(const auto tensors, tensors_of(outputs, count, "outputs"));
  for (const bindpose_tensor& tensor : tensors) {
    BINDPOSE_TRY(Array array, array_of(tensor));
    BINDPOSE_CHECK(add(passed, with_reals(std::move(array))));
  }
  return passed;
}

Expected<Expectation> expect_outputs(Question& question, const ArraySet& outputs) {
  const auto is_passed = [&outputs](std::string_view name) { return outputs.has(name); };
  Features without;
  for (const Feature& feature : features())
    if (!feature.arrays.empty() && feature.is_in(question) && std::ranges::none_of(feature.arrays, is_passed))
      without.push_back(&feature);
  BINDPOSE_TRY(const auto left_out, leave_out(without, question));
  question.answers.clear();
  question.stages.clear();
  BINDPOSE_TRY(Expectation expectation, expect(question));
  std::erase_if(expectation.arrays, [&left_out](const ExpectedArray& array) {
    return std::ranges::find(left_out, array.name) != left_out.end();
  });
  std::vector<std::string> known;
  for (const auto* arrays : {&expectation.arrays, &expectation.stages})
    for (const ExpectedArray& array : *arrays)
      known.push_back(array.name);
  for (const Array& array : outputs)
    if (std::ranges::find(known, array.name) == known.end()) return unknown_array(array.name, known);
  for (const ExpectedArray& array : expectation.arrays)
    if (!is_passed(array.name))
      return fail("OUTPUT_MISSING", array.name,
                  "the output is not passed; only normals, tangents, and residual, reachable and nearest "
                  "(all three together) are optional");
  list_arrays(question, expectation);
  return expectation;
}

Expected<AcceptedDeviations> accepted_terms(const char* const* accept) {
  return accepted_deviations_of(texts_of(accept));
}

}  // namespace bindpose::conformance
