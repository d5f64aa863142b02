// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/input_arrays.h"

#include <algorithm>

#include <fmt/format.h>

#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t any = ArraySet::any;

/// Extents before an input's own ones; `any` if the array defines it.
Shape leading_extents(InputKind kind, const Counts& counts) {
  if (kind == InputKind::uniform) return {};
  if (kind == InputKind::joint) return {counts.joints};
  if (kind == InputKind::influence) return {counts.vertices, counts.influences};
  if (kind == InputKind::slot) return {counts.vertices, any};
  if (kind == InputKind::frame) return {any, counts.vertices};
  return {counts.vertices};
}

/// [12, any, 3 x 4 numbers]
std::string expected_shape(const InputDeclaration& input, const Shape& leading) {
  std::string text;
  for (const std::size_t extent : leading)
    text += extent == any ? "any, " : fmt::format("{}, ", extent);
  if (input.columns == InputDeclaration::any) return fmt::format("[{}any number]", text);
  if (input.rows == InputDeclaration::any) return fmt::format("[{}any, {}]", text, input.columns);
  return fmt::format(
      "[{}{}]", text,
      input.rows == 1 ? fmt::format("{}", input.columns) : fmt::format("{}, {}", input.rows, input.columns));
}

Expected<InputArray> fit(const InputDeclaration& input, const Array& array, const Counts& counts) {
  InputArray found{input.kind, input.name, 1, input.rows, input.columns, &array};
  const Shape leading = leading_extents(input.kind, counts);
  bool fits = array.shape.size() >= leading.size();
  std::size_t own = 1;
  for (std::size_t i = 0; i < array.shape.size(); ++i) {
    if (i >= leading.size())
      own *= array.shape[i];
    else if (leading[i] != any)
      fits = fits && array.shape[i] == leading[i];
    else
      found.slots = array.shape[i];
  }
  if (input.kind == InputKind::influence) found.slots = counts.influences;
  if (input.columns == InputDeclaration::any) found.columns = own;
  if (input.rows == InputDeclaration::any) found.rows = own / std::max<std::size_t>(found.columns, 1);
  if (fits && own == found.rows * found.columns) return found;
  return fail("ARRAY_SHAPE", input.name,
              fmt::format("has the shape {}, expected {}", bindpose::to_string(array.shape),
                          expected_shape(input, leading)));
}

Expected<void> check_type(const InputArray& input) {
  const bool integers_wanted = input.kind == InputKind::vertex_int || input.kind == InputKind::vertex_joint;
  const bool either = input.kind == InputKind::joint || input.kind == InputKind::uniform;
  if (either || integers_wanted != input.array->is_real()) return {};
  return fail("ARRAY_TYPE", input.name, integers_wanted ? "expected integers" : "expected real numbers");
}

Expected<void> check_integers(const InputArray& input, const Counts& counts) {
  if (input.array->is_real()) return {};
  constexpr std::int32_t largest = 1 << 24;
  const Array::Integers& values = input.array->integers();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string where = fmt::format("{}, number {}", input.name, i);
    if (input.kind == InputKind::vertex_joint) {
      if (values[i] < 0 || static_cast<std::size_t>(values[i]) >= counts.joints)
        return fail("INDEX_RANGE", where, fmt::format("joint {} of {} joints", values[i], counts.joints));
    } else if (input.kind != InputKind::vertex_int && (values[i] > largest || values[i] < -largest)) {
      return fail("PARAMETER_RANGE", where, fmt::format("{} is not a float32 number", values[i]));
    }
  }
  return {};
}

/// The size of an array along `axis`.
Expected<std::size_t> extent(const ArraySet& question, const std::string& name, std::size_t axis) {
  const Array* array = question.find(name);
  if (array == nullptr) return fail("ARRAY_MISSING", name, "the input needs this array");
  if (array->shape.size() > axis) return array->shape[axis];
  return fail("ARRAY_SHAPE", name,
              fmt::format("has the shape {}, expected more extents", bindpose::to_string(array->shape)));
}

/// The size of the first present input for which `belongs` is true.
template <class Belongs>
Expected<std::size_t> extent_of_first(const ArraySet& question, const ShaderFunction& body,
                                      const char* otherwise, Belongs belongs) {
  for (const InputDeclaration& input : body.inputs)
    if (belongs(input.kind) && question.has(input.name))
      return extent(question, input.name, input.kind == InputKind::frame ? 1 : 0);
  return extent(question, otherwise, 0);
}

}  // namespace

std::string palette_array(const ArraySet& question) {
  return question.has("palette") || !question.has("palette_rotations") ? "palette" : "palette_rotations";
}

Expected<Counts> count(const ArraySet& question, const ShaderFunction& body) {
  Counts counts;
  BINDPOSE_TRY(counts.vertices, question.has("positions")
                                    ? extent(question, "positions", 0)
                                    : extent_of_first(question, body, "positions", is_per_vertex));
  if (body.joints != JointUse::none) {
    BINDPOSE_TRY(counts.influences, extent(question, "joints", 1));
  }
  if (body.reads_joints()) {
    BINDPOSE_TRY(counts.joints, body.palette ? extent(question, palette_array(question), 0)
                                             : extent_of_first(question, body, "palette", [](InputKind kind) {
                                                 return kind == InputKind::joint;
                                               }));
  }
  return counts;
}

std::size_t InputArray::index(std::size_t item, std::size_t k, std::size_t items) const {
  if (kind != InputKind::frame) return item * numbers() + k;
  const std::size_t each = rows * columns;
  return (k / each * items + item) * each + k % each;
}

double InputArray::real(std::size_t element) const {
  return array->is_real() ? array->reals()[element] : static_cast<double>(array->integers()[element]);
}

Expected<std::vector<InputArray>> find_inputs(const ArraySet& question, const ShaderFunction& body,
                                              const Counts& counts) {
  std::vector<InputArray> inputs;
  for (const InputDeclaration& input : body.inputs) {
    const Array* array = question.find(input.name);
    if (array == nullptr && input.optional) continue;
    if (array == nullptr) return fail("ARRAY_MISSING", input.name, "the input needs this array");
    BINDPOSE_TRY(auto found, fit(input, *array, counts));
    BINDPOSE_CHECK(check_type(found));
    BINDPOSE_CHECK(check_integers(found, counts));
    inputs.push_back(found);
  }
  return inputs;
}

std::vector<std::string> input_macros(const ShaderFunction& body, const std::vector<InputArray>& inputs) {
  std::vector<std::string> macros;
  for (const InputArray& input : inputs) {
    const std::string name = upper_case(input.name);
    macros.push_back("HAS_" + name);
    if (input.kind == InputKind::slot || input.kind == InputKind::frame)
      macros.push_back(fmt::format("{}_SLOTS {}", name, input.slots));
    for (const InputDeclaration& declared : body.inputs) {
      if (declared.name != input.name) continue;
      if (declared.rows == InputDeclaration::any)
        macros.push_back(fmt::format("{}_ROWS {}", name, input.rows));
      if (declared.columns == InputDeclaration::any)
        macros.push_back(fmt::format("{}_COUNT {}", name, input.columns));
    }
  }
  return macros;
}

}  // namespace bindpose::gpu
