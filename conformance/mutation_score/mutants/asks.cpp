// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/mutation_score/mutants/asks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

#include "conformance/cases/cases.h"

namespace bindpose::conformance {

Expected<std::vector<MutantCase>> mutant_cases(const std::function<bool(const Case&)>& wanted,
                                               unsigned threads) {
  std::vector<const Case*> cases;
  for (const Case& c : built_in_cases())
    if (wanted(c)) cases.push_back(&c);
  std::vector<std::optional<AskedCase>> asked(cases.size());
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> workers;
    for (unsigned worker = 0; worker < threads; ++worker)
      workers.emplace_back([&] {
        for (std::size_t c = next++; c < cases.size(); c = next++)
          if (auto each = asked_case(*cases[c])) asked[c] = std::move(*each);
      });
  }
  std::vector<MutantCase> all;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    if (!asked[c]) return fail("QUESTION", cases[c]->name, "the input is missing");
    all.push_back({cases[c], std::move(*asked[c])});
  }
  std::ranges::stable_sort(all, {}, [](const MutantCase& each) {
    std::size_t numbers = 0;
    for (const ExpectedArray& array : each.asked.expectation.arrays)
      numbers += array.branch.values.size();
    return numbers;
  });
  return all;
}

bool is_same(const Answer& a, const Answer& b) {
  if (a.arrays.size() != b.arrays.size() || a.undefined.size() != b.undefined.size()) return false;
  for (const Array& array : a.arrays) {
    const Array* other = b.arrays.find(array.name);
    if (other == nullptr || other->shape != array.shape) return false;
    if (std::memcmp(array.reals().data(), other->reals().data(), array.reals().size() * sizeof(double)) != 0)
      return false;
  }
  for (std::size_t i = 0; i < a.undefined.size(); ++i)
    if (a.undefined[i].code != b.undefined[i].code || a.undefined[i].row != b.undefined[i].row) return false;
  return true;
}

std::size_t row_count(const Answer& answer) {
  std::size_t rows = 0;
  for (const Array& array : answer.arrays)
    rows = std::max<std::size_t>(rows, array.shape.empty() ? 1 : array.shape.front());
  return rows;
}

bool passes(const Expectation& expectation, const Answer& answer) {
  const Outcome outcome = compare(expectation, answer).outcome;
  return outcome != Outcome::fail && outcome != Outcome::invalid_output;
}

Expected<void> decide_fates(MutantTable& table, const MutantRun& run) {
  return table.of_shaders ? decide_shader_fates(table, run) : decide_kernel_fates(table, run);
}

}  // namespace bindpose::conformance
