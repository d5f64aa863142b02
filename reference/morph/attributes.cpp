// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/attributes.h"

#include "reference/model/surface.h"

namespace bindpose::morph {
namespace attributes_question {

const Choice<ColourRange> colour_ranges{
    .name = "colour_range",
    .values = {{"as-summed", ColourRange::as_summed}, {"clamped", ColourRange::clamped}},
    .meaning = "whether each number of a colour is clamped to 0 .. 1 after all targets are added"};

/// An attribute and the displacements of its targets.
ArrayList attribute(const ArrayDeclaration& base, const ArrayDeclaration& added) {
  return {base.optional().finite(), added.asked_beside(base.name).where("target_weights").finite()};
}

Declaration declaration() {
  return {
      .inputs =
          target_weight_arrays() +
          attribute(real("colours", "c", "V 4", Kind::colour("linear red, green, blue, opacity"), "colour"),
                    real("target_colours", "dc_i", "T V 4", "displacement of the colour by target i")) +
          attribute(real("texture_coordinates", "u", "V 2", "texture coordinates"),
                    real("target_texture_coordinates", "du_i", "T V 2",
                         "displacement of the texture coordinates by target i")) +
          attribute(real("wrinkles", "k", "V", "strength of the wrinkles"),
                    real("target_wrinkles", "dk_i", "T V", "displacement of the wrinkles by target i")),
      .outputs = {real("colours", "c'", "V 4", Kind::colour("linear red, green, blue, opacity"),
                       "morphed colour, if the input has colours")
                      .optional(),
                  real("texture_coordinates", "u'", "V 2",
                       "morphed texture coordinates, if the input has them")
                      .optional(),
                  real("wrinkles", "k'", "V", "morphed wrinkles, if the input has them").optional()},
      .options = {colour_ranges.spec()}};
}

/// The rows of an attribute, each moved: move(row, displacements, vertex).
template <int n, class T, class Move>
void append_attribute(const Inputs<T>& in, const std::string& name, Result<T>& result, Move move) {
  if (!in.has(name)) return;
  auto rows = in.template rows<n>(name);
  const auto d = groups<n>(in, "target_" + name);
  for (std::size_t v = 0; v < rows.size(); ++v)
    rows[v] = move(rows[v], d, v);
  result.arrays.push_back(to_result_array<T, n>(name, rows));
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<T> phi = in.numbers("target_weights");
  const ColourRange range = in.chosen(colour_ranges);
  const auto summed = [&](const auto& row, const auto& d, std::size_t v) { return dense(row, phi, d, v); };
  Result<T> result;
  append_attribute<4>(in, "colours", result,
                      [&](const Vec4<T>& c, const Displacements<T, 4>& dc, std::size_t v) {
                        return colour(c, phi, dc, v, range);
                      });
  append_attribute<2>(in, "texture_coordinates", result, summed);
  append_attribute<1>(in, "wrinkles", result, summed);
  if (result.arrays.empty())
    return fail("ARRAY_MISSING", "colours", "expected colours, texture_coordinates or wrinkles");
  for (ResultArray<T>& array : result.arrays)
    if (array.name == "wrinkles") array.shape.pop_back();
  return result;
}

}  // namespace attributes_question

BINDPOSE_IMPLEMENT(attributes)

}  // namespace bindpose::morph
