// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What adapters in C++ that draw with OpenGL have in common: what the interposer (conformance/captures) writes of a frame.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "adapter.h"
#include <nlohmann/json.hpp>

namespace engines {

inline std::string frame_folder() {
  const char* folder = std::getenv("BINDPOSE_FRAME_FOLDER");
  if (folder == nullptr) throw std::runtime_error("it wants the interposer: see run-gpu");
  return folder;
}

/// The last draw call, as the interposer wrote it.
class Drawn {
 public:
  explicit Drawn(std::size_t vertices) : vertices_(vertices) {
    const nlohmann::json frame = nlohmann::json::parse(std::ifstream(frame_folder() + "/frame.json"));
    const nlohmann::json& draw = frame.at("draws").back();
    if (draw.contains("refused"))
      throw std::runtime_error("not captured: " + draw["refused"].get<std::string>());
    file_.open(frame_folder() + "/" + draw.at("file").get<std::string>(), std::ios::binary);
    std::uint64_t length = 0;
    file_.read(reinterpret_cast<char*>(&length), sizeof length);
    std::string text(length, ' ');
    file_.read(text.data(), static_cast<std::streamsize>(length));
    header_ = nlohmann::json::parse(text);
    data_ = sizeof length + length;
  }

  /// The first three numbers of every vertex.
  Numbers output(const std::string& name) {
    const nlohmann::json& tensor = header_.at("output." + name);
    const std::size_t width = tensor.at("shape").at(1);
    if (tensor.at("shape").at(0) != vertices_)
      throw std::runtime_error("the frame has other vertices than the question");
    Numbers all(vertices_ * width), numbers;
    file_.seekg(static_cast<std::streamoff>(data_ + tensor.at("data_offsets").at(0).get<std::size_t>()));
    file_.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(all.size() * sizeof(float)));
    for (std::size_t v = 0; v < vertices_; ++v)
      numbers.insert(numbers.end(), all.data() + width * v, all.data() + width * v + 3);
    return numbers;
  }

 private:
  std::size_t vertices_, data_ = 0;
  std::ifstream file_;
  nlohmann::json header_;
};

}  // namespace engines
