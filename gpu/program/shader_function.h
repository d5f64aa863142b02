// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the rules of an algorithm's GLSL (one body for transform feedback and compute, OpenGL and OpenGL ES), and
// the properties that C++ reads from its text.
//
// Function. gpu/<family>/<stem>.glsl defines one of
//   Surface skin(Surface rest)                                            no joints at all
//   Surface skin(Surface rest, uint j)                                    one joint per vertex
//   Surface skin(Surface rest, uint j[INFLUENCES])                        joints, weights of the body's own
//   Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES])   joints and "weights"
// `rest` holds "positions", "normals" and the direction of "tangents", zeros if the input has none.
// The result of skin() is captured: x always, n and t if the input has "normals" and "tangents". A
// weight of 0 contributes nothing: test `if (w[i] != 0.0)` before you read or use that joint.
//
// Inputs. A line each, outside functions; the name is an array's name in the input. E stands for any extents with
// the declared number of elements: [J, 3, 4] and [J, 12] both serve JOINT_INPUT(frames, 3, 4).
//   JOINT_INPUT(name, rows, columns)      [J, E]     vec4 name(j, r), vec4 name(j) for row 0
//   VERTEX_INPUT(name, width)             [V, E]     float, vec2, vec3, vec4 name; above 4 float name[width]
//   VERTEX_INPUT_INT(name, width)         [V, E]     int, ivec2, ... name; above 4 int name[width]
//   VERTEX_INPUT_JOINT(name, width)       [V, E]     uint, uvec2, ... name: joints, refused outside 0 .. J-1
//   INFLUENCE_INPUT(name, rows, columns)  [V, K, E]  vec4 name(i, r), vec4 name(i): of influence slot i
//   SLOT_INPUT(name, rows, columns)       [V, S, E]  the same for any number of slots S = <NAME>_SLOTS
//   FRAME_INPUT(name, rows, columns)      [S, V, E]  the same, stored frame after frame (targets, keys); the
//                                                    variant's `frames` selects a texture, a storage
//                                                    buffer or vertex attributes
//   ENTRY_INPUT(name, rows, columns)      [N, E]     the same for sparse targets: slot s is entry s of the
//                                                    vertex, by "target_offsets" and "target_vertices";
//                                                    stored like frames. entry_targets(s).x is the
//                                                    entry's target, or -1 if the vertex has no more
//   UNIFORM_INPUT(name, n)                [E]        float, vec2, vec3, vec4 name; above 4 float name[n]
//   CAPTURE_NORMALS(name)                            n is captured if the input also has this array
//   VERTEX_OUTPUT(name, width)            [V, width] captured instead of the surface if the input has an
//                                                    array of this name; [V] if the width is 1; skin()
//                                                    writes float, vec2, vec3, vec4 <name>_out
// columns is at most 4, missing columns are 0. `any` as n makes it float name[<NAME>_COUNT]; `any` as
// the rows of a JOINT_INPUT makes them <NAME>_ROWS. j, i and r may be int or uint. Reals arrive as
// float32; JOINT_INPUT and UNIFORM_INPUT also take integer arrays, as float (exact up to 2^24, larger
// integers are refused). A missing input is the error ARRAY_MISSING, unless the body has
// `#if defined(HAS_<NAME>)`, in upper case: then the input is optional, and declared only if
// HAS_<NAME> is defined. "positions" is needed only if no other input defines the number of vertices.
//
// Options. For each option of the algorithm, <OPTION>_<VALUE> is defined if the body mentions it; a body that
// mentions some values of an option does not offer the others (NOT_SUPPORTED).
//
// Palette. A body that mentions palette_transform, palette_rigid or palette_dual_quaternion needs "palette", or
// instead "palette_rotations" and "palette_translations": rigid motions, exact in the form
// FORM_QUATERNION_TRANSLATION, whose quaternions keep their sign.
// A body offers the forms that it mentions, otherwise only FORM_ROWS_3X4; OFFERS(FORM_...) is a mention.
//   FORM_ROWS_3X4                  three vec4 per joint: the rows (C | t)
//   FORM_QUATERNION_TRANSLATION    two: unit quaternion (x, y, z, w), translation
//   FORM_DUAL_QUATERNION           two: unit real part, dual part = 1/2 (t, 0) real
// Exactly one of these macros is defined.
// Functions for every form (gpu/capture/common.glsl):
//   Affine palette_transform(j)                  {mat3 C; vec3 t}
//   Rigid palette_rigid(j)                       {vec4 q; vec3 t}, q unit, q.w >= 0 if made from a matrix
//   DualQuaternion palette_dual_quaternion(j)    {vec4 real; vec4 dual}, the same rigid transform
//   quaternion_product(a, b), conjugate(q), rotate(q, x), rotation_matrix(q), quaternion_of(R),
//   cofactor(C), det(C)
// They read `vec4 palette_row(int n)`, which each palette binding declares in its own way
// (gpu/program/palette_binding.h). Only rows hold a transform that is not rigid. The other forms are computed from
// them in double, normalized, and every number is rounded to float32: an input error of 2^-24 of each number, in
// addition to the uncertainty of the rotation in the float32 rows; a bound must cover both. In those forms a joint
// that some vertex uses and that is not rigid is NOT_APPLICABLE; unused ones arrive as NaN. With rows the shader
// converts: by the largest of the four numbers (Shepperd), then normalizes.
//
// Functions. sine, cosine, arctangent2(y, x), arccosine, exponential: gpu/capture/elementary.glsl, included for
// bodies that mention one; GLSL's own have no useful precision. lead_of(j, w), the pivot joint by the option
// "pivot": gpu/capture/sign_pivot.glsl, included likewise. EACH_INFLUENCE(f) is f(0) f(1) ...
//
// Shared text. `#include "gpu/<family>/shared/<name>.glsl"` on a line of its own is replaced by that file when
// bodies are embedded (gpu/embed_shaders.cmake); inputs that it declares are the body's. Another body may also be
// included: its skin() then has the name of its file, such as stitching() of gpu/skinning/stitching.glsl.
//
// Rules. Software rasterisers execute lanes without a vertex, on arbitrary numbers: a loop must end for any input,
// including NaN and infinity, so use a counter. OpenGL ES has no implicit conversions: 1.0, 3u, float(i). Inputs,
// <NAME>_... macros and the functions above are global names. Only code counts as a mention, comments do not.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// The arguments of skin() besides the rest vertex.
enum class JointUse { none, one, each_influence };

