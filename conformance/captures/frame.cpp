// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/frame.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/model/try.h"

namespace bindpose::captures {
namespace {

using nlohmann::json;

constexpr const char* format_name = "bindpose-frame-1";

/// The text of a key; empty if the value is not a text.
std::string text_of(const json& object, const char* key) {
  const json field = object.value(key, json());
  return field.is_string() ? printable(field.get<std::string>()) : "";
}

std::uint64_t number_of(const json& object, const char* key) {
  const json field = object.value(key, json());
  return field.is_number_unsigned() ? field.get<std::uint64_t>() : 0;
}

bool is_file_name(const std::string& text) {
  return text.empty() || (std::filesystem::path(text).filename() == text && text != "." && text != "..");
}

/// Columns of the draw's table with one entry per index.
template <class Number>
Expected<std::vector<Number>> corners_of(const TensorFile& file, const char* name, const std::string& where) {
  const Tensor* tensor = file.find(name);
  if (tensor == nullptr || tensor->storage != Storage::int32 || tensor->array.shape.size() != 1)
    return fail("CAPTURE_FORMAT", where + "#" + name, "expected int32 numbers, one per index");
  const Array::Integers& numbers = tensor->array.integers();
  const auto bad = std::ranges::find_if(numbers, [](std::int32_t i) { return i < 0; });
  if (bad != numbers.end())
    return fail("CAPTURE_FORMAT", fmt::format("{}#{}[{}]", where, name, bad - numbers.begin()),
                "expected no number below 0");
  return std::vector<Number>(numbers.begin(), numbers.end());
}

Expected<void> add_output(DrawnVertices& drawn, const std::string& name, const Array& array, std::size_t rows,
                          const std::string& where) {
  if (array.shape.size() != 2 || array.shape[0] < rows || array.shape[1] == 0 || array.shape[1] > 4)
    return fail("CAPTURE_FORMAT", where + "#" + printable(array.name),
                fmt::format("expected {} rows of one to four numbers", rows));
  drawn.outputs[name] = {array.shape[1], array.reals()};
  return {};
}

}  // namespace

Expected<Frame> parse_frame(std::string_view text, const std::string& where) {
  const json document = foreign_json(text);
  const json draws = document.is_object() ? document.value("draws", json()) : json();
  if (!draws.is_array() || document.value("format", json()) != format_name)
    return fail("CAPTURE_FORMAT", where, fmt::format("expected the format {}", format_name));
  Frame frame{text_of(document, "by"), text_of(document, "api"), {}};
  std::set<std::string> files;
  for (const json& each : draws) {
    if (!each.is_object() || !is_file_name(text_of(each, "file")))
      return fail("CAPTURE_FORMAT", fmt::format("{}#/draws/{}", where, frame.draws.size()),
                  "expected a draw whose file is in the folder");
    if (const std::string file = text_of(each, "file"); !file.empty() && !files.insert(file).second)
      return fail("CAPTURE_FORMAT", fmt::format("{}#/draws/{}", where, frame.draws.size()),
                  "expected its own file, found the file of another draw");
    frame.draws.push_back({number_of(each, "event"), text_of(each, "name"), text_of(each, "topology"),
                           number_of(each, "corners"), number_of(each, "instances"), text_of(each, "file"),
                           text_of(each, "refused")});
  }
  return frame;
}

Expected<DrawnVertices> parse_drawn(std::span<const std::byte> bytes, const std::string& where) {
  auto read = from_safetensors(bytes);
  if (!read) return fail(read.error().code, where + " " + read.error().where, read.error().message);
  DrawnVertices drawn;
  BINDPOSE_TRY(drawn.rows, corners_of<std::size_t>(*read, "rows", where));
  BINDPOSE_TRY(drawn.vertices, corners_of<std::int32_t>(*read, "vertices", where));
  if (drawn.rows.empty() || drawn.rows.size() != drawn.vertices.size())
    return fail("CAPTURE_FORMAT", where, "expected one row per vertex, at least one");
  const std::size_t rows = *std::ranges::max_element(drawn.rows) + 1;
  for (const Tensor& tensor : read->tensors) {
    const std::string& name = tensor.array.name;
    if (tensor.storage == Storage::int32) continue;
    if (name.starts_with("output."))
      BINDPOSE_CHECK(add_output(drawn, name.substr(7), tensor.array, rows, where));
    if (name.starts_with("matrix.") && tensor.array.shape == Shape{4, 4})
      drawn.matrices[name.substr(7)] = tensor.array.reals();
  }
  return drawn;
}

std::string listed(const std::vector<Draw>& draws, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(draws.size(), most); ++i) {
    const Draw& draw = draws[i];
    const std::string instances =
        draw.instances > 1 ? fmt::format(", {} instances", draw.instances) : std::string();
    const std::string refused = draw.refused.empty() ? "" : "; not read: " + draw.refused;
    text += fmt::format("  {} {}: {} corners of {}{}{}\n", draw.event, draw.name, draw.corners, draw.topology,
                        instances, refused);
  }
  if (draws.size() > most) text += fmt::format("  and {} more\n", draws.size() - most);
  return text.empty() ? "  no draw at all\n" : text;
}

}  // namespace bindpose::captures
