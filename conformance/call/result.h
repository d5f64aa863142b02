// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the result of a library call, with all data that it points to. The caller owns it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/include/bindpose/call.h"
#include "conformance/judge/expectation.h"
#include "conformance/judge/verdict.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::conformance {

/// Filled once, then read by the caller. Added parts keep their addresses.
class OwnedResult : public bindpose_result {
 public:
  OwnedResult() : bindpose_result{} {}
  OwnedResult(const OwnedResult&) = delete;
  OwnedResult& operator=(const OwnedResult&) = delete;

  void set_error(const Error& error);
  void set_text(std::string words);
  void add_expected(const ExpectedArray& array, bool is_stage);
  void add_undefined(const std::string& array, const Undefined& row);
  void add_tensor(const std::string& name, const Shape& shape, std::vector<double> values);
  void add_tensor(const std::string& name, const Shape& shape, std::vector<float> values);
  void add_tensor(const std::string& name, const Shape& shape, std::vector<std::int32_t> values);
  /// symptoms: their sentences, one per line.
  void set_verdict(const Verdict& verdict, std::string symptoms);

 private:
  const char* keep(std::string words);
  const std::size_t* keep(const Shape& shape);
  const double* keep(std::vector<double> values);
  void add_tensor(const std::string& name, const Shape& shape, std::int32_t type, const void* data);
  void add_judged(const ArrayVerdict& array, bool is_stage);

  std::deque<std::string> texts_;
  std::deque<Shape> shapes_;
  std::deque<std::vector<double>> doubles_;
  std::deque<std::vector<float>> floats_;
  std::deque<std::vector<std::int32_t>> integers_;
  bindpose_error error_ = {};
  bindpose_verdict verdict_ = {};
  std::deque<bindpose_expected> expected_;
  std::deque<bindpose_undefined> undefined_;
  std::deque<bindpose_tensor> tensors_;
  std::deque<bindpose_judged> judged_;
  std::vector<const bindpose_expected*> expected_list_;
  std::vector<const bindpose_undefined*> undefined_list_;
  std::vector<const bindpose_tensor*> tensor_list_;
  std::vector<const bindpose_judged*> judged_list_;
};

}  // namespace bindpose::conformance