enum class InputKind { joint, vertex, vertex_int, vertex_joint, influence, slot, frame, entry, uniform };

inline bool is_per_vertex(InputKind kind) {
  return kind != InputKind::joint && kind != InputKind::uniform;
}

/// One declaration line.
struct InputDeclaration {
  static constexpr std::size_t any = 0;

  InputKind kind = InputKind::vertex;
  std::string name;
  std::size_t rows = 1;     ///< or `any`; 1 if the declaration has no rows
  std::size_t columns = 1;  ///< or the width, or n, which may be `any`
  bool optional = false;    ///< the body mentions HAS_<NAME>

  bool operator==(const InputDeclaration&) const = default;
};

/// A further array that a shader function computes in addition to a surface.
struct OutputDeclaration {
  std::string name;
  std::size_t width = 1;  ///< 1 .. 4

  bool operator==(const OutputDeclaration&) const = default;
};

/// The declarations in a body's text.
struct ShaderFunction {
  JointUse joints = JointUse::none;
  bool weighted = false;                           ///< skin() takes w
  bool palette = false;                            ///< the body reads the palette
  std::vector<InputDeclaration> inputs = {};       ///< in the order of the text, every name once
  std::vector<OutputDeclaration> outputs = {};     ///< none: a surface
  std::vector<std::string> normals = {"normals"};  ///< arrays with which n is captured
  std::vector<std::string> forms = {};  ///< palette forms offered by name; empty: only rows, or no palette

  /// Any input per joint.
  bool reads_joints() const;
  /// Any FRAME_INPUT or ENTRY_INPUT.
  bool reads_frames() const;
  bool reads_entries() const;
};

/// Errors SHADER_COMPILE: no skin(), two different ones, or an unknown declaration.
Expected<ShaderFunction> read_shader_function(std::string_view text);

/// True if the text has this name outside comments.
bool mentions(std::string_view text, std::string_view name);

/// Defines the declaration keywords as macros, which the compiler ignores.
std::string declaration_macros();

/// The text with every comment replaced by spaces, line breaks kept.
std::string without_comments(std::string_view text);

/// "local_pivots" as "LOCAL_PIVOTS".
std::string upper_case(std::string_view name);

}  // namespace bindpose::gpu
