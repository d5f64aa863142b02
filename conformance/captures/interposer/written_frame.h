// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: writes the folder of a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace bindpose::captures {

/// Numbers of each vertex, or a matrix, with their name.
struct Column {
  std::string name;
  std::size_t width = 0;
  std::vector<float> numbers;
};

struct WrittenDraw {
  std::string name;
  unsigned mode = 0;  ///< number of OpenGL's primitive mode
  std::size_t corners = 0;
  std::size_t instances = 1;
  std::string refused = {};
  std::vector<std::int32_t> vertices = {};  ///< vertex for each index
  std::vector<Column> outputs = {};         ///< a row for each index
  std::vector<Column> matrices = {};        ///< 16 numbers by columns
};

/// Writes into BINDPOSE_FRAME_FOLDER; if unset, nowhere. BINDPOSE_FRAME=N: only frame N, counted
/// from 0 by buffer swaps; else the last frame with a draw.
class WrittenFrame {
 public:
  static WrittenFrame& current();

  bool is_wanted() const { return !folder_.empty() && (number_ < 0 || number_ == frame_); }
  void add(const WrittenDraw& draw);
  void end();

 private:
  WrittenFrame();
  std::string write(const WrittenDraw& draw, std::size_t event) const;

  std::filesystem::path folder_;
  long number_ = -1, frame_ = 0;
  bool is_over_ = false;  ///< the next draw belongs to another frame
  nlohmann::json draws_ = nlohmann::json::array();
};

}  // namespace bindpose::captures
