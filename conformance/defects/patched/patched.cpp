// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/patched/patched.h"

#include <algorithm>

#include "conformance/defects/patched/switch.h"
#include "reference/algorithms.h"

namespace bindpose::patched {

#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) \
  namespace family {                                                       \
  Implementation stem##_implementation();                                  \
  }
#include "reference/algorithms.def"
#undef BINDPOSE_ALGORITHM

namespace {

/// The patched implementation of an algorithm; the array has the order of algorithms().
const Evaluate<double>& patched_form(const Algorithm& algorithm) {
#define BINDPOSE_ALGORITHM(family, stem, id, title, levels, outputs, glsl) \
  family::stem##_implementation().in_double,
  static const std::array all = {
#include "reference/algorithms.def"
  };
#undef BINDPOSE_ALGORITHM
  return all[static_cast<std::size_t>(&algorithm - algorithms().data())];
}

struct Switches {
  std::span<const int> active;
  bool is_reached = false;
};
thread_local Switches switches;

constexpr Patch all_patches[] = {
    {},  // keeps the list from being empty
#include "defects.inc"
};

}  // namespace

std::span<const Patch> patches() {
  return std::span(all_patches).subspan(1);
}

bool on(int number) {
  const bool is_on = std::ranges::find(switches.active, number) != switches.active.end();
  switches.is_reached = switches.is_reached || is_on;
  return is_on;
}

Expected<Result<double>> evaluate(std::span<const int> patches, const Question& question) {
  switches = {patches};
  auto result = patched_form(*question.algorithm)(question.arrays, question.options);
  const bool is_reached = switches.is_reached || patches.empty();
  switches = {};
  if (!is_reached)
    return fail("NOT_APPLICABLE", std::string(question.algorithm->id), "reaches no changed place");
  return result;
}

}  // namespace bindpose::patched
