// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Operations of GLSL that WGSL lacks. gpu/spirv/wgsl.h writes this text before every shader.

alias vec2b = vec2<bool>;
alias vec3b = vec3<bool>;
alias vec4b = vec4<bool>;

// WGSL refuses infinities and NaN in constant expressions. Their bits combined with this variable are not constant.
var<private> zero_word: u32;

// a b^T
fn outer_product_vec2f(a: vec2f, b: vec2f) -> mat2x2f { return mat2x2f(a * b.x, a * b.y); }
fn outer_product_vec3f(a: vec3f, b: vec3f) -> mat3x3f { return mat3x3f(a * b.x, a * b.y, a * b.z); }
fn outer_product_vec4f(a: vec4f, b: vec4f) -> mat4x4f { return mat4x4f(a * b.x, a * b.y, a * b.z, a * b.w); }
