// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// GLSL's types and operations in OpenCL C, placed before every kernel of gpu/spirv/kernel.h. CONTRACT(a, b, c) is
// a b + c: two operations, or one in a contracted kernel.

typedef float2 vec2;
typedef float3 vec3;
typedef float4 vec4;
typedef int2 ivec2;
typedef int3 ivec3;
typedef int4 ivec4;
typedef uint2 uvec2;
typedef uint3 uvec3;
typedef uint4 uvec4;
typedef int2 bvec2;
typedef int3 bvec3;
typedef int4 bvec4;

#define make_vec2(x, y) ((float2)(x, y))
#define make_vec3(x, y, z) ((float3)(x, y, z))
#define make_vec4(x, y, z, w) ((float4)(x, y, z, w))
#define make_ivec2(x, y) ((int2)(x, y))
#define make_ivec3(x, y, z) ((int3)(x, y, z))
#define make_ivec4(x, y, z, w) ((int4)(x, y, z, w))
#define make_uvec2(x, y) ((uint2)(x, y))
#define make_uvec3(x, y, z) ((uint3)(x, y, z))
#define make_uvec4(x, y, z, w) ((uint4)(x, y, z, w))
#define make_bvec2(x, y) ((int2)(x, y))
#define make_bvec3(x, y, z) ((int3)(x, y, z))
#define make_bvec4(x, y, z, w) ((int4)(x, y, z, w))

#define any_bvec2(a) ((a).x || (a).y)
#define any_bvec3(a) ((a).x || (a).y || (a).z)
#define any_bvec4(a) ((a).x || (a).y || (a).z || (a).w)
#define all_bvec2(a) ((a).x && (a).y)
#define all_bvec3(a) ((a).x && (a).y && (a).z)
#define all_bvec4(a) ((a).x && (a).y && (a).z && (a).w)

float dot_vec2(vec2 a, vec2 b) { return CONTRACT(a.y, b.y, a.x * b.x); }
float dot_vec3(vec3 a, vec3 b) { return CONTRACT(a.z, b.z, CONTRACT(a.y, b.y, a.x * b.x)); }
float dot_vec4(vec4 a, vec4 b) { return CONTRACT(a.w, b.w, CONTRACT(a.z, b.z, CONTRACT(a.y, b.y, a.x * b.x))); }
float length_vec2(vec2 a) { return sqrt(dot_vec2(a, a)); }
float length_vec3(vec3 a) { return sqrt(dot_vec3(a, a)); }
float length_vec4(vec4 a) { return sqrt(dot_vec4(a, a)); }
vec2 normalize_vec2(vec2 a) { return a * rsqrt(dot_vec2(a, a)); }
vec3 normalize_vec3(vec3 a) { return a * rsqrt(dot_vec3(a, a)); }
vec4 normalize_vec4(vec4 a) { return a * rsqrt(dot_vec4(a, a)); }
vec3 cross_vec3(vec3 a, vec3 b) {
  return make_vec3(CONTRACT(a.y, b.z, -(a.z * b.y)), CONTRACT(a.z, b.x, -(a.x * b.z)), CONTRACT(a.x, b.y, -(a.y * b.x)));
}

// Numbers of few bits in a word, the first one lowest.
vec4 unpack_unorm_4x8(uint a) { return make_vec4(a & 255u, a >> 8 & 255u, a >> 16 & 255u, a >> 24) / 255.0f; }
vec2 unpack_unorm_2x16(uint a) { return make_vec2(a & 65535u, a >> 16) / 65535.0f; }
vec2 unpack_half_2x16(uint a) { return vload_half2(0, (const half*)&a); }

// Matrices by their columns.
typedef struct { vec2 column[2]; } mat2;
typedef struct { vec3 column[3]; } mat3;
typedef struct { vec4 column[4]; } mat4;

mat2 make_mat2(vec2 a, vec2 b) { mat2 m; m.column[0] = a; m.column[1] = b; return m; }
mat3 make_mat3(vec3 a, vec3 b, vec3 c) { mat3 m; m.column[0] = a; m.column[1] = b; m.column[2] = c; return m; }
mat4 make_mat4(vec4 a, vec4 b, vec4 c, vec4 d) {
  mat4 m;
  m.column[0] = a;
  m.column[1] = b;
  m.column[2] = c;
  m.column[3] = d;
  return m;
}

