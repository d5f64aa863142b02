// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "golden/case_file.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

#include "golden/bound.h"
#include "reference/io/safetensors.h"
#include "reference/model/surface.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"

namespace bindpose::golden {
namespace {

bool is_judged(const Algorithm& algorithm, const std::string& array) {
  return std::find(algorithm.outputs.begin(), algorithm.outputs.end(), array) != algorithm.outputs.end();
}

Array::Reals rounded_once(const ResultArray<Quad>& array) {
  Array::Reals values;
  values.reserve(array.values.size());
  for (const Quad& x : array.values)
    values.push_back(to_double(x));
  return values;
}

std::vector<Undefined> sorted(std::vector<Undefined> rows) {
  const auto key = [](const Undefined& u) { return std::tie(u.array, u.row); };
  std::sort(rows.begin(), rows.end(),
            [&](const Undefined& a, const Undefined& b) { return key(a) < key(b); });
  const auto same = [&](const Undefined& a, const Undefined& b) { return key(a) == key(b); };
  rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
  return rows;
}

Expected<void> require_same_rows(const std::vector<Undefined>& exact,
                                 const std::vector<Undefined>& in_double) {
  const auto same = [](const Undefined& a, const Undefined& b) {
    return a.array == b.array && a.row == b.row;
  };
  if (std::equal(exact.begin(), exact.end(), in_double.begin(), in_double.end(), same)) return {};
  return fail("GOLDEN_UNDEFINED", "question",
              fmt::format("{} rows are undefined with 113 bits, {} in double, or they are not the same",
                          exact.size(), in_double.size()));
}

double largest_of(const Array::Reals& values) {
  double largest = 0;
  for (const double x : values)
    largest = std::max(largest, std::fabs(x));
  return largest;
}

/// Largest |double - golden| in ulps of the largest golden element; for an array of residuals, whose elements
/// are almost zero, in ulps of the output's largest element.
double deviation(const Array::Reals& golden, const ResultArray<double>* in_double, double answer_largest) {
  if (in_double == nullptr || in_double->values.size() != golden.size()) return infinity;
  constexpr double next_to_nothing = 0x1p-30;
  double scale = largest_of(golden);
  if (scale < next_to_nothing * answer_largest) scale = answer_largest;
  double worst = 0;
  for (std::size_t i = 0; i < golden.size(); ++i) {
    const double difference = std::fabs(in_double->values[i] - golden[i]);
    if (!(difference <= worst)) worst = difference;
    if (std::isnan(worst)) return infinity;
  }
  if (worst == 0) return 0;
  return scale == 0 ? infinity : worst / std::ldexp(1.0, std::ilogb(scale) - 52);
}

/// Collects the tensors of one file.
class Builder {
 public:
  explicit Builder(const Case& c) : case_(c) {}

  void add_inputs(const ArraySet& question) {
    for (Tensor tensor : to_tensors(question)) {
      tensor.array.name = "input." + tensor.array.name;
      tensors_.push_back(std::move(tensor));
    }
  }

  Expected<void> add_answer(const ResultArray<Quad>& array, const Array::Reals& values,
                            const std::vector<double>& bounds) {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!std::isfinite(values[i]))
        return fail("GOLDEN_NOT_FINITE", fmt::format("{}[{}]", array.name, i),
                    fmt::format("is {}", values[i]));
    const bool judged = is_judged(*case_.algorithm, array.name);
    if (judged)
      judgeable_ += std::count_if(bounds.begin(), bounds.end(), [](double b) { return std::isfinite(b); });
    tensors_.push_back(
        {{(judged ? "expected." : "tap.") + array.name, array.shape, values}, Storage::float64});
    tensors_.push_back({{"bound." + array.name, array.shape, bounds}, Storage::float32});
    if (array.rotations) rotations_ += (rotations_.empty() ? "" : " ") + array.name;
    if (array.directions && judged) directions_ += (directions_.empty() ? "" : " ") + array.name;
    return {};
  }

  void add_undefined(const std::vector<Undefined>& undefined) {
    for (std::size_t begin = 0; begin < undefined.size();) {
      Array::Integers rows;
      std::size_t end = begin;
      for (; end < undefined.size() && undefined[end].array == undefined[begin].array; ++end)
        rows.push_back(static_cast<std::int32_t>(undefined[end].row));
      const Shape shape = {rows.size()};
      tensors_.push_back({{"undefined." + undefined[begin].array, shape, std::move(rows)}, Storage::int32});
      begin = end;
    }
  }

  Expected<std::vector<std::byte>> bytes() const {
    if (judgeable_ == 0) return fail("GOLDEN_VACUOUS", "bounds", "no element of the output can be judged");
    Metadata metadata = {{"algorithm", case_.algorithm->path()},
                         {"case", case_.name},
                         {"level", std::string(to_string(case_.level))}};
    for (const auto& [name, value] : resolved_policies(case_))
      metadata["option." + name] = value;
    if (!rotations_.empty()) metadata["rotations"] = rotations_;
    if (!directions_.empty()) {
      metadata["directions"] = directions_;
      metadata["length_bound"] = fmt::format("{:.8g}", round_bound(unit_length_bound()));
    }
    return to_safetensors(tensors_, metadata);
  }

 private:
  const Case& case_;
  std::vector<Tensor> tensors_;
  std::ptrdiff_t judgeable_ = 0;
  std::string rotations_;   ///< arrays of rotations, separated by spaces
  std::string directions_;  ///< arrays whose rows begin with directions of length 1, separated by spaces
};

}  // namespace

Options resolved_policies(const Case& c) {
  Options options = c.options;
  for (const OptionSpec& spec : c.algorithm->implementation.declaration.options) {
    if (spec.kind == OptionSpec::Kind::policy && !spec.only_declared)
      options.emplace(spec.name, spec.values.front());
    else if (spec.kind == OptionSpec::Kind::formulation)
      options.erase(std::string(spec.name));  // the bound covers all formulations
  }
  return options;
}

Expected<CaseFile> make_case_file(const Case& c) {
  BINDPOSE_TRY(const auto question, c.question());
  const Implementation& implementation = c.algorithm->implementation;
  const Options policies = resolved_policies(c);
  BINDPOSE_TRY(const auto exact, implementation.in_quad(question, policies));
  BINDPOSE_TRY(const auto in_double, implementation.in_double(question, policies));
  BINDPOSE_TRY(const auto bounds, float32_bounds(implementation, question, policies, c.leave_out, exact));

  CaseFile file;
  file.undefined = sorted(exact.undefined);
  BINDPOSE_CHECK(require_same_rows(file.undefined, sorted(in_double.undefined)));
  Builder builder(c);
  builder.add_inputs(question);
  double largest = 0;
  for (const ResultArray<Quad>& array : exact.arrays)
    largest = std::max(largest, largest_of(rounded_once(array)));
  for (const ResultArray<Quad>& array : exact.arrays) {
    const Array::Reals values = rounded_once(array);
    BINDPOSE_CHECK(builder.add_answer(array, values, bounds.at(array.name)));
    if (is_judged(*c.algorithm, array.name))
      file.deviations.push_back({array.name, deviation(values, in_double.find(array.name), largest)});
  }
  builder.add_undefined(file.undefined);
  BINDPOSE_TRY(file.bytes, builder.bytes());
  return file;
}

}  // namespace bindpose::golden
