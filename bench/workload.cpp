// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "bench/bench.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::bench {
namespace {

ArraySet sample_of(const Algorithm& algorithm, std::size_t size) {
  Random random(former_path(algorithm.path()));
  return algorithm.implementation.sample(size, random);
}

std::size_t element_count(const ArraySet& arrays) {
  std::size_t sum = 0;
  for (const Array& array : arrays)
    sum += bindpose::element_count(array.shape);
  return sum;
}

}  // namespace

std::vector<std::int64_t> sizes(const Algorithm& algorithm) {
  const bool grows = element_count(sample_of(algorithm, 1000)) < element_count(sample_of(algorithm, 10000));
  return grows ? std::vector<std::int64_t>{1000, 10000, 100000, 1000000} : std::vector<std::int64_t>{1000};
}

Expected<std::shared_ptr<const Workload>> workload(const Algorithm& algorithm, std::size_t size) {
  static std::map<std::pair<const Algorithm*, std::size_t>, std::shared_ptr<const Workload>> made;
  auto& entry = made[{&algorithm, size}];
  if (entry) return entry;
  auto load = std::make_shared<Workload>();
  load->question.algorithm = &algorithm;
  load->question.level = algorithm.levels.front();
  load->question.arrays = sample_of(algorithm, size);
  BINDPOSE_TRY(load->expectation, conformance::expect(load->question));
  load->input_bytes = 4 * element_count(load->question.arrays);
  for (const conformance::ExpectedArray& array : load->expectation.arrays)
    load->output_bytes += 4 * bindpose::element_count(array.shape);
  if (!load->expectation.arrays.empty()) load->rows = load->expectation.arrays.front().shape.front();
  return entry = std::move(load);
}

Check check(const Workload& load, const conformance::Answer& answer) {
  const conformance::Verdict verdict = conformance::compare(load.expectation, answer);
  Check result;
  if (verdict.outcome != conformance::Outcome::pass) result.reason = verdict.detail;
  result.worst_fraction = verdict.worst_fraction;
  for (const conformance::ExpectedArray& expected : load.expectation.arrays) {
    const Array* got = answer.arrays.find(expected.name);
    if (got == nullptr || !got->is_real() || got->reals().size() != expected.branch.values.size()) continue;
    for (std::size_t i = 0; i < expected.branch.values.size(); ++i) {
      const double error = std::fabs(got->reals()[i] - expected.branch.values[i]);
      if (std::isfinite(expected.branch.bounds[i]) && !(error <= result.largest_error))
        result.largest_error = error;
    }
  }
  return result;
}

}  // namespace bindpose::bench
