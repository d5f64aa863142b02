// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the ways in which vertices are in buffers, are drawn, and are captured, except for decoded weights all with the same bits as the result.
//
//   vertices  interleaved    one buffer, a record of 32-bit words per vertex
//             deinterleaved  a buffer for each attribute; its stride, 0, means that nothing lies between
//             odd-strides    one buffer that begins with unused words; an unused word after each attribute; a stride that
//                            no power of two above 4 divides
//             narrow         integers in 8 or 16 bits; real attributes whose numbers are all exact there as normalized
//                            integers or half floats; a compute shader unpacks integers and halves of the words of its records
//             normalized     narrow, and weights in normalized integers of 8 or 16 bits, which a vertex attribute makes k / 255 or k / 65535
//             integers       narrow, and weights in integers, which the shader divides
//             implicit       the same without the last slot's, which is what the others leave of 255 or 65535
//   draw      arrays         glDrawArrays
//             first          the same from a vertex that is not the first of the buffer
//             indexed        glDrawElements, by indices of 16 bits where they suffice
//             base-vertex    glDrawElementsBaseVertex
//             instanced      glDrawArraysInstancedBaseInstance: each vertex is an instance of its own; OpenGL ES has no base
//   feedback  interleaved    one buffer
//             separate       a buffer for each captured array
//             paused         half of the vertices before a pause in which another program draws, half after it
//             alternating    two transform feedback objects by turns, each of them paused while the other one captures
//             overflowing    first no vertex, then all into a buffer one word too small for the last; then as usual
//             drawn-again    what was captured is drawn from at once, by a program that captures it as it is
//             gaps           one buffer, with words between the arrays that gl_SkipComponents leaves as they were
//             reordered      one buffer, the arrays in the opposite of the shader's order, and among them a constant
//
// gl_VertexID does not choose the attributes; a program that reads frames by it gets its first value.
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

/// Ways that decode weights, of inputs whose weights are whole numbers of steps. The bits may differ: the
/// result is as accurate as the device's division or conversion.
constexpr bool decodes_weights(VertexStorage storage) {
  return storage >= VertexStorage::normalized;
}
constexpr std::size_t decoding_storages = 3;
/// True if each attribute is stored in the fewest bits that hold it.
constexpr bool is_narrow(VertexStorage storage) {
  return storage >= VertexStorage::narrow;
}

/// Ways of compute shaders, which read words of records and no attributes.
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
  first_buffer_for_all,   ///< each attribute is read from the first one's buffer
  stride_ignored,         ///< of odd strides: a record is taken to end with its last attribute
  offset_ignored,         ///< the first attribute is read from the buffer's beginning
  width_misread,          ///< integers of 8 bits are read as ones of 16, and the other way round
  sign_misread,           ///< normalized integers without a sign are read as such that have one
  first_ignored,          ///< drawing begins with the buffer's first vertex
  indices_ignored,        ///< vertices come in the order of the buffer
  base_vertex_ignored,    ///< indices count from the buffer's first vertex
  base_instance_ignored,  ///< instances count from the buffer's first
  divisor_ignored,        ///< every instance reads the same
  slots_swapped,          ///< arrays are captured in the order of their names turned round
  pause_ignored,          ///< what is drawn in a pause is captured
  resumed_at_start,       ///< what is captured after a pause replaces what was captured before it
  objects_confused,       ///< the second object captures where the first one does
  room_ignored,           ///< what does not fit is written all the same
  captured_stale,         ///< what is drawn again is what the buffer held before
  gaps_closed,            ///< arrays are captured one after the other, whatever lies between them
  order_ignored,          ///< arrays are captured in another order than that of their names
  constant_lost,          ///< what is the same at every vertex is not captured
};

}  // namespace bindpose::gpu
