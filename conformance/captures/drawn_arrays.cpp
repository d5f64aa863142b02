// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/drawn_arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/captures/camera.h"
#include "conformance/captures/drawn_part.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::captures {
namespace {

constexpr const char* clip_position = "gl_Position";
constexpr std::size_t clip_width = 4;

bool is_seen(const std::string& array, const std::string& output) {
  return array == "positions" && output == clip_position;
}

/// The rows of the output that becomes an array.
Expected<RowView<double>> rows_for(const std::string& array, const std::string& output,
                                   const DrawnVertices& drawn) {
  const auto found = drawn.outputs.find(output);
  if (found == drawn.outputs.end())
    return fail("CAPTURE_OUTPUT", "",
                fmt::format("the draw has no output '{}' for {}; it has {}", printable(output), array,
                            outputs_in(drawn)));
  const std::size_t width = found->second.width;
  if (is_seen(array, output) && width != clip_width)
    return fail("CAPTURE_OUTPUT", "",
                fmt::format("expected {} numbers per vertex for {}, found {}", clip_width, output, width));
  const std::size_t least = array == "tangents" ? 4 : 3;
  if (width < least)
    return fail(
        "CAPTURE_OUTPUT", "",
        fmt::format("expected at least {} numbers per vertex for {} in '{}', found {}; the draw has {}",
                    least, array, printable(output), width, outputs_in(drawn)));
  return found->second.rows();
}

Array::Reals& numbers_of(Array& array) {
  return std::get<Array::Reals>(array.data);
}

void append_rows(const RowView<double>& output, const std::vector<std::size_t>& rows, std::size_t width,
                 Array& array) {
  Array::Reals& numbers = numbers_of(array);
  for (const std::size_t row : rows) {
    const auto first = output[row].first(width);
    numbers.insert(numbers.end(), first.begin(), first.end());
  }
  if (!array.uncertainty.empty()) array.uncertainty.resize(numbers.size(), 0);
}

/// Appends world positions: gl_Position, transformed by the inverse camera.
Expected<void> append_seen(const RowView<double>& output, const std::vector<std::size_t>& rows,
                           const Camera& camera, Array& array) {
  Array::Reals& numbers = numbers_of(array);
  array.uncertainty.resize(numbers.size(), 0);
  for (const std::size_t row : rows) {
    BINDPOSE_TRY(const auto seen, seen_from(camera, Eigen::Vector4d(output[row].data())));
    numbers.insert(numbers.end(), seen.place.data(), seen.place.data() + 3);
    array.uncertainty.insert(array.uncertainty.end(), seen.uncertainty.data(), seen.uncertainty.data() + 3);
  }
  return {};
}

}  // namespace

std::string output_of(const Options& options, const std::string& array) {
  const auto named = options.find(array);
  return named == options.end() ? clip_position : named->second;
}

std::string outputs_in(const DrawnVertices& drawn) {
  std::vector<std::string> names;
  for (const auto& [name, output] : drawn.outputs)
    names.push_back(fmt::format("{} ({})", printable(name), output.width));
  return fmt::format("{}", fmt::join(names, ", "));
}

Expected<void> append_drawn(const DrawnVertices& drawn, const gltf::Primitive& primitive,
                            const Options& options, std::map<std::string, Array>& arrays) {
  BINDPOSE_TRY(const auto rows, rows_of_vertices(drawn, primitive));
  for (auto& [name, array] : arrays) {
    const std::string output = output_of(options, name);
    BINDPOSE_TRY(const auto numbers, rows_for(name, output, drawn));
    if (!is_seen(name, output)) {
      append_rows(numbers, rows, name == "tangents" ? 4 : 3, array);
      continue;
    }
    Camera camera;
    if (const auto named = options.find("camera"); named != options.end()) {
      BINDPOSE_TRY(camera, read_camera(named->second, drawn));
    }
    BINDPOSE_CHECK(append_seen(numbers, rows, camera, array));
  }
  return {};
}

}  // namespace bindpose::captures
