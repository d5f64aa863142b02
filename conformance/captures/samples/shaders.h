// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the samples' shaders for OpenGL 3.3 and Vulkan; each API has its own prefix.
#pragma once

namespace bindpose::captures {

/// Linear blending of four influences. With FIRST_INFLUENCE, each vertex follows only its first joint: a
/// deliberate defect.
inline constexpr const char* vertex_body = R"glsl(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uvec4 joints;
layout(location = 3) in vec4 weights;
BLOCK(0) uniform Joints { vec4 rows[768]; };
BLOCK(1) uniform Camera { mat4 view; mat4 projection; };
OUTPUT(0) out vec3 world_position;
OUTPUT(1) out vec3 world_normal;
void main() {
  vec3 p = vec3(0.0), n = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    vec4 x = rows[3u * joints[i]], y = rows[3u * joints[i] + 1u], z = rows[3u * joints[i] + 2u];
    vec4 from = vec4(position, 1.0);
    p += WEIGHT(i) * vec3(dot(x, from), dot(y, from), dot(z, from));
    n += WEIGHT(i) * vec3(dot(x.xyz, normal), dot(y.xyz, normal), dot(z.xyz, normal));
  }
  world_position = p;
  world_normal = normalize(n);
  gl_Position = projection * (view * vec4(p, 1.0));
}
)glsl";

inline constexpr const char* right_influences = "#define INFLUENCES 4\n#define WEIGHT(i) weights[i]\n";
inline constexpr const char* first_influence = "#define INFLUENCES 1\n#define WEIGHT(i) 1.0\n";

inline constexpr const char* fragment_body = R"glsl(
OUTPUT(0) in vec3 world_position;
OUTPUT(1) in vec3 world_normal;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(world_normal + 0.001 * world_position, 1.0); }
)glsl";

}  // namespace bindpose::captures
