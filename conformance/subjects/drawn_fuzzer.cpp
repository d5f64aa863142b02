// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// Inputs are the safetensors file of a captured draw, or its tensors as JSON, which the mutator changes without
// breaking the file: {"rows": [0, 1], "output.gl_Position": [[1, 2, 3, 1], ...]}. The fuzzer judges
// each with every kind of camera.

#include "conformance/captures/drawn_arrays.h"
#include "conformance/judge/judge.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/io/safetensors.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::drawn_fuzzer {
namespace {

using namespace conformance;
using nlohmann::json;

/// A square on two joints, the second of which has moved: as a file and as an input.
struct Square {
  Square() {
    primitive.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    primitive.mesh.triangles = {{0, 1, 2}, {2, 1, 3}};
    question.algorithm = find_algorithm("lbs");
    question.arrays.add("positions", {4, 3}, Array::Reals{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
    question.arrays.add("normals", {4, 3}, Array::Reals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    question.arrays.add("joints", {4, 2}, Array::Integers{0, 1, 0, 1, 0, 1, 0, 1});
    question.arrays.add("weights", {4, 2}, Array::Reals{1, 0, 0.5, 0.5, 0.25, 0.75, 0, 1});
    question.arrays.add("palette", {2, 3, 4}, Array::Reals{1, 0,  0, 0, 0, 1, 0, 0, 0, 0, 1, 0,  //
                                                           0, -1, 0, 3, 1, 0, 0, 0, 0, 0, 1, 0.5});
    right = *expect(question);
    list_arrays(question, right);
  }

  gltf::Primitive primitive;
  Question question;
  Expectation right;
  Explanations explanations;
};

Square& square() {
  static Square one;
  return one;
}

Array::Reals expected(const char* name) {
  for (const ExpectedArray& array : square().right.arrays)
    if (array.name == name) return array.branch.values;
  return {};
}

/// Rows of a shader's output for the square moved by `away`; with a fourth column if `w` is not 0.
json rows_of(const char* name, const Vec3<double>& away, double w) {
  json rows = json::array();
  const Array::Reals values = expected(name);
  for (std::size_t v = 0; v < 4; ++v) {
    json row = json::array();
    for (std::size_t c = 0; c < 3; ++c)
      row.push_back(to_float32(values[3 * v + c] + away[static_cast<Eigen::Index>(c)]));
    if (w != 0) row.push_back(w);
    rows.push_back(row);
  }
  return rows;
}

json columns_of_move(const Vec3<double>& away) {
  return {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {away[0], away[1], away[2], 1}};
}

/// The numbers of a list of lists as one tensor with the width of its first row.
Tensor tensor_of(const std::string& name, const json& rows) {
  Tensor tensor{{name, {0, 0}, Array::Reals{}}, Storage::float32};
  Array::Reals numbers;
  for (const json& row : rows)
    for (const json& number : row)
      if (number.is_number()) numbers.push_back(to_float32(number.get<double>()));
  const std::size_t width = rows.empty() ? 0 : rows.front().size();
  const std::size_t count = width == 0 ? 0 : numbers.size() / width;
  numbers.resize(count * width);
  tensor.array.shape = {count, width};
  tensor.array.data = std::move(numbers);
  return tensor;
}

Tensor corners_of(const std::string& name, const json& list) {
  Array::Integers numbers;
  for (const json& number : list)
    if (number.is_number_integer()) numbers.push_back(static_cast<std::int32_t>(number.get<std::int64_t>()));
  return {{name, {numbers.size()}, numbers}, Storage::int32};
}

/// The input itself, or the file that the input describes as JSON.
std::string file_of(std::string_view input) {
  const json draw = foreign_json(input);
  if (!draw.is_object()) return std::string(input);
  std::vector<Tensor> tensors;
  for (const auto& [name, value] : draw.items())
    tensors.push_back(name == "rows" || name == "vertices" ? corners_of(name, value)
                                                           : tensor_of(name, value));
  const auto bytes = to_safetensors(tensors, {});
  return bytes ? text_of(*bytes) : std::string(input);
}

/// Judges the draw with these options; omitted arrays get right outputs. Explaining a failure takes most of the
/// time, so only one choice of options does it.
void judge_by(const Options& options, const captures::DrawnVertices& drawn, bool explained = false) {
  Square& asked = square();
  std::map<std::string, Array> arrays;
  for (const ExpectedArray& array : asked.right.arrays)
    if (array.name == "positions" || options.contains(array.name))
      arrays[array.name] = {array.name, array.shape, Array::Reals()};
  const auto appended = captures::append_drawn(drawn, asked.primitive, options, arrays);
  if (!appended) return require_printable(appended.error());
  Answer answer = as_answer(asked.right);
  for (const auto& [name, array] : arrays) {
    require(array.reals().size() == element_count(array.shape), "an array of another size");
    answer.arrays.put(array);
  }
  const Verdict verdict = explained ? judge(asked.question, asked.right, answer, {}, asked.explanations)
                                    : compare(asked.right, answer);
  if (verdict.outcome != Outcome::pass) return require(!verdict.detail.empty(), "a failure without a reason");
  for (const ArrayVerdict& array : verdict.arrays)
    require(array.failing == 0 && array.judged > 0, "a pass without judged numbers");
}

}  // namespace

std::vector<std::string> seeds() {
  const json corners = {0, 1, 2, 2, 1, 3};
  const Vec3<double> none(0, 0, 0), away(0.5, -2, -8), far(0, 0, -1e7);
  json in_world = {{"rows", corners}, {"vertices", corners}};
  in_world["output.v_world"] = rows_of("positions", none, 0);
  in_world["output.v_normal"] = rows_of("normals", none, 0);
  std::vector<std::string> texts;
  for (const Vec3<double>& by : {none, away, far}) {
    json draw = in_world;
    draw["output.gl_Position"] = rows_of("positions", by, 1);
    draw["matrix.view"] = columns_of_move(by);
    draw["matrix.projection"] = columns_of_move(none);
    texts.push_back(draw.dump());
  }
  json narrow = in_world;
  narrow["output.gl_Position"] = rows_of("positions", none, 0);
  json by_numbers = in_world;
  by_numbers["vertices"] = {2, 1, 3, 0, 1, 2};
  by_numbers["rows"] = {2, 1, 3, 0, 1, 2};
  for (const json& draw : {narrow, by_numbers, json(json::object())}) {
    texts.push_back(draw.dump());
    texts.push_back(file_of(texts.back()));
  }
  return texts;
}

void read(std::string_view input) {
  const std::string file = file_of(input);
  const auto drawn = captures::parse_drawn(std::as_bytes(std::span(file)), "draw-1.safetensors");
  if (!drawn) return require_printable(drawn.error());
  for (const std::size_t row : drawn->rows)
    for (const auto& [name, output] : drawn->outputs)
      require(row < output.rows().count(), "a row beyond an output");
  for (const auto& [name, matrix] : drawn->matrices)
    require(matrix.size() == 16, "a matrix of another size");
  judge_by({}, *drawn);
  judge_by({{"camera", "view"}}, *drawn, true);
  judge_by({{"camera", "projection*view"}, {"normals", "v_normal"}}, *drawn);
  judge_by({{"positions", "v_world"}, {"normals", "v_normal"}}, *drawn);
}

BINDPOSE_FUZZER(drawn)

}  // namespace bindpose::fuzz::drawn_fuzzer
