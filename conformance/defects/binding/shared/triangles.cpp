// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Triangles between other vertices than they are given.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

Changed corners_in_a_byte(const Question& question) {
  constexpr std::int32_t numbers_of_a_byte = 256;
  Question changed = question;
  Array::Integers* corners = integers_of(changed.arrays, "triangles");
  if (corners == nullptr || corners->empty() || std::ranges::max(*corners) < numbers_of_a_byte)
    return std::nullopt;
  for (std::int32_t& v : *corners)
    v %= numbers_of_a_byte;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(binding, triangles) {
  return {{.id = "triangle-over-255",
           .sentence = "your output equals what one gets when the vertices of triangles are kept in 8 bits",
           .symptom = "vertices from the 256th on have no neighbours, the first ones have those of others",
           .source = "(derived)",
           .question = &corners_in_a_byte}};
}

}  // namespace bindpose::conformance
