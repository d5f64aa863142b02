// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <map>

#include "bench/bench.h"
#include "bench/roofline.h"
#include "reference/model/try.h"
#include "reference/renamed.h"

namespace bindpose::bench {
namespace {

ArraySet sample_of(const Algorithm& algorithm, std::size_t size) {
  Random random(former_path(algorithm.path()));
  return algorithm.implementation.sample(size, random);
}

/// Found once per algorithm, because some samples take long to make.
bool grows(const Algorithm& algorithm) {
  static std::map<const Algorithm*, bool> known;
  const auto [entry, is_new] = known.try_emplace(&algorithm);
  if (is_new)
    entry->second = element_count(sample_of(algorithm, 1000)) < element_count(sample_of(algorithm, 2000));
  return entry->second;
}

}  // namespace

Question sample_question(const Algorithm& algorithm, std::size_t size) {
  return {&algorithm, algorithm.levels.front(), {}, sample_of(algorithm, size)};
}

std::vector<std::int64_t> sizes(const Algorithm& algorithm, std::int64_t largest) {
  if (algorithm.id == "ssdr") return {100};  // bounding a thousand vertices takes half a minute
  std::vector<std::int64_t> all = {1000};
  while (grows(algorithm) && all.back() * 10 <= largest)
    all.push_back(all.back() * 10);
  return all;
}

Expected<std::shared_ptr<const Workload>> workload(const Algorithm& algorithm, std::size_t size) {
  static std::map<std::pair<const Algorithm*, std::size_t>, std::shared_ptr<const Workload>> made;
  auto& entry = made[{&algorithm, size}];
  if (entry) return entry;
  auto load = std::make_shared<Workload>();
  load->question = sample_question(algorithm, size);
  BINDPOSE_TRY(load->expectation, conformance::expect(load->question));
  load->input_bytes = 4 * element_count(load->question.arrays);
  for (const conformance::ExpectedArray& array : load->expectation.arrays)
    load->output_bytes += 4 * bindpose::element_count(array.shape);
  if (!load->expectation.arrays.empty()) load->rows = load->expectation.arrays.front().shape.front();
  return entry = std::move(load);
}

Check check(const conformance::Expectation& expectation, const conformance::Answer& answer) {
  const conformance::Verdict verdict = conformance::compare(expectation, answer);
  Check result;
  if (verdict.outcome != conformance::Outcome::pass) result.reason = verdict.detail;
  result.worst_fraction = verdict.worst_fraction;
  for (const conformance::ExpectedArray& expected : expectation.arrays) {
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
