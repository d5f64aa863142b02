// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/precision_class.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/io/foreign_json.h"
#include "reference/io/nearest.h"

namespace bindpose::conformance {

const std::vector<PrecisionClass>& precision_classes() {
  static const std::vector<PrecisionClass> all = {
      {"half-palette",
       "the palette is stored in binary16",
       {"palette", "palette_rotations", "palette_translations"},
       &binary16_form},
      {"half-weights", "weights are stored in binary16", {"weights"}, &binary16_form},
      {"unorm16-weights", "weights are stored in 16 bits, as k / 65535", {"weights"}, &unorm16_form},
      {"unorm8-weights", "weights are stored in 8 bits, as k / 255", {"weights"}, &unorm8_form},
      {"f16-attributes",
       "positions, normals and tangents are stored in binary16",
       {"positions", "normals", "tangents"},
       &binary16_form},
      {"mediump", "all arithmetic is GLSL's mediump, binary16", {}, nullptr, true},
  };
  return all;
}

Expected<const PrecisionClass*> find_precision_class(std::string_view name) {
  std::vector<std::string> names;
  for (const PrecisionClass& each : precision_classes()) {
    if (each.name == name) return &each;
    names.emplace_back(each.name);
  }
  return fail("CLASS_UNKNOWN", printable(name),
              fmt::format("no such class of precision, expected one of {}{}", fmt::join(names, ", "),
                          did_you_mean(name, names)));
}

std::string to_string(const PrecisionClasses& classes) {
  std::vector<std::string_view> names;
  for (const PrecisionClass* each : classes)
    names.push_back(each->name);
  return fmt::format("{}", fmt::join(names, "+"));
}

bool can_matter(const PrecisionClass& precision, const ArraySet& question, Level level) {
  if (precision.computes_in_binary16) return level == Level::palette;
  return std::any_of(precision.arrays.begin(), precision.arrays.end(),
                     [&question](std::string_view name) { return question.has(name); });
}

bool can_hold_at_once(const PrecisionClass& one, const PrecisionClass& other) {
  if (one.computes_in_binary16 || other.computes_in_binary16) return false;
  return std::ranges::find_first_of(one.arrays, other.arrays) == one.arrays.end();
}

void round_to(const PrecisionClass& precision, ArraySet& question, Rounding rounding) {
  const auto stored = rounding == Rounding::nearest ? precision.form->nearest : precision.form->cut;
  for (const std::string_view name : precision.arrays)
    if (Array* array = question.find(name); array != nullptr && array->is_real())
      for (double& x : std::get<Array::Reals>(array->data))
        x = stored(x);
}

void store_in(const PrecisionClass& precision, ArraySet& question) {
  for (const std::string_view name : precision.arrays) {
    Array* array = question.find(name);
    if (array == nullptr || !array->is_real()) continue;
    array->uncertainty.resize(array->reals().size(), 0.0);
    for (std::size_t i = 0; i < array->reals().size(); ++i)
      array->uncertainty[i] += precision.form->error(array->reals()[i]);
  }
}

}  // namespace bindpose::conformance
