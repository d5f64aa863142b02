// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "bench/bench.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::bench {

Expected<std::shared_ptr<const Workload>> workload(const Algorithm& algorithm, std::size_t size) {
  static std::map<std::pair<const Algorithm*, std::size_t>, std::shared_ptr<const Workload>> made;
  auto& entry = made[{&algorithm, size}];
  if (entry) return entry;
  auto load = std::make_shared<Workload>();
  Random random(former_path(algorithm.path()));
  load->question.algorithm = &algorithm;
  load->question.level = algorithm.levels.front();
  load->question.arrays = algorithm.implementation.sample(size, random);
  BINDPOSE_TRY(load->expectation, conformance::expect(load->question));
  for (const Array& array : load->question.arrays)
    load->input_bytes += 4 * element_count(array.shape);
  for (const conformance::ExpectedArray& array : load->expectation.arrays)
    load->output_bytes += 4 * element_count(array.shape);
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
