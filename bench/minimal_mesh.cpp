// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/minimal_mesh.h"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "gpu/program/shader_source.h"

namespace bindpose::bench {
namespace {

using namespace minimal;

constexpr const char* skin = R"(
void skin(vec3 x, vec3 n, vec4 t, uvec4 joints, vec4 weights, out vec3 out_x, out vec3 out_n, out vec4 out_t) {
  vec3 sum_x = vec3(0.0), sum_n = vec3(0.0), sum_t = vec3(0.0);
  for (int i = 0; i < 4; ++i) {
    int row = 3 * int(joints[i]);
    vec4 a = palette_row(row), b = palette_row(row + 1), c = palette_row(row + 2);
    sum_x += weights[i] * vec3(dot(a.xyz, x) + a.w, dot(b.xyz, x) + b.w, dot(c.xyz, x) + c.w);
    sum_n += weights[i] * vec3(dot(a.xyz, n), dot(b.xyz, n), dot(c.xyz, n));
    sum_t += weights[i] * vec3(dot(a.xyz, t.xyz), dot(b.xyz, t.xyz), dot(c.xyz, t.xyz));
  }
  out_x = sum_x;
  out_n = normalize(sum_n);
  out_t = vec4(normalize(sum_t), t.w);
}
)";

constexpr const char* compute_main = R"(
layout(std430, binding = {}) readonly buffer Vertices {{ uint vertices[]; }};
layout(std430, binding = {}) writeonly buffer Captured {{ float captured[]; }};
layout(local_size_x = {}) in;
uniform uint vertex_count;
float real(uint at) {{ return uintBitsToFloat(vertices[at]); }}
void main() {{
  uint v = gl_GlobalInvocationID.x, at = v * 18u;
  if (v >= vertex_count) return;
  vec3 x, n;
  vec4 t;
  skin(vec3(real(at), real(at + 1u), real(at + 2u)), vec3(real(at + 3u), real(at + 4u), real(at + 5u)),
       vec4(real(at + 6u), real(at + 7u), real(at + 8u), real(at + 9u)),
       uvec4(vertices[at + 10u], vertices[at + 11u], vertices[at + 12u], vertices[at + 13u]),
       vec4(real(at + 14u), real(at + 15u), real(at + 16u), real(at + 17u)), x, n, t);
  for (uint i = 0u; i < 3u; ++i) {{
    captured[v * 10u + i] = x[i];
    captured[v * 10u + 3u + i] = n[i];
  }}
  for (uint i = 0u; i < 4u; ++i) captured[v * 10u + 6u + i] = t[i];
}}
)";

/// The numbers of one array to their place in each vertex.
void put(std::vector<std::uint32_t>& words, std::size_t at, const ArraySet& arrays, const char* name) {
  const Array& array = *arrays.find(name);
  const std::size_t width = bindpose::element_count(array.shape) * vertex_words / words.size();
  for (std::size_t i = 0; i < words.size() / vertex_words * width; ++i) {
    std::uint32_t& word = words[i / width * vertex_words + at + i % width];
    word = array.is_real() ? std::bit_cast<std::uint32_t>(static_cast<float>(array.reals()[i]))
                           : static_cast<std::uint32_t>(array.integers()[i]);
  }
}

}  // namespace

std::vector<std::uint32_t> minimal_vertices(const ArraySet& arrays) {
  std::vector<std::uint32_t> words(vertex_words * arrays.find("positions")->shape[0]);
  put(words, 0, arrays, "positions");
  put(words, normal_at, arrays, "normals");
  put(words, tangent_at, arrays, "tangents");
  put(words, joints_at, arrays, "joints");
  put(words, weights_at, arrays, "weights");
  return words;
}

ArraySet minimal_answer(std::span<const float> captured) {
  const std::size_t vertex_count = captured.size() / minimal_captured_words;
  ArraySet answer;
  const auto add = [&](const char* name, std::size_t at, std::size_t width) {
    Array::Reals values;
    for (std::size_t i = 0; i < vertex_count * width; ++i)
      values.push_back(captured[i / width * minimal_captured_words + at + i % width]);
    answer.add(name, {vertex_count, width}, std::move(values));
  };
  add("positions", 0, 3);
  add("normals", normal_at, 3);
  add("tangents", tangent_at, 4);
  return answer;
}

std::string minimal_skinning(gpu::Api api, gpu::PaletteDelivery delivery, std::size_t palette_rows) {
  return gpu::shader_header(api) + gpu::palette_declaration(api, delivery, palette_rows) + skin;
}

std::string minimal_compute_shader(gpu::Api api, gpu::PaletteDelivery delivery, std::size_t palette_rows) {
  return minimal_skinning(api, delivery, palette_rows) +
         fmt::format(compute_main, gpu::vertices_binding, gpu::captured_binding, gpu::compute_group_size);
}

}  // namespace bindpose::bench
