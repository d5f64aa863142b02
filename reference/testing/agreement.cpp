// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/agreement.h"

#include <algorithm>
#include <numeric>

#include <fmt/core.h>

#include "reference/algorithms.h"
#include "reference/samples/parts.h"

namespace bindpose::test {
namespace {

void raise(double& greatest, double x) {
  if (!(x <= greatest)) greatest = std::isnan(x) ? std::numeric_limits<double>::infinity() : x;
}

double fraction_of(double error, double bound) {
  return error == 0 ? 0 : error / bound;
}

/// Marks numbers of an array in rows without an output.
std::vector<bool> undefined_numbers(const Result<Tracked>& result, const ResultArray<Tracked>& array) {
  std::vector<bool> undefined(array.values.size(), false);
  for (const Undefined& u : result.undefined) {
    if (u.array != array.name || array.shape.empty() || array.shape[0] == 0) continue;
    const std::size_t width = array.values.size() / array.shape[0];
    std::fill_n(undefined.begin() + static_cast<std::ptrdiff_t>(u.row * width), width, true);
  }
  return undefined;
}

void compare_float(const Result<float>& actual, const Result<Tracked>& expected, Agreement& agreement) {
  for (std::size_t a = 0; a < expected.arrays.size(); ++a) {
    double largest = 0, bound = 0;
    const std::vector<bool> open = undefined_numbers(expected, expected.arrays[a]);
    for (std::size_t i = 0; i < expected.arrays[a].values.size(); ++i) {
      if (open[i]) continue;
      const Tracked& value = expected.arrays[a].values[i];
      const double error = std::fabs(static_cast<double>(actual.arrays[a].values[i]) - value.value());
      raise(agreement.fraction, fraction_of(error, value.error()));
      raise(bound, value.error());
      largest = std::max(largest, std::fabs(value.value()));
      ++agreement.numbers;
    }
    raise(agreement.bound, fraction_of(bound, largest));
  }
}

double largest_number(const Result<double>& result) {
  double largest = 0;
  for (const ResultArray<double>& array : result.arrays)
    for (const double x : array.values)
      largest = std::max(largest, std::fabs(x));
  return largest;
}

void compare_quad(const Result<double>& actual, const Result<Quad>& expected, double& greatest) {
  const double largest = largest_number(actual);
  for (std::size_t a = 0; a < expected.arrays.size(); ++a) {
    double error = 0;
    for (std::size_t i = 0; i < expected.arrays[a].values.size(); ++i) {
      const Quad difference = Quad(actual.arrays[a].values[i]) - expected.arrays[a].values[i];
      raise(error, std::fabs(to_double(difference)));
    }
    raise(greatest, fraction_of(error, largest));
  }
}

std::vector<Options> formulations(const Implementation& implementation) {
  std::vector<Options> all{{}};
  for (const OptionSpec& option : implementation.declaration.options)
    if (option.kind == OptionSpec::Kind::formulation)
      for (const std::string_view value : option.values)
        if (is_bounded(option, value)) all.push_back({{std::string(option.name), std::string(value)}});
  return all;
}

}  // namespace

Agreement measure_agreement(std::string_view name, const Implementation& implementation, std::size_t size,
                            std::size_t count) {
  Agreement agreement;
  Random random(name);
  for (std::size_t i = 0; i < count; ++i) {
    const ArraySet question = implementation.sample(size, random);
    Branches::current() = {};
    const auto bounds = implementation.in_tracked(question, {});
    if (!bounds) {
      fmt::print("{}: {}\n", name, to_string(bounds.error()));
      agreement.fraction = std::numeric_limits<double>::infinity();
      return agreement;
    }
    const bool is_decided = Branches::current().undecided == 0;
    const auto exact = implementation.in_quad(question, {});
    for (const Options& options : formulations(implementation)) {
      const auto in_double = implementation.in_double(question, options);
      compare_quad(*in_double, *implementation.in_quad(question, options), agreement.quad);
      if (!is_decided) continue;
      compare_quad(*in_double, *exact, agreement.apart);
      compare_float(*implementation.in_float(question, options), *bounds, agreement);
    }
    agreement.undecided += is_decided ? 0 : 1;
  }
  fmt::print(
      "{}: {} numbers, float32 within {:.3f} of the bound (at most {:.1e}), double within {:.1e}, "
      "formulations within {:.1e}, {} open\n",
      name, agreement.numbers, agreement.fraction, agreement.bound, agreement.quad, agreement.apart,
      agreement.undecided);
  return agreement;
}

Agreement measure_agreement(std::string_view stem, std::size_t size, std::size_t count) {
  return measure_agreement(stem, find_algorithm(stem)->implementation, size, count);
}

ArraySet joints_in_a_row(std::size_t size, Random& random) {
  std::vector<int> parents(size);
  std::iota(parents.begin(), parents.end(), -1);
  std::vector<LocalTransform<double>> locals(size);
  for (LocalTransform<double>& local : locals)
    local.trs = samples::sample_rigid(random);
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

}  // namespace bindpose::test
