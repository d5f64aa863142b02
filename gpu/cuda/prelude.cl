// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// OpenCL's functions for NVIDIA's cards, placed before a kernel that clang compiles to PTX without a library of
// OpenCL. Square roots and divisions are rounded correctly. The card's own instructions approximate GLSL's other
// functions.

#define __constant __global
#define get_global_id(dimension) \
  (__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x())
#define barrier(flags) __syncthreads()
#define sqrt(x) __builtin_sqrtf(x)
#define rsqrt(x) (1.0f / __builtin_sqrtf(x))
#define fmin(a, b) __builtin_fminf(a, b)
#define fmax(a, b) __builtin_fmaxf(a, b)
#define floor(x) __builtin_floorf(x)
#define isnan(x) ((x) != (x))
#define fabs(x) __builtin_fabsf(x)
#define fma(a, b, c) fused(a, b, c)
#define sin(x) __nvvm_sin_approx_f(x)
#define cos(x) __nvvm_cos_approx_f(x)
#define exp(x) __nvvm_ex2_approx_f((x)*1.44269504f)
#define log(x) (__nvvm_lg2_approx_f(x) * 0.693147181f)
#define pow(x, y) __nvvm_ex2_approx_f((y)*__nvvm_lg2_approx_f(x))
#define vload_half2(offset, p) halves(*(const uint*)(p))
#define min(a, b) smaller(a, b)
#define max(a, b) larger(a, b)

static float half_of(ushort bits) {
  float x;
  __asm__("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
  return x;
}
static float2 halves(uint bits) { return (float2)(half_of(bits & 65535u), half_of(bits >> 16)); }

static int __attribute__((overloadable)) smaller(int a, int b) { return a < b ? a : b; }
static uint __attribute__((overloadable)) smaller(uint a, uint b) { return a < b ? a : b; }
static int __attribute__((overloadable)) larger(int a, int b) { return a > b ? a : b; }
static uint __attribute__((overloadable)) larger(uint a, uint b) { return a > b ? a : b; }

static float __attribute__((overloadable)) fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
static float2 __attribute__((overloadable)) fused(float2 a, float2 b, float2 c) {
  return (float2)(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
}
static float3 __attribute__((overloadable)) fused(float3 a, float3 b, float3 c) {
  return (float3)(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y), fused(a.z, b.z, c.z));
}
static float4 __attribute__((overloadable)) fused(float4 a, float4 b, float4 c) {
  return (float4)(fused(a.xy, b.xy, c.xy), fused(a.zw, b.zw, c.zw));
}
