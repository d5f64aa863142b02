// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shaders.h"

#include <algorithm>

namespace bindpose::conformance {
namespace {

/// A statement about each j[i] of a vertex, before any of them is used.
std::vector<ShaderEdit> to_each_joint(const std::string& statement) {
  std::vector<ShaderEdit> edits;
  for (const std::string call : {"  Surface posed = skin(rest, j);", "  Surface posed = skin(rest, j, w);"})
    edits.push_back({call, "  for (int i = 0; i < INFLUENCES; ++i) " + statement + "\n" + call});
  return edits;
}

/// How the programs read, and deliver, what a question holds.
std::vector<ShaderDefect> of_inputs() {
  return {
      {.id = "shader-palette-columns",
       .sentence =
           "your output equals what one gets when the rows of a joint's matrix are read as its columns",
       .symptom = "joints turn the other way",
       .source = "(derived)",
       .edits = {{"mat3(row0.x, row1.x, row2.x, row0.y, row1.y, row2.y, row0.z, row1.z, row2.z)",
                  "mat3(row0.xyz, row1.xyz, row2.xyz)"}}},
      {.id = "shader-std140",
       .sentence = "your output equals what one gets when joints are taken to lie four vectors apart in the "
                   "palette, whatever each of them fills",
       .symptom = "the first joint is right, the others are garbage",
       .source = "CubeEngine#85, r3d#265, SaschaWillems/Vulkan#669",
       .edits = {{"palette_row(int(JOINT_ROWS * j)", "palette_row(int(4u * j)"}}},
      {.id = "shader-index-8-bits",
       .sentence = "your output equals what one gets when a vertex' joints are read as 8-bit numbers",
       .symptom = "what hangs on joints from 256 on moves with the first ones",
       .source = "LtMAO#32, ValveResourceFormat#841",
       .edits = to_each_joint("j[i] = j[i] & 255u;")},
      {.id = "shader-index-as-float",
       .sentence = "your output equals what one gets when the bits of an integer attribute are read as those "
                   "of a floating-point number",
       .symptom = "everything hangs on the first joint",
       .source = "filament#168, filament#2856, Ryujinx#323",
       .edits = to_each_joint("j[i] = uint(uintBitsToFloat(j[i]));")},
      {.id = "shader-second-set-ignored",
       .sentence =
           "your output equals what one gets when only the first four influences of a vertex are read",
       .symptom = "shoulders and faces shrink towards the origin",
       .source = "glTF#1381, filament#6772",
       .edits = {{"for (int i = 0; i < INFLUENCES; ++i)", "for (int i = 0; i < min(INFLUENCES, 4); ++i)"}}},
      {.id = "shader-nan-times-zero",
       .sentence = "your output equals what one gets when joints of weight 0 are multiplied in, too",
       .symptom = "vertices vanish because of a joint that does not concern them",
       .source = "garrysmod-issues#7063, o3de#18848",
       .edits = {{"if (w != 0.0) {", "{"}, {"if (w[i] != 0.0) {", "{"}, {"if (phi != 0.0) {", "{"}}},
      {.id = "shader-half-palette",
       .sentence = "your output equals what one gets when the palette is kept in half floats",
       .symptom = "extremities shake",
       .source = "cocos-engine#4473, Babylon#16750",
       .edits = {{"  vec4 row0 = palette_row(int(JOINT_ROWS * j));\n"
                  "  vec4 row1 = palette_row(int(JOINT_ROWS * j) + 1);\n"
                  "  vec4 row2 = palette_row(int(JOINT_ROWS * j) + 2);\n",
                  "#define HALVES(v) vec4(unpackHalf2x16(packHalf2x16(v.xy)), "
                  "unpackHalf2x16(packHalf2x16(v.zw)))\n"
                  "  vec4 row0 = HALVES(palette_row(int(JOINT_ROWS * j)));\n"
                  "  vec4 row1 = HALVES(palette_row(int(JOINT_ROWS * j) + 1));\n"
                  "  vec4 row2 = HALVES(palette_row(int(JOINT_ROWS * j) + 2));\n"}}},
      {.id = "shader-weights-renormalised",
       .sentence = "your output equals what one gets when weights are divided by their sum, though they are "
                   "to be used as given",
       .symptom = "vertices of weights that do not sum to 1 are elsewhere",
       .source = "glTF#1213, glTF#1352",
       .edits = {{"  return true;\n}",
                  "  float all = 0.0;\n  for (int i = 0; i < INFLUENCES; ++i) all += w[i];\n"
                  "  for (int i = 0; i < INFLUENCES; ++i) w[i] /= all;\n"
                  "  return true;\n}"}}},
      {.id = "shader-steps-of-a-power",
       .sentence =
           "your output equals what one gets when a weight in 8 or 16 bits is divided by 256 or 65536; "
           "it is one of 255 or 65535 steps",
       .symptom = "everything is a little nearer to the origin",
       .source = "(derived)",
       .edits = {{") / 255.0", ") / 256.0"}, {") / 65535.0", ") / 65536.0"}}},
      {.id = "shader-last-weight-left-out",
       .sentence = "your output equals what one gets when the weight that is not stored is 0; it is what the "
                   "others leave",
       .symptom = "vertices between several joints fall towards the origin",
       .source = "(derived)",
       .edits = {{"float(255u - ", "0.0 * float(255u - "}, {"float(65535u - ", "0.0 * float(65535u - "}}},
      {.id = "shader-texture-rows",
       .sentence =
           "your output equals what one gets when the rows of a texture of joints or morph targets are "
           "taken for half as long as they are",
       .symptom = "what lies beyond the first row of the texture is smeared",
       .source = "flutter_scene#415, three.js#6704",
       .edits = {{"ivec2(int(at % 2048u), int(at / 2048u))", "ivec2(int(at % 1024u), int(at / 1024u))"},
                 {"ivec2(n % 64, n / 64)", "ivec2(n % 32, n / 32)"}}},
  };
}

/// The formulas.
std::vector<ShaderDefect> of_bodies() {
  return {
      {.id = "shader-normal-by-matrix",
       .sentence = "your output equals what one gets when normals go by the blended matrix in place of its "
                   "inverse transpose",
       .symptom = "scaled limbs are lit from the wrong side",
       .source = "(derived)",
       .edits = {{"vec3 y = cofactor(B) * n;", "vec3 y = B * n;"}}},
      {.id = "shader-cofactor-sign",
       .sentence = "your output equals what one gets when normals go by the cofactors, whatever the sign of "
                   "the determinant",
       .symptom = "mirrored limbs are lit from inside",
       .source = "glTF#1697, Babylon#7103, filament#3108",
       .edits = {{"return det(B) < 0.0 ? -y : y;", "return y;"}}},
      {.id = "shader-determinant-left-out",
       .sentence = "your output equals what one gets when each joint's inverse transpose is taken without "
                   "dividing by the determinant",
       .symptom = "between joints of different scales normals lean to the larger one",
       .source = "(derived)",
       .edits = {{"(w / det(M.C))", "w"}, {"(w[i] / det(M.C))", "w[i]"}}},
      {.id = "shader-normal-not-normalised",
       .sentence = "your output equals what one gets when blended normals are not normalised",
       .symptom = "joints are darker than what lies between",
       .source = "(derived)",
       .edits = {{"normalize(sum.n)", "sum.n"}, {"normalize(CARRY_NORMAL(rest.n))", "CARRY_NORMAL(rest.n)"}}},
      {.id = "shader-handedness-lost",
       .sentence =
           "your output equals what one gets when the fourth number of a tangent is 1, whatever it was",
       .symptom = "bumps of mirrored texture coordinates are dents",
       .source = "(derived)",
       .edits = {{"vec4(posed.t, handedness)", "vec4(posed.t, 1.0)"}}},
      {.id = "shader-tangent-translated",
       .sentence = "your output equals what one gets when tangents are moved as points are",
       .symptom = "bumps are lit differently wherever a joint goes",
       .source = "(derived)",
       .edits = {{"w * times(M.C, rest.t)", "w * times(M, rest.t)"}}},
      {.id = "shader-trace-only",
       .sentence =
           "your output equals what one gets when a matrix' quaternion is always computed from its trace",
       .symptom = "joints that turn by half a turn vanish",
       .source = "(derived)",
       .edits = {{"if (largest == trace)", "if (true)"}}},
      {.id = "shader-no-antipodality",
       .sentence = "your output equals what one gets when dual quaternions are summed whatever their signs",
       .symptom = "the skin is torn where a joint turns by more than half a turn against the next",
       .source = "libigl#2390",
       .edits = {{"dot(a, M.real) < 0.0 ? -w[i] : w[i]", "w[i]"}}},
      {.id = "shader-dual-part-not-divided",
       .sentence = "your output equals what one gets when only the real part of the blended dual quaternion "
                   "is divided by its length",
       .symptom = "bent joints are drawn towards the origin",
       .source = "(derived)",
       .edits = {{"vec4 d = inverse_length * b_d;", "vec4 d = b_d;"}}},
      {.id = "shader-product-order",
       .sentence = "your output equals what one gets when quaternions are multiplied the other way round",
       .symptom = "turns come in the wrong order",
       .source = "(derived)",
       .edits = {{"+ cross(a.xyz, b.xyz)", "+ cross(b.xyz, a.xyz)"}}},
      {.id = "shader-target-normals-forgotten",
       .sentence = "your output equals what one gets when morph targets move positions, but no normals",
       .symptom = "a smile is lit as the face at rest",
       .source = "(derived)",
       .edits = {{"y.n += phi * target_normals(s).xyz;", ""}}},
      {.id = "shader-jacobian-for-normals",
       .sentence = "your output equals what one gets when normals go by a muscle's Jacobian in place of its "
                   "inverse transpose",
       .symptom = "bulges are lit as if they were flat",
       .source = "(derived)",
       .edits = {{"cofactor(J) * v.n", "J * v.n"}}},
      {.id = "shader-slope-left-out",
       .sentence =
           "your output equals what one gets when normals go as if a deformer's profile were constant",
       .symptom = "a tapered or twisted bar is lit as the straight one",
       .source = "(derived)",
       .edits = {{"vec2 f = profile_at(y.z);", "vec2 f = vec2(profile_at(y.z).x, 0.0);"}}},
  };
}

/// What a program writes, and which of its invocations do.
std::vector<ShaderDefect> of_outputs() {
  return {
      {.id = "shader-vec3-padded",
       .sentence =
           "your output equals what one gets when a captured vertex of three numbers takes the room of four",
       .symptom = "the mesh falls apart into stripes",
       .source = "llpc#1197",
       .edits = {{"uint to = v * 3u;", "uint to = v * 4u;"}}},
      {.id = "shader-last-group-left-out",
       .sentence = "your output equals what one gets when a compute shader runs for full work groups only",
       .symptom = "the last vertices of a mesh stay as they were",
       .source = "(derived)",
       .edits = {{"if (v >= vertex_count) return;",
                  "if (v >= vertex_count / gl_WorkGroupSize.x * gl_WorkGroupSize.x) return;"}}},
  };
}

}  // namespace

std::span<const ShaderDefect> shader_defects() {
  static const std::vector<ShaderDefect> all = [] {
    std::vector<ShaderDefect> listed;
    for (const std::vector<ShaderDefect>& some : {of_inputs(), of_bodies(), of_outputs()})
      listed.insert(listed.end(), some.begin(), some.end());
    return listed;
  }();
  return all;
}

const ShaderDefect* find_shader_defect(std::string_view id) {
  const auto found = std::ranges::find(shader_defects(), id, &ShaderDefect::id);
  return found == shader_defects().end() ? nullptr : &*found;
}

std::optional<std::string> with_mistake(const ShaderDefect& defect, std::string text) {
  bool is_made = false;
  for (const auto& [original, changed] : defect.edits)
    for (std::size_t at = text.find(original); at != std::string::npos;
         at = text.find(original, at + changed.size())) {
      text.replace(at, original.size(), changed);
      is_made = true;
    }
  if (!is_made) return std::nullopt;
  return text;
}

}  // namespace bindpose::conformance
