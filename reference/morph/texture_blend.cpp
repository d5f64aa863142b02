// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/texture_blend.h"

#include "reference/model/surface.h"

namespace bindpose::morph {
namespace texture_blend_question {

const Choice<TexelRange> texel_ranges{
    .name = "colour_range",
    .values = {{"as-summed", TexelRange::as_summed}, {"clamped", TexelRange::clamped}},
    .meaning = "whether each number is clamped to 0 .. 1 after all maps are added"};

const Choice<Encoding> encodings{
    .name = "encoding",
    .values = {{"as-stored", Encoding::as_stored}, {"srgb", Encoding::srgb}},
    .meaning = "whether colours are blended as stored, or decoded from sRGB before and encoded after"};

Declaration declaration() {
  return {
      .inputs = target_weight_arrays() +
                ArrayList{real("texels", "t", "P 4", Kind::colour("red, green, blue, opacity"),
                               "texel of the base map")
                              .finite(),
                          real("target_texels", "t_i", "T P 4", Kind::colour("red, green, blue, opacity"),
                               "the same texel of map i")
                              .where("target_weights")
                              .finite()},
      .outputs = {real("texels", "t'", "P 4", Kind::colour("red, green, blue, opacity"), "blended texel")},
      .options = {texel_ranges.spec(), encodings.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<T> phi = in.numbers("target_weights");
  std::vector<Vec4<T>> texels = in.template rows<4>("texels");
  const auto maps = groups<4>(in, "target_texels");
  const TexelRange range = in.chosen(texel_ranges);
  const Encoding encoding = in.chosen(encodings);
  for (std::size_t p = 0; p < texels.size(); ++p)
    for (int c = 0; c < 4; ++c) {
      std::vector<T> t_i;
      for (const auto& map : maps)
        t_i.push_back(map[p][c]);
      texels[p][c] = texel_number(texels[p][c], phi, t_i, range, c < 3 ? encoding : Encoding::as_stored);
    }
  return Result<T>{{to_result_array<T, 4>("texels", texels)}, {}};
}

}  // namespace texture_blend_question

BINDPOSE_IMPLEMENT(texture_blend)

}  // namespace bindpose::morph