mat2 times_mat2_float(mat2 m, float s) { return make_mat2(m.column[0] * s, m.column[1] * s); }
mat3 times_mat3_float(mat3 m, float s) { return make_mat3(m.column[0] * s, m.column[1] * s, m.column[2] * s); }
mat4 times_mat4_float(mat4 m, float s) {
  return make_mat4(m.column[0] * s, m.column[1] * s, m.column[2] * s, m.column[3] * s);
}

vec2 times_mat2_vec2(mat2 m, vec2 a) { return CONTRACT(m.column[1], (vec2)(a.y), m.column[0] * a.x); }
vec3 times_mat3_vec3(mat3 m, vec3 a) {
  return CONTRACT(m.column[2], (vec3)(a.z), CONTRACT(m.column[1], (vec3)(a.y), m.column[0] * a.x));
}
vec4 times_mat4_vec4(mat4 m, vec4 a) {
  vec4 xy = CONTRACT(m.column[1], (vec4)(a.y), m.column[0] * a.x);
  return CONTRACT(m.column[3], (vec4)(a.w), CONTRACT(m.column[2], (vec4)(a.z), xy));
}

vec2 times_vec2_mat2(vec2 a, mat2 m) { return make_vec2(dot_vec2(a, m.column[0]), dot_vec2(a, m.column[1])); }
vec3 times_vec3_mat3(vec3 a, mat3 m) {
  return make_vec3(dot_vec3(a, m.column[0]), dot_vec3(a, m.column[1]), dot_vec3(a, m.column[2]));
}
vec4 times_vec4_mat4(vec4 a, mat4 m) {
  return make_vec4(dot_vec4(a, m.column[0]), dot_vec4(a, m.column[1]), dot_vec4(a, m.column[2]),
                   dot_vec4(a, m.column[3]));
}

mat2 times_mat2_mat2(mat2 m, mat2 n) {
  return make_mat2(times_mat2_vec2(m, n.column[0]), times_mat2_vec2(m, n.column[1]));
}
mat3 times_mat3_mat3(mat3 m, mat3 n) {
  return make_mat3(times_mat3_vec3(m, n.column[0]), times_mat3_vec3(m, n.column[1]),
                   times_mat3_vec3(m, n.column[2]));
}
mat4 times_mat4_mat4(mat4 m, mat4 n) {
  return make_mat4(times_mat4_vec4(m, n.column[0]), times_mat4_vec4(m, n.column[1]),
                   times_mat4_vec4(m, n.column[2]), times_mat4_vec4(m, n.column[3]));
}

// a b^T
mat2 outer_product_vec2(vec2 a, vec2 b) { return make_mat2(a * b.x, a * b.y); }
mat3 outer_product_vec3(vec3 a, vec3 b) { return make_mat3(a * b.x, a * b.y, a * b.z); }
mat4 outer_product_vec4(vec4 a, vec4 b) { return make_mat4(a * b.x, a * b.y, a * b.z, a * b.w); }

mat2 transpose_mat2(mat2 m) {
  return make_mat2(make_vec2(m.column[0].x, m.column[1].x), make_vec2(m.column[0].y, m.column[1].y));
}
mat3 transpose_mat3(mat3 m) {
  return make_mat3(make_vec3(m.column[0].x, m.column[1].x, m.column[2].x),
                   make_vec3(m.column[0].y, m.column[1].y, m.column[2].y),
                   make_vec3(m.column[0].z, m.column[1].z, m.column[2].z));
}
mat4 transpose_mat4(mat4 m) {
  return make_mat4(make_vec4(m.column[0].x, m.column[1].x, m.column[2].x, m.column[3].x),
                   make_vec4(m.column[0].y, m.column[1].y, m.column[2].y, m.column[3].y),
                   make_vec4(m.column[0].z, m.column[1].z, m.column[2].z, m.column[3].z),
                   make_vec4(m.column[0].w, m.column[1].w, m.column[2].w, m.column[3].w));
}
