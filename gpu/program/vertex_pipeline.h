// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: vertex layouts, draw calls and captures. All give the same bits, except decoded weights.
//
//   vertices  interleaved    one buffer, a record of 32-bit words per vertex
//             deinterleaved  a buffer for each attribute; its stride 0 means no gaps
//             odd-strides    one buffer that begins with unused words; an unused word after each
//                            attribute; a stride that no power of two above 4 divides
//             narrow         integers in 8 or 16 bits; real attributes as normalized integers or half
//                            floats if those are exact; a compute shader unpacks the integers and half
//                            floats of its records
//             normalized     narrow, and weights in normalized integers of 8 or 16 bits, which a
//                            vertex attribute decodes as k / 255 or k / 65535
//             integers       narrow, and weights in integers, which the shader divides
//             implicit       the same without the last slot, which is the rest of 255 or 65535
//   draw      arrays         glDrawArrays
//             first          the same, starting after the first vertex of the buffer
//             indexed        glDrawElements, with 16-bit indices if they suffice
//             base-vertex    glDrawElementsBaseVertex
//             instanced      glDrawArraysInstancedBaseInstance: each vertex is an instance; OpenGL ES has no base
//   feedback  interleaved    one buffer
//             separate       a buffer for each captured array
//             paused         half of the vertices before a pause in which another program draws, half after it
//             alternating    two transform feedback objects in turn, each paused while the other captures
//             overflowing    first no vertex, then all into a buffer one word too small for the last;
//                            then as usual
//             drawn-again    the captured data is drawn at once, by a program that captures it unchanged
//             gaps           one buffer, with words between the arrays that gl_SkipComponents leaves unchanged
//             reordered      one buffer, the arrays in reverse order of the shader, and a constant among them
//
// gl_VertexID does not select attributes; a program that reads frames by gl_VertexID gets its first
// value.
#pragma once

#include <array>
#include <string_view>

namespace bindpose::gpu {

enum class VertexStorage { interleaved, deinterleaved, odd_strides, narrow, normalized, integers, implicit };
enum class DrawCall { arrays, first, indexed, base_vertex, instanced };
enum class FeedbackUse {
  interleaved,
  separate,
  paused,
  alternating,
  overflowing,
  drawn_again,
  gaps,
  reordered
};

/// Values of the variant's keys "vertices", "draw" and "feedback".
constexpr std::array<std::string_view, 7> vertex_storage_names = {
    "interleaved", "deinterleaved", "odd-strides", "narrow", "normalized", "integers", "implicit"};
constexpr std::array<std::string_view, 5> draw_call_names = {"arrays", "first", "indexed", "base-vertex",
                                                             "instanced"};
constexpr std::array<std::string_view, 8> feedback_use_names = {
    "interleaved", "separate", "paused", "alternating", "overflowing", "drawn-again", "gaps", "reordered"};

/// Layouts with decoded weights, for inputs whose weights are integer steps. The bits may differ: the result is as
/// accurate as the device's division or conversion.
constexpr bool decodes_weights(VertexStorage storage) {
  return storage >= VertexStorage::normalized;
}
constexpr std::size_t decoding_storages = 3;
/// True if each attribute is stored in the fewest bits that hold it.
constexpr bool is_narrow(VertexStorage storage) {
  return storage >= VertexStorage::narrow;
}

/// Layouts for compute shaders, which read words of records and no attributes.
constexpr bool reads_records_so(VertexStorage storage) {
  return storage == VertexStorage::interleaved ||
         (is_narrow(storage) && storage != VertexStorage::normalized);
}

struct VertexPipeline {
  VertexStorage vertices = VertexStorage::interleaved;
  DrawCall draw = DrawCall::arrays;
  FeedbackUse feedback = FeedbackUse::interleaved;

  bool operator==(const VertexPipeline&) const = default;
};

/// Faults of a driver in all this, for tests.
enum class PathFault {
  none,
  first_buffer_for_all,   ///< each attribute is read from the first attribute's buffer
  stride_ignored,         ///< for odd strides: a record ends with its last attribute
  offset_ignored,         ///< the first attribute is read from the buffer's beginning
  width_misread,          ///< integers of 8 bits are read as 16 bits, and the reverse
  sign_misread,           ///< unsigned normalized integers are read as signed
  first_ignored,          ///< drawing begins with the buffer's first vertex
  indices_ignored,        ///< vertices are in the order of the buffer
  base_vertex_ignored,    ///< indices count from the buffer's first vertex
  base_instance_ignored,  ///< instances count from the buffer's first
  divisor_ignored,        ///< every instance reads the same data
  slots_swapped,          ///< arrays are captured in reverse order of their names
  pause_ignored,          ///< vertices drawn in a pause are captured
  resumed_at_start,       ///< data captured after a pause replaces the data before it
  objects_confused,       ///< the second object captures at the place of the first
  room_ignored,           ///< data that does not fit is still written
  captured_stale,         ///< the second draw uses the buffer's earlier contents
  gaps_closed,            ///< arrays are captured without the gaps between them
  order_ignored,          ///< arrays are captured in another order than their names
  constant_lost,          ///< the constant varying is not captured
};

}  // namespace bindpose::gpu
