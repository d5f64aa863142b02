// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for blended textures. Varied: the number and weights of maps, dark and light texels on
// both sides of the encoding's threshold, encoded and clamped colours.

#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance::morph {
namespace {

using Weights = std::vector<double>;

struct Maps {
  Weights weights;
  double darkest = 0, lightest = 1;
  bool nan_where_unused = false;
};

/// 12 texels; the first begins with 0 and 1.
ArraySet maps_question(const Maps& maps) {
  constexpr std::size_t texels = 12;
  Random random("texture maps");
  const std::size_t count = maps.weights.size();
  const auto map = [&](bool is_unused) {
    Array::Reals numbers;
    for (std::size_t i = 0; i < 4 * texels; ++i) {
      const double x = i < 2 ? static_cast<double>(i) : random.uniform(maps.darkest, maps.lightest);
      numbers.push_back(is_unused ? std::numeric_limits<double>::quiet_NaN() : x);
    }
    return numbers;
  };
  Array::Reals all;
  const Array::Reals base = map(false);
  for (const double w : maps.weights) {
    const Array::Reals one = map(maps.nan_where_unused && w == 0);
    all.insert(all.end(), one.begin(), one.end());
  }
  ArraySet question;
  question.add("target_weights", {count}, maps.weights);
  question.add("texels", {texels, 4}, base);
  question.add("target_texels", {count, texels, 4}, std::move(all));
  return question;
}

}  // namespace

void texture_blend_cases(std::vector<Case>& cases) {
  const auto add = [&cases](const std::string& name, const std::string& purpose, const Maps& maps,
                            const char* encoding, const char* range) {
    add_case(
        cases,
        scene_case("texture_blend", name, {{"colour_range", range}, {"encoding", encoding}}, Level::pose),
        purpose, [maps]() -> Expected<ArraySet> { return maps_question(maps); });
  };
  for (const bool srgb : {false, true}) {
    const char* encoding = srgb ? "srgb" : "as-stored";
    add("maps.half", "One map at half weight.", {{0.5}}, encoding, "as-summed");
    add("maps.two", "Two maps.", {{0.25, 0.5}}, encoding, "as-summed");
    add("maps.dark", "Dark texels, on both sides of the encoding's bend.", {{0.5, 0.25}, 0, 0.09375},
        encoding, "as-summed");
    add("maps.beyond", "Weights below 0 and above 1.", {{-1, 1.5, 0.75}}, encoding, "as-summed");
    add("maps.beyond-clamped", "Weights below 0 and above 1, clamped after the sum.", {{-1, 1.5, 0.75}},
        encoding, "clamped");
    add("maps.bright-clamped", "Sums above 1.", {{1.5, -0.25}, 0.25, 1}, encoding, "clamped");
    add("maps.bright", "Sums above 1 are kept.", {{1.5, -0.25}, 0.25, 1}, encoding, "as-summed");
  }
  add("maps.below-bend", "Texels slightly below the encoding's bend, all in its linear part.",
      {{0.5, 0.25}, 0.0394, 0.04}, "srgb", "as-summed");
  add("maps.below-bend-alone", "One map, with texels slightly below the encoding's bend.",
      {{0.75}, 0.0394, 0.04}, "srgb", "as-summed");
  add("maps.exchanged", "One map replaces the base.", {{0, 1}}, "as-stored", "as-summed");
  add("maps.exchanged", "One map replaces the base: decoding and encoding cancel.", {{0, 1}}, "srgb",
      "as-summed");
  add("maps.nine", "Nine maps.", {small_weights(9)}, "as-stored", "as-summed");
  add("maps.faint", "Weights near 0.01 and below 0.0001 count.", {faint_weights()}, "as-stored", "as-summed");
  add("maps.thirteen", "Thirteen maps.", {small_weights(13)}, "as-stored", "clamped");
  for (const char* encoding : {"as-stored", "srgb"})
    add("maps.unused-nan", "Maps of weight 0 hold NaN: they contribute nothing.",
        {{0.75, 0, 0.125, 0}, 0, 1, true}, encoding, "as-summed");
}

}  // namespace bindpose::conformance::morph
