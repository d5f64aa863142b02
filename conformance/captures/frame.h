// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a program's frame as a folder: frame.json lists the draws; for some draws, a safetensors file has the outputs
// of the vertex shader. README.md describes the format.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "reference/model/error.h"
#include "reference/model/row_view.h"

namespace bindpose::captures {

/// One draw call.
struct Draw {
  std::uint64_t event = 0;  ///< its number in the frame
  std::string name;         ///< "glDrawElements()"
  std::string topology;     ///< "triangles"
  std::size_t corners = 0;  ///< indices, or vertices without indices
  std::size_t instances = 0;
  std::string file;     ///< path below the folder; empty: the vertices were not read
  std::string refused;  ///< the reason why they could not be read
};

struct Frame {
  std::string by;   ///< the capturing program: "RenderDoc 1.24"
  std::string api;  ///< "OpenGL"
  std::vector<Draw> draws;
};
/// Reads the text of frame.json. Error CAPTURE_FORMAT at the place in it.
Expected<Frame> parse_frame(std::string_view text, const std::string& where);

/// One output of a vertex shader.
struct Output {
  std::size_t width = 0;        ///< numbers per vertex
  std::vector<double> numbers;  ///< [rows * width]

  RowView<double> rows() const { return {numbers, width}; }
};

/// The vertex shader's outputs of a draw's first instance.
struct DrawnVertices {
  std::vector<std::size_t> rows;       ///< [corners] of the outputs
  std::vector<std::int32_t> vertices;  ///< [corners] in the draw's buffers
  std::map<std::string, Output> outputs;
  std::map<std::string, std::vector<double>> matrices;  ///< uniforms of 4 by 4 numbers, by columns
};
/// Reads a safetensors file. Errors: its own; CAPTURE_FORMAT.
Expected<DrawnVertices> parse_drawn(std::span<const std::byte> bytes, const std::string& where);

/// "12 glDrawElements(): 768 corners of triangles", one line each, at most `most` lines.
std::string listed(const std::vector<Draw>& draws, std::size_t most = 20);

}  // namespace bindpose::captures
