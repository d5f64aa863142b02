// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/mesh_writer.h"

#include <functional>

#include <nlohmann/json.hpp>

namespace bindpose::gltf {
namespace {

using nlohmann::ordered_json;

constexpr int float_type = 5126, byte_type = 5121, index_type = 5125, points_mode = 0, triangles_mode = 4;

/// The smallest or largest value of each coordinate.
template <class Better>
std::array<float, 3> extreme_of(const std::vector<float>& places, Better better) {
  std::array<float, 3> extreme = {places[0], places[1], places[2]};
  for (std::size_t i = 3; i < places.size(); ++i)
    if (better(places[i], extreme[i % 3])) extreme[i % 3] = places[i];
  return extreme;
}

template <class Number>
void append(std::string& bytes, const std::vector<Number>& numbers) {
  bytes.append(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}

void append_number(std::string& bytes, std::uint32_t number) {
  append(bytes, std::vector<std::uint32_t>{number});
}

/// A file under construction: every array of numbers is a separate view and accessor.
class Writer {
 public:
  Writer() {
    for (const char* list : {"nodes", "meshes", "bufferViews", "accessors"})
      document_[list] = ordered_json::array();
  }

  void add(const WrittenMesh& mesh) {
    ordered_json attributes;
    attributes["POSITION"] = add_array(mesh.positions, float_type, "VEC3", 3);
    document_["accessors"].back()["min"] = extreme_of(mesh.positions, std::less{});
    document_["accessors"].back()["max"] = extreme_of(mesh.positions, std::greater{});
    if (!mesh.normals.empty()) attributes["NORMAL"] = add_array(mesh.normals, float_type, "VEC3", 3);
    if (!mesh.tangents.empty()) attributes["TANGENT"] = add_array(mesh.tangents, float_type, "VEC4", 4);
    if (!mesh.colours.empty()) {
      attributes["COLOR_0"] = add_array(mesh.colours, byte_type, "VEC4", 4);
      document_["accessors"].back()["normalized"] = true;
    }
    ordered_json primitive = {{"attributes", attributes}, {"mode", points_mode}};
    if (!mesh.triangles.empty()) {
      primitive["indices"] = add_array(indices_of(mesh), index_type, "SCALAR", 1);
      primitive["mode"] = triangles_mode;
    }
    document_["nodes"].push_back({{"mesh", document_["meshes"].size()}, {"name", mesh.name}});
    document_["meshes"].push_back({{"primitives", ordered_json::array({primitive})}});
  }

  /// A JSON chunk and a binary one.
  std::string glb() const {
    ordered_json document = document_, roots = ordered_json::array();
    for (std::size_t n = 0; n < document["nodes"].size(); ++n)
      roots.push_back(n);
    document["asset"] = {{"version", "2.0"}, {"generator", "bindpose"}};
    document["scene"] = 0;
    document["scenes"] = ordered_json::array({{{"nodes", roots}}});
    document["buffers"] = ordered_json::array({{{"byteLength", data_.size()}}});
    std::string json = document.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    json.append((4 - json.size() % 4) % 4, ' ');
    std::string bytes = "glTF";
    append_number(bytes, 2);
    append_number(bytes, static_cast<std::uint32_t>(12 + 8 + json.size() + 8 + data_.size()));
    append_number(bytes, static_cast<std::uint32_t>(json.size()));
    bytes += "JSON" + json;
    append_number(bytes, static_cast<std::uint32_t>(data_.size()));
    return bytes.append("BIN\0", 4) + data_;
  }

 private:
  static std::vector<std::uint32_t> indices_of(const WrittenMesh& mesh) {
    std::vector<std::uint32_t> indices;
    for (const Triangle& triangle : mesh.triangles)
      indices.insert(indices.end(), triangle.begin(), triangle.end());
    return indices;
  }

  /// Index of its accessor.
  template <class Number>
  std::size_t add_array(const std::vector<Number>& numbers, int type, const char* shape, std::size_t width) {
    const std::size_t views = document_["bufferViews"].size();
    document_["bufferViews"].push_back(
        {{"buffer", 0}, {"byteOffset", data_.size()}, {"byteLength", numbers.size() * sizeof(Number)}});
    document_["accessors"].push_back(
        {{"bufferView", views}, {"componentType", type}, {"type", shape}, {"count", numbers.size() / width}});
    append(data_, numbers);  // padded to a multiple of 4 bytes
    return views;
  }

  ordered_json document_;
  std::string data_;
};

template <class Rows>
std::vector<float> floats_of(const Rows& rows) {
  std::vector<float> numbers;
  for (const auto& row : rows)
    for (const double x : row)
      numbers.push_back(static_cast<float>(x));
  return numbers;
}

}  // namespace

WrittenMesh written_mesh(const std::string& name, const Mesh& mesh) {
  return {name,          floats_of(mesh.positions), floats_of(mesh.normals), floats_of(mesh.tangents), {},
          mesh.triangles};
}

std::string to_glb(const std::vector<WrittenMesh>& meshes) {
  Writer writer;
  for (const WrittenMesh& mesh : meshes)
    writer.add(mesh);
  return writer.glb();
}

}  // namespace bindpose::gltf
