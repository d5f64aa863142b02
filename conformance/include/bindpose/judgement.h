// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bindpose/call.h for C++17 tests: inputs and outputs from containers, and a judgement with
// its message.
//
//   bindpose::call::Inputs inputs("lbs");
//   inputs.add("positions", {1, 3}, x).add("joints", {1, 2}, j).add("weights", {1, 2}, w).add("palette", {2, 3, 4}, m);
//   const auto judged = bindpose::call::judge(inputs, bindpose::call::Arrays().add("positions", {1, 3}, mine));
//   if (!judged) std::puts(judged.message.c_str());
//
// bindpose/gtest.h provides a GoogleTest assertion.
#ifndef BINDPOSE_JUDGEMENT_H
#define BINDPOSE_JUDGEMENT_H

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bindpose/call.h"

namespace bindpose::call {

/// Named arrays. They refer to the caller's numbers, which must outlive them.
class Arrays {
 public:
  /// values: a contiguous container of float, double or int32_t with the elements of the shape,
  /// row-major.
  template <class Values>
  Arrays& add(std::string name, std::vector<std::size_t> shape, const Values& values) {
    using Element = std::remove_cv_t<std::remove_reference_t<decltype(*std::data(values))>>;
    static_assert(std::is_same_v<Element, float> || std::is_same_v<Element, double> ||
                      std::is_same_v<Element, std::int32_t>,
                  "elements are float, double or int32_t");
    std::size_t count = 1;
    for (const std::size_t extent : shape)
      count *= extent;
    constexpr std::int32_t floats = BINDPOSE_FLOAT32, doubles = BINDPOSE_FLOAT64, integers = BINDPOSE_INT32;
    constexpr std::int32_t type = std::is_same_v<Element, float>    ? floats
                                  : std::is_same_v<Element, double> ? doubles
                                                                    : integers;
    // An array with fewer elements than its shape gets no data, so that the library reports an
    // error with its name.
    const void* data = std::size(values) == count ? static_cast<const void*>(std::data(values)) : nullptr;
    arrays_.push_back({std::move(name), type, std::move(shape), data});
    return *this;
  }

  /// The arrays for the calls of bindpose/call.h. Valid while these arrays exist unchanged.
  std::vector<bindpose_tensor> tensors() const {
    std::vector<bindpose_tensor> list;
    for (const Named& each : arrays_)
      list.push_back({each.name.c_str(), each.type, static_cast<std::uint32_t>(each.shape.size()),
                      each.shape.data(), each.data});
    return list;
  }

 private:
  struct Named {
    std::string name;
    std::int32_t type;
    std::vector<std::size_t> shape;
    const void* data;
  };
  std::vector<Named> arrays_;
};

/// The inputs of an algorithm: "lbs", "skinning/dual_quaternion".
class Inputs {
 public:
  explicit Inputs(std::string algorithm) : algorithm_(std::move(algorithm)) {}

  template <class Values>
  Inputs& add(std::string name, std::vector<std::size_t> shape, const Values& values) {
    arrays_.add(std::move(name), std::move(shape), values);
    return *this;
  }
  /// An option and its value: "normal_rule", "direction".
  Inputs& option(const std::string& name, const std::string& value) {
    options_.push_back(name + "=" + value);
    return *this;
  }

  const std::string& algorithm() const { return algorithm_; }
  const Arrays& arrays() const { return arrays_; }
  const std::vector<std::string>& options() const { return options_; }

 private:
  std::string algorithm_;
  Arrays arrays_;
  std::vector<std::string> options_;
};

/// Frees a result of bindpose/call.h.
struct Free {
  void operator()(bindpose_result* result) const { bindpose_free(result); }
};
using Result = std::unique_ptr<bindpose_result, Free>;

struct Judgement {
  Result result;
  std::string message;  ///< empty for a pass; otherwise place, value, expectation, bound and likely cause

  explicit operator bool() const {
    return result->verdict != nullptr && result->verdict->outcome == BINDPOSE_PASS;
  }
};

/// Texts as a list that ends with NULL.
inline std::vector<const char*> with_end(const std::vector<std::string>& texts) {
  std::vector<const char*> list;
  for (const std::string& text : texts)
    list.push_back(text.c_str());
  list.push_back(nullptr);
  return list;
}

inline std::string message_of(const std::string& algorithm, const bindpose_result& result) {
  if (const bindpose_error* error = result.error) {
    const std::string where = *error->where == 0 ? "" : std::string(" at ") + error->where;
    return algorithm + ": " + error->code + where + ": " + error->message;
  }
  const bindpose_verdict& verdict = *result.verdict;
  if (verdict.outcome == BINDPOSE_PASS) return "";
  std::string message = algorithm + ": " + verdict.detail;
  const std::pair<const char*, const char*> causes[] = {{"defect", verdict.defect},
                                                        {"class", verdict.precision_class},
                                                        {"policy", verdict.policy},
                                                        {"first wrong stage", verdict.first_wrong_stage},
                                                        {"symptoms", verdict.symptoms}};
  for (const auto& [label, text] : causes)
    if (*text != 0) message += std::string("\n  ") + label + ": " + text;
  return message;
}

/// accept: additional right precision classes and policies: "half-palette", "normal_rule=direction".
inline Judgement judge(const Inputs& inputs, const Arrays& outputs,
                       const std::vector<std::string>& accept = {}) {
  const auto options = with_end(inputs.options()), accepted = with_end(accept);
  const auto arrays = inputs.arrays().tensors(), passed_outputs = outputs.tensors();
  const bindpose_inputs passed = {inputs.algorithm().c_str(), options.data(), arrays.size(), arrays.data()};
  Judgement judgement{
      Result(bindpose_judge(&passed, passed_outputs.data(), passed_outputs.size(), accepted.data())), ""};
  judgement.message = message_of(inputs.algorithm(), *judgement.result);
  return judgement;
}

}  // namespace bindpose::call

#endif
