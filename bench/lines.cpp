// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/lines.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "bench/ceilings.h"
#include "conformance/software/software.h"

namespace bindpose::bench {
namespace {

void print_ceilings(const std::string& device, const Rates& rates) {
  const Ceilings& measured = ceilings();
  print_line({{"ceilings",
               {{"instruction_set", software::instruction_set()},
                {"device", device},
                {"copy", measured.copy},
                {"copy_past_cache", measured.copy_past_cache},
                {"multiply_add", measured.multiply_add},
                {"vector_multiply_add", measured.vector_multiply_add},
                {"bytes", rates.bytes},
                {"operations", rates.operations}}}});
}

}  // namespace

void print_line(const JsonLine& line) {
  fmt::print("{}\n", line.dump());
  std::fflush(stdout);
}

int for_each_asked(const Asked& asked, const OfAlgorithm& each) {
  for (const std::string& id : asked.ids)
    if (find_algorithm(id) == nullptr) {
      fmt::print(stderr, "bindpose-bench: unknown algorithm '{}'; `bindpose list` prints all\n", id);
      return 2;
    }
  const auto runner = open_runner(asked.subject);
  if (!runner) {
    fmt::print(stderr, "bindpose-bench: cannot measure '{}': {}\n", asked.subject, to_string(runner.error()));
    return 2;
  }
  const Rates rates = rates_of(asked.subject);
  print_ceilings((*runner)->device(), rates);
  int code = 0;
  for (const Algorithm& algorithm : algorithms()) {
    const bool is_asked = asked.ids.empty() || std::ranges::any_of(asked.ids, [&](const std::string& id) {
                            return find_algorithm(id) == &algorithm;
                          });
    if (is_asked && !each(algorithm, **runner, rates)) code = 1;
  }
  return code;
}

void put_rates(JsonLine& line, std::size_t rows, double seconds, const Work& work, const Rates& rates) {
  line["rows"] = rows;
  line["seconds"] = seconds;
  line["rows_per_second"] = static_cast<double>(rows) / seconds;
  line["bytes_per_second"] = work.bytes / seconds;
  const Roofline least = roofline(work, rates);
  if (!(least.seconds > 0)) return;
  line["of_roofline"] = least.seconds / seconds;
  line["binds"] = least.binds;
}

bool is_not_taken(const Error& error) {
  return error.code == "NOT_SUPPORTED" || error.code == "NOT_APPLICABLE";
}

std::size_t row_count(const Algorithm& algorithm, const conformance::Answer& answer) {
  for (const std::string_view name : algorithm.outputs)
    if (const Array* array = answer.arrays.find(name); array != nullptr && !array->shape.empty())
      return array->shape.front();
  return 0;
}

}  // namespace bindpose::bench
