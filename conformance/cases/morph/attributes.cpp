// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for morphed attributes. Varied: the number and weights of targets, the attributes of
// the mesh, clamped colours, and more vertices than a byte can count.

#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::morph {
namespace {

using Weights = std::vector<double>;

struct Attribute {
  const char* name;
  std::size_t width;
};
constexpr Attribute colours{"colours", 4}, texture_coordinates{"texture_coordinates", 2},
    wrinkles{"wrinkles", 1};

/// Vertices with attributes in 0 .. 1, displaced by up to 0.75.
ArraySet ask(const Weights& weights, const std::vector<Attribute>& attributes, std::size_t vertices = 20) {
  Random random("morphed attributes");
  ArraySet question;
  question.add("target_weights", {weights.size()}, weights);
  for (const Attribute& attribute : attributes) {
    const std::size_t width = attribute.width;
    const auto numbers = [&](std::size_t rows, double low, double high) {
      Array::Reals values(rows * width);
      for (double& x : values)
        x = random.uniform(low, high);
      return values;
    };
    Shape base = {vertices}, of_targets = {weights.size(), vertices};
    if (width > 1) {
      base.push_back(width);
      of_targets.push_back(width);
    }
    question.add(attribute.name, base, numbers(vertices, 0, 1));
    question.add("target_" + std::string(attribute.name), of_targets,
                 numbers(weights.size() * vertices, -0.75, 0.75));
  }
  return question;
}

/// NaN in the rows of targets without a weight.
ArraySet ask_with_nan(const Weights& weights) {
  ArraySet question = ask(weights, {colours, texture_coordinates, wrinkles});
  for (const char* name : {"target_colours", "target_texture_coordinates", "target_wrinkles"}) {
    Array::Reals& rows = *reals_of(question, name);
    for (std::size_t n = 0; n < rows.size(); ++n)
      if (weights[n * weights.size() / rows.size()] == 0) rows[n] = std::numeric_limits<double>::quiet_NaN();
  }
  return question;
}

void add(std::vector<Case>& cases, const char* name, const char* range, const char* purpose,
         const std::function<ArraySet()>& make) {
  add_case(cases, scene_case("attributes", name, {{"colour_range", range}}, Level::pose), purpose,
           [make]() -> Expected<ArraySet> { return make(); });
}

void add_colour_cases(std::vector<Case>& cases, const char* range) {
  const auto colours_with = [](const Weights& weights) {
    return [weights] { return ask(weights, {colours}); };
  };
  add(cases, "face.colours", range, "Colours that leave 0 .. 1 in partial sums, some also in the final sum.",
      colours_with({1, 0.5, 0.75}));
  add(cases, "face.colours-beyond", range, "Colours with weights below 0 and above 1.",
      colours_with({-1, 1.5, 2}));
}

}  // namespace

void attributes_cases(std::vector<Case>& cases) {
  const auto all_with = [](const Weights& weights) {
    return [weights] { return ask(weights, {colours, texture_coordinates, wrinkles}); };
  };
  constexpr const char* summed = "as-summed";
  add(cases, "face.one", summed, "One target at full weight.", all_with({1}));
  add(cases, "face.two", summed, "Two targets; their weights do not sum to 1.", all_with({0.5, 1}));
  add(cases, "face.nine", summed, "Nine targets.", all_with(small_weights(9)));
  add(cases, "face.thirteen", summed, "Thirteen targets.", all_with(small_weights(13)));
  add(cases, "face.faint", summed, "Weights near 0.01 and below 0.0001 count.", all_with(faint_weights()));
  add(cases, "face.beyond", summed, "Weights below 0 and above 1 have no limits.",
      all_with({-1, 1.5, 0.25, 2}));
  add(cases, "face.unused-nan", summed, "Targets of weight 0 hold NaN: they contribute nothing.", [] {
    return ask_with_nan({0.75, 0, 0.5, 0});
  });
  add(cases, "face.all-unused-nan", "clamped", "All targets have weight 0 and hold NaN.", [] {
    return ask_with_nan({0, 0});
  });
  add(cases, "face.texture-only", summed, "A mesh without colours and wrinkles.", [] {
    return ask({0.5, 1}, {texture_coordinates});
  });
  add(cases, "face.wrinkles-only", summed, "A mesh without colours and texture coordinates.", [] {
    return ask({0.5, 1}, {wrinkles});
  });
  add(cases, "face.vertices-260", summed, "More vertices than a byte can count.",
      [] { return ask({0.75}, {wrinkles}, 260); });
  add(cases, "face.vertices-600", summed, "More vertices than a byte can count, with all attributes.", [] {
    return ask({0.5, 0.75}, {colours, texture_coordinates, wrinkles}, 600);
  });
  cases.back().golden = false;
  add(cases, "face.all-beyond", "clamped",
      "Only colours are clamped: texture coordinates and wrinkles leave 0 .. 1.", all_with({1, 0.5, 0.75}));
  add(cases, "face.wrinkles-beyond", "clamped", "Wrinkles below 0 and above 1 are not clamped.", [] {
    return ask({-1, 1.5, 2}, {wrinkles});
  });
  add_colour_cases(cases, summed);
  add_colour_cases(cases, "clamped");
}

}  // namespace bindpose::conformance::morph
