// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "file.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>

#include "skin.h"
#include <nlohmann/json.hpp>

namespace control {
namespace {

using nlohmann::json;

std::string contents(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error(path + ": cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// What stands in a data: URI, six bits a letter.
std::string decoded(const std::string& text) {
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char letter : text) {
    if (letter == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(letters.find(letter));
    if ((count += 6) < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

std::string resource(const std::string& folder, const std::string& uri) {
  return uri.rfind("data:", 0) == 0 ? decoded(uri.substr(uri.find(',') + 1)) : contents(folder + uri);
}

/// Numbers of one component type, of which an integer that is normalized means so much.
template <class Number>
double number_at(const char* bytes, bool normalized) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  if constexpr (std::is_integral_v<Number>)
    if (normalized) return std::max(double(number) / std::numeric_limits<Number>::max(), -1.0);
  return number;
}

struct Component {
  std::size_t size;
  double (*number)(const char*, bool);
};

Component component(int type) {
  switch (type) {
    case 5120:
      return {1, number_at<std::int8_t>};
    case 5121:
      return {1, number_at<std::uint8_t>};
    case 5122:
      return {2, number_at<std::int16_t>};
    case 5123:
      return {2, number_at<std::uint16_t>};
    case 5125:
      return {4, number_at<std::uint32_t>};
    case 5126:
      return {4, number_at<float>};
    default:
      throw std::runtime_error("componentType " + std::to_string(type) + " is none of glTF's");
  }
}

std::size_t width_of(const std::string& type) {
  return type == "SCALAR" ? 1 : type == "MAT4" ? 16 : static_cast<std::size_t>(type.at(3) - '0');
}

/// (C | t) of 16 numbers, column after column.
Matrix rows_of(const Numbers& columns) {
  Matrix rows;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 4; ++column)
      rows[4 * row + column] = columns[4 * column + row];
  return rows;
}

class File {
 public:
  explicit File(const std::string& path) : folder_(path.substr(0, path.rfind('/') + 1)) {
    std::string text = contents(path);
    if (text.rfind("glTF", 0) == 0) {
      std::uint32_t length = 0;
      std::memcpy(&length, &text.at(12), sizeof length);
      binary_ = text.substr(28 + length);
      text = text.substr(20, length);
    }
    json_ = json::parse(text);
    for (const json& buffer : json_.at("buffers"))
      buffers_.push_back(buffer.contains("uri") ? resource(folder_, buffer["uri"]) : binary_);
  }

  const json& operator[](const char* name) const { return json_.at(name); }

  Numbers numbers(const json& index) const {
    const json& accessor = json_.at("accessors").at(index.get<std::size_t>());
    if (accessor.contains("sparse") || !accessor.contains("bufferView"))
      throw std::runtime_error("the control reads no sparse accessors");
    const json& view = json_.at("bufferViews").at(accessor["bufferView"].get<std::size_t>());
    const Component of = component(accessor.at("componentType"));
    const std::size_t width = width_of(accessor.at("type")),
                      stride = view.value("byteStride", width * of.size);
    const std::size_t begin =
        view.value("byteOffset", std::size_t{0}) + accessor.value("byteOffset", std::size_t{0});
    const std::string& buffer = buffers_.at(view.at("buffer").get<std::size_t>());
    const bool normalized = accessor.value("normalized", false);
    Numbers found;
    for (std::size_t row = 0; row < accessor.at("count"); ++row)
      for (std::size_t i = 0; i < width; ++i)
        found.push_back(
            static_cast<float>(of.number(&buffer.at(begin + row * stride + i * of.size), normalized)));
    return found;
  }

 private:
  std::string folder_, binary_;
  std::vector<std::string> buffers_;
  json json_;
};

/// The nodes as joints, as a clip moves them.
Pose posed(const File& file, int clip, double time) {
  Pose pose;
  for (const json& node : file["nodes"]) {
    const auto of = [&](const char* name, const Numbers& rest) { return node.value(name, rest); };
    pose.push_back({-1,
                    row<3>(of("translation", {0, 0, 0}).data()),
                    row<4>(of("rotation", {0, 0, 0, 1}).data()),
                    row<3>(of("scale", {1, 1, 1}).data()),
                    {}});
    if (node.contains("matrix")) pose.back().matrix = rows_of(node["matrix"].get<Numbers>());
  }
  for (std::size_t j = 0; j < pose.size(); ++j)
    for (const int child : file["nodes"][j].value("children", std::vector<int>()))
      pose.at(child).parent = static_cast<int>(j);
  if (clip < 0) return pose;
  const json& animation = file["animations"].at(clip);
  for (const json& channel : animation.at("channels")) {
    const json &sampler = animation.at("samplers").at(channel.at("sampler").get<std::size_t>()),
               &target = channel.at("target");
    const std::string kind = sampler.value("interpolation", "LINEAR"), path = target.at("path");
    if (path == "weights") continue;
    move(pose,
         {target.at("node"),
          path == "translation" ? translation
          : path == "rotation"  ? rotation
                                : scale,
          kind == "STEP"     ? step
          : kind == "LINEAR" ? linear
                             : cubic,
          file.numbers(sampler.at("input")), file.numbers(sampler.at("output"))},
         time);
  }
  return pose;
}

/// The sets of joints and weights, side by side.
void add_influences(const File& file, const json& attributes, std::size_t vertices, Mesh& mesh) {
  std::vector<Numbers> joints, weights;
  for (int set = 0; attributes.contains("JOINTS_" + std::to_string(set)); ++set) {
    joints.push_back(file.numbers(attributes.at("JOINTS_" + std::to_string(set))));
    weights.push_back(file.numbers(attributes.at("WEIGHTS_" + std::to_string(set))));
  }
  mesh.slots = 4 * joints.size();
  for (std::size_t v = 0; v < vertices; ++v)
    for (std::size_t i = 0; i < mesh.slots; ++i) {
      mesh.joints.push_back(static_cast<int>(joints[i / 4][4 * v + i % 4]));
      mesh.weights.push_back(weights[i / 4][4 * v + i % 4]);
    }
}

std::vector<Matrix> palette_of(const File& file, const json& skin, const std::vector<Matrix>& world) {
  const Numbers inverses =
      skin.contains("inverseBindMatrices") ? file.numbers(skin["inverseBindMatrices"]) : Numbers();
  std::vector<Matrix> palette;
  for (const std::size_t joint : skin.at("joints")) {
    const auto begin = inverses.begin() + static_cast<std::ptrdiff_t>(16 * palette.size());
    palette.push_back(inverses.empty() ? world.at(joint)
                                       : Library::product(world.at(joint), rows_of({begin, begin + 16})));
  }
  return palette;
}

void append_part(Mesh& to, const File& file, const bindpose_part& part, const std::vector<Matrix>& world,
                 const Question& question) {
  const json& node = file["nodes"].at(part.node);
  const json& attributes = file["meshes"].at(part.mesh).at("primitives").at(part.primitive).at("attributes");
  Mesh mesh;
  mesh.positions = file.numbers(attributes.at("POSITION"));
  if (attributes.contains("NORMAL")) mesh.normals = file.numbers(attributes["NORMAL"]);
  if (attributes.contains("TANGENT")) mesh.tangents = file.numbers(attributes["TANGENT"]);
  if (!node.contains("skin")) {
    append_carried(to, mesh, std::vector<Matrix>(part.vertices, world.at(part.node)), true);
    return;
  }
  add_influences(file, attributes, part.vertices, mesh);
  const json& skin = file["skins"].at(node["skin"].get<std::size_t>());
  append_carried(to, mesh, blended(mesh, palette_of(file, skin, world), question), false);
}

}  // namespace

void answer_asset(Question& question) {
  const bindpose_asset& asset = *question.asset();
  const File file(asset.file);
  const std::vector<Matrix> world = world_matrices(posed(file, asset.clip, asset.time), question);
  Mesh all;
  for (std::size_t p = 0; p < asset.part_count; ++p)
    append_part(all, file, *asset.parts[p], world, question);
  question.put("positions", all.positions);
  question.put("normals", all.normals);
  question.put("tangents", all.tangents);
}

}  // namespace control
