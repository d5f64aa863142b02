// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints below other parents than they are given.
#include <algorithm>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

Changed parents_in_a_byte(const Question& question) {
  constexpr std::int32_t numbers_of_a_byte = 256;
  Array::Integers parents = parents_of(question.arrays);
  if (parents.empty() || std::ranges::max(parents) < numbers_of_a_byte) return std::nullopt;
  for (std::int32_t& p : parents)
    p = p < 0 ? p : p % numbers_of_a_byte;
  return with_worlds(question, worlds_of(parents, locals_of(question)));
}

}  // namespace

BINDPOSE_DEFECTS(hierarchy, parents) {
  return {{.id = "parent-over-255",
           .sentence = "your output equals what one gets when the parents of joints are kept in 8 bits",
           .symptom = "joints below the 256th and later ones hang from the first ones",
           .source = "(derived)",
           .before_palette = true,
           .question = &parents_in_a_byte}};
}

}  // namespace bindpose::conformance
