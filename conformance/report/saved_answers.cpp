// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/saved_answers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/report/colour_scale.h"
#include "conformance/report/whole_mesh.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// "<subject>/<case>.<variant>" of "<case>/<subject>/<variant>".
std::string file_of(const std::string& test) {
  const std::size_t first = test.find('/'), last = test.rfind('/');
  return test.substr(first + 1, last - first) + test.substr(0, first) + "." + test.substr(last + 1);
}

Tensor tensor_of(const std::string& name, const Array& array, Storage reals) {
  Tensor tensor{array, array.is_real() ? reals : Storage::int32};
  tensor.array.name = name;
  return tensor;
}

std::vector<Tensor> tensors_of(const JudgedAnswer& judged) {
  std::vector<Tensor> tensors;
  for (const Array& array : judged.question.arrays)
    tensors.push_back(tensor_of("question." + array.name, array, Storage::float64));
  for (const ExpectedArray& expected : judged.right.arrays) {
    const auto add = [&](const char* what, const Array::Reals& values) {
      tensors.push_back({{what + expected.name, expected.shape, values}, Storage::float64});
    };
    if (const Array* got = judged.answer.arrays.find(expected.name); got != nullptr)
      tensors.push_back(tensor_of("got." + expected.name, *got, Storage::float64));
    add("expected.", expected.branch.values);
    add("bound.", expected.branch.bounds);
  }
  return tensors;
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

void append_number(std::string& bytes, std::uint32_t number) {
  append(bytes, std::vector<std::uint32_t>{number});
}

/// Red, green, blue and opacity of each vertex.
std::vector<std::uint8_t> colours_of(const WholeMesh& mesh) {
  double worst = 1;
  for (const double fraction : mesh.fractions)
    if (std::isfinite(fraction)) worst = std::max(worst, fraction);
  std::vector<std::uint8_t> colours;
  for (const double fraction : mesh.fractions) {
    const double share = !std::isfinite(fraction) || worst == 1 ? 1 : std::log(fraction) / std::log(worst);
    const Colour colour = fraction <= 1 ? Colour{255, 255, 255} : scale_colour(share);
    colours.insert(colours.end(), {colour[0], colour[1], colour[2], 255});
  }
  return colours;
}

std::vector<float> places_of(const WholeMesh& mesh) {
  std::vector<float> places;
  for (std::size_t v = 0; v < mesh.got.size(); ++v)
    for (std::size_t c = 0; c < 3; ++c) {
      const auto got = static_cast<float>(mesh.got[v][c]);
      places.push_back(std::isfinite(got) ? got : static_cast<float>(mesh.expected[v][c]));
    }
  return places;
}

/// The least or the largest of each coordinate.
template <class Better>
std::array<float, 3> extreme_of(const std::vector<float>& places, Better better) {
  std::array<float, 3> extreme = {places[0], places[1], places[2]};
  for (std::size_t i = 3; i < places.size(); ++i)
    if (better(places[i], extreme[i % 3])) extreme[i % 3] = places[i];
  return extreme;
}

constexpr int float_type = 5126, byte_type = 5121, index_type = 5125, points_mode = 0, triangles_mode = 4;

ordered_json attribute_views(std::size_t vertices) {
  return {{{"buffer", 0}, {"byteLength", 12 * vertices}},
          {{"buffer", 0}, {"byteOffset", 12 * vertices}, {"byteLength", 4 * vertices}}};
}

ordered_json attribute_accessors(const std::vector<float>& places) {
  const std::size_t vertices = places.size() / 3;
  ordered_json position = {{"bufferView", 0},
                           {"componentType", float_type},
                           {"type", "VEC3"},
                           {"count", vertices},
                           {"min", extreme_of(places, std::less{})},
                           {"max", extreme_of(places, std::greater{})}};
  ordered_json colour = {{"bufferView", 1},
                         {"componentType", byte_type},
                         {"normalized", true},
                         {"type", "VEC4"},
                         {"count", vertices}};
  return ordered_json::array({position, colour});
}

/// One mesh of places, colours and, where there are any, triangles, which lie in the data in this order.
ordered_json document_of(const std::string& name, const std::vector<float>& places, std::size_t indices,
                         std::size_t bytes) {
  const std::size_t vertices = places.size() / 3;
  ordered_json views = attribute_views(vertices), accessors = attribute_accessors(places);
  ordered_json primitive = {{"attributes", {{"POSITION", 0}, {"COLOR_0", 1}}}, {"mode", points_mode}};
  if (indices > 0) {
    views.push_back({{"buffer", 0}, {"byteOffset", 16 * vertices}, {"byteLength", 4 * indices}});
    accessors.push_back(
        {{"bufferView", 2}, {"componentType", index_type}, {"type", "SCALAR"}, {"count", indices}});
    primitive["mode"] = triangles_mode;
    primitive["indices"] = 2;
  }
  const auto only = [](ordered_json one) { return ordered_json::array({std::move(one)}); };
  return {{"asset", {{"version", "2.0"}, {"generator", "bindpose"}}},
          {"scene", 0},
          {"scenes", only({{"nodes", ordered_json::array({0})}})},
          {"nodes", only({{"mesh", 0}, {"name", name}})},
          {"meshes", only({{"primitives", only(primitive)}})},
          {"buffers", only({{"byteLength", bytes}})},
          {"bufferViews", views},
          {"accessors", accessors}};
}

/// A .glb file of a JSON chunk and a binary one.
std::string glb_of(std::string json, const std::string& data) {
  json.append((4 - json.size() % 4) % 4, ' ');
  std::string bytes = "glTF";
  append_number(bytes, 2);
  append_number(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data.size()));
  append_number(bytes, static_cast<std::uint32_t>(json.size()));
  bytes += "JSON" + json;
  append_number(bytes, static_cast<std::uint32_t>(data.size()));
  return bytes.append("BIN\0", 4) + data;
}

}  // namespace

std::string coloured_glb(const JudgedAnswer& judged) {
  const auto mesh = whole_mesh(judged);
  if (!mesh || mesh->are_joints) return "";
  std::vector<std::uint32_t> indices;
  for (const Triangle& triangle : mesh->triangles)
    indices.insert(indices.end(), triangle.begin(), triangle.end());
  const std::vector<float> places = places_of(*mesh);
  std::string data;
  append(data, places);
  append(data, colours_of(*mesh));
  append(data, indices);
  return glb_of(document_of(judged.test, places, indices.size(), data.size()).dump(), data);
}

Expected<void> save_answer(const fs::path& folder, const JudgedAnswer& judged) {
  const std::string file = (folder / file_of(judged.test)).string();
  const std::vector<Tensor> tensors = tensors_of(judged);
  BINDPOSE_TRY(const auto bytes, to_safetensors(tensors, {{"test", judged.test}}));
  BINDPOSE_CHECK(make_folder(fs::path(file).parent_path()));
  BINDPOSE_CHECK(write_file(file + ".safetensors", std::span<const std::byte>(bytes)));
  const std::string glb = coloured_glb(judged);
  return glb.empty() ? Expected<void>() : write_file(file + ".glb", std::string_view(glb));
}

void AnswerSaver::look_at(const JudgedAnswer& judged) {
  if (is_expected(judged.verdict.outcome)) return;
  auto saved = save_answer(folder_, judged);
  const std::lock_guard lock(mutex_);
  if (result_ && !saved) result_ = std::move(saved);
}

Expected<void> AnswerSaver::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

}  // namespace bindpose::conformance
