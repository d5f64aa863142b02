// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphed attributes.
//   c' = c + sum_i phi_i dc_i, u' = u + sum_i phi_i du_i, k' = k + sum_i phi_i dk_i
// c' within 0 .. 1 by the policy colour_range. Symbols as in reference/morph/attributes.md; a target of weight 0 contributes
// nothing, whatever it holds.

UNIFORM_INPUT(target_weights, any)
VERTEX_INPUT(colours, 4)
FRAME_INPUT(target_colours, 1, 4)
VERTEX_INPUT(texture_coordinates, 2)
FRAME_INPUT(target_texture_coordinates, 1, 2)
VERTEX_INPUT(wrinkles, 1)
FRAME_INPUT(target_wrinkles, 1, 1)
VERTEX_OUTPUT(colours, 4)
VERTEX_OUTPUT(texture_coordinates, 2)
VERTEX_OUTPUT(wrinkles, 1)

#if defined(HAS_COLOURS) && defined(HAS_TARGET_COLOURS)
vec4 morphed_colour() {
  vec4 c = colours;
  for (int i = 0; i < TARGET_WEIGHTS_COUNT; ++i)
    if (target_weights[i] != 0.0) c += target_weights[i] * target_colours(i);
#if defined(COLOUR_RANGE_CLAMPED)
  c = clamp(c, 0.0, 1.0);
#elif defined(COLOUR_RANGE_AS_SUMMED)
#endif
  return c;
}
#endif

Surface skin(Surface rest) {
#if defined(HAS_COLOURS) && defined(HAS_TARGET_COLOURS)
  colours_out = morphed_colour();
#endif
#if defined(HAS_TEXTURE_COORDINATES) && defined(HAS_TARGET_TEXTURE_COORDINATES)
  texture_coordinates_out = texture_coordinates;
  for (int i = 0; i < TARGET_WEIGHTS_COUNT; ++i)
    if (target_weights[i] != 0.0) texture_coordinates_out += target_weights[i] * target_texture_coordinates(i).xy;
#endif
#if defined(HAS_WRINKLES) && defined(HAS_TARGET_WRINKLES)
  wrinkles_out = wrinkles;
  for (int i = 0; i < TARGET_WEIGHTS_COUNT; ++i)
    if (target_weights[i] != 0.0) wrinkles_out += target_weights[i] * target_wrinkles(i).x;
#endif
  return rest;
}
