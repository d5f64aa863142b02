// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a .gltf file with a skin - a strip of ten vertices with normals on two joints, the second of which turns in a clip.
#pragma once

#include <cstdint>

#include <nlohmann/json.hpp>

#include "reference/io/base64.h"

namespace bindpose::conformance {

/// Accessors one after the other in one buffer.
class AccessorWriter {
 public:
  template <class Number>
  std::size_t add(const char* type, int component, std::size_t width, const std::vector<Number>& numbers,
                  const nlohmann::json& more = nlohmann::json::object()) {
    const auto data = std::as_bytes(std::span(numbers));
    views_.push_back({{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", data.size()}});
    nlohmann::json accessor = {{"bufferView", views_.size() - 1},
                               {"componentType", component},
                               {"count", numbers.size() / width},
                               {"type", type}};
    accessor.update(more);
    accessors_.push_back(accessor);
    bytes_.insert(bytes_.end(), data.begin(), data.end());
    bytes_.resize((bytes_.size() + 3) / 4 * 4);
    return accessors_.size() - 1;
  }
  void put(nlohmann::json& file) const {
    file["accessors"] = accessors_;
    file["bufferViews"] = views_;
    file["buffers"] = {{{"byteLength", bytes_.size()},
                        {"uri", "data:application/octet-stream;base64," + base64(std::span(bytes_))}}};
  }

 private:
  nlohmann::json views_ = nlohmann::json::array(), accessors_ = nlohmann::json::array();
  std::vector<std::byte> bytes_;
};

inline std::string skinned_strip() {
  constexpr int floats = 5126, shorts = 5123, bytes = 5121;
  std::vector<float> positions, normals, weights;
  std::vector<std::uint8_t> joints;
  std::vector<std::uint16_t> corners;
  for (int row = 0; row < 5; ++row)
    for (int side = 0; side < 2; ++side) {
      const float y = 0.5F * static_cast<float>(row), w = 0.25F * static_cast<float>(row);
      positions.insert(positions.end(), {static_cast<float>(side), y, 0.25F * w});
      normals.insert(normals.end(), {0, 0, 1});
      joints.insert(joints.end(), {1, 0, 0, 0});
      weights.insert(weights.end(), {w, 1 - w, 0, 0});
    }
  for (std::uint16_t v = 0; v < 8; v += 2)
    for (const int corner : {0, 1, 2, 2, 1, 3})
      corners.push_back(static_cast<std::uint16_t>(v + corner));
  AccessorWriter writer;
  const auto extremes = nlohmann::json{{"min", {0, 0, 0}}, {"max", {1, 2, 0.25}}};
  const nlohmann::json attributes = {{"POSITION", writer.add("VEC3", floats, 3, positions, extremes)},
                                     {"NORMAL", writer.add("VEC3", floats, 3, normals)},
                                     {"JOINTS_0", writer.add("VEC4", bytes, 4, joints)},
                                     {"WEIGHTS_0", writer.add("VEC4", floats, 4, weights)}};
  const std::size_t indices = writer.add("SCALAR", shorts, 1, corners);
  const std::vector<float> inverse_binds = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,  0, 1,
                                            1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1};
  const std::size_t binds = writer.add("MAT4", floats, 16, inverse_binds);
  const std::size_t times =
      writer.add("SCALAR", floats, 1, std::vector<float>{0, 1}, {{"min", {0}}, {"max", {1}}});
  const std::size_t turns =
      writer.add("VEC4", floats, 4, std::vector<float>{0, 0, 0, 1, 0.36F, 0.48F, 0, 0.8F});
  nlohmann::json file = {
      {"asset", {{"version", "2.0"}}},
      {"scene", 0},
      {"scenes", {{{"nodes", {0, 2}}}}},
      {"nodes", {{{"children", {1}}}, {{"translation", {0, 1, 0}}}, {{"mesh", 0}, {"skin", 0}}}},
      {"meshes", {{{"primitives", {{{"attributes", attributes}, {"indices", indices}}}}}}},
      {"skins", {{{"joints", {0, 1}}, {"inverseBindMatrices", binds}}}},
      {"animations",
       {{{"name", "turn"},
         {"samplers", {{{"input", times}, {"output", turns}}}},
         {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}}}};
  writer.put(file);
  return file.dump();
}

}  // namespace bindpose::conformance
